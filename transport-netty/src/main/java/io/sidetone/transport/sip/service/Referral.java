package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.TransitionTable.Step;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The peer asks us to call somebody else (REFER, RFC 3515): the answer, and the NOTIFY requests that say how that call goes.
 * SIP event loop only.
 */
public final class Referral {
    private static final int ACCEPTED = 202;
    private static final int TRYING = 100;
    private static final int FIRST_FINAL = 200;
    private static final int GONE = 481;

    /** Time for which the subscription lasts: longer than a telephone rings. */
    private static final int EXPIRES_S = 180;

    private final DialogSender dialog;
    private final SipRequest refer;
    private final SipUri target;
    private final Replaces replaces;
    private final IntConsumer answer;
    private final boolean silent;
    private ReferralState state = ReferralState.ASKED;

    /**
     * A referral that awaits the application's word.
     *
     * @param refer checked by {@link #problem}
     * @param answer answers the REFER with a status
     */
    public Referral(DialogSender dialog, SipRequest refer, IntConsumer answer) {
        this.dialog = dialog;
        this.refer = refer;
        NameAddress to = referTo(refer);
        this.target = to.uri().dialled();
        this.replaces = replacesOf(to.uri()).orElse(null);
        this.answer = answer;
        this.silent = silent(refer);
    }

    /** Returns whether who asks wants to hear nothing; the 202 then says so, too (RFC 4488 section 4). */
    public static boolean silent(SipRequest refer) {
        String subscribed = refer.header("Refer-Sub");
        return subscribed != null && subscribed.strip().toLowerCase(Locale.ROOT).startsWith("false");
    }

    /** Returns what is wrong with a REFER, for the reason phrase of a 400; empty when it can be followed. */
    public static Optional<String> problem(SipRequest refer) {
        List<String> targets = refer.headerValues("Refer-To");
        if (targets.size() != 1) {
            return Optional.of("One Refer-To is needed");
        }
        NameAddress to = referTo(refer);
        if (to == null || !to.uri().isSip()) {
            return Optional.of("Refer-To is no SIP URI");
        }
        String method = to.uri().params().get("method");
        if (method != null && !method.equalsIgnoreCase("INVITE")) {
            return Optional.of("Refer-To asks for another method than INVITE");
        }
        boolean replacing = to.uri().headers().toLowerCase(Locale.ROOT).contains("replaces=");
        return replacing && replacesOf(to.uri()).isEmpty() ? Optional.of("Replaces is malformed") : Optional.empty();
    }

    private static NameAddress referTo(SipRequest refer) {
        try {
            return NameAddress.parse(refer.header("Refer-To"));
        } catch (SipParseException malformed) {
            return null;
        }
    }

    private static Optional<Replaces> replacesOf(SipUri uri) {
        for (String header : uri.headers().split("&")) {
            int equals = header.indexOf('=');
            if (equals > 0 && header.substring(0, equals).equalsIgnoreCase(Replaces.NAME)) {
                // A plus stands for itself in a URI of SIP.
                String value = header.substring(equals + 1).replace("+", "%2B");
                return Replaces.parse(URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    /** Returns whom we are to call: a {@code sip} or {@code sips} URI without headers. */
    public SipUri target() {
        return target;
    }

    /** Returns the call whose place ours is to take there (RFC 3891), or null. */
    public Replaces replaces() {
        return replaces;
    }

    /** Returns who asks, as Referred-By says it (RFC 3892), or the peer of the dialog. */
    public String referredBy() {
        String by = refer.header("Referred-By");
        return by == null ? NameAddress.of(refer.from().uri()).toString() : by;
    }

    /** Answers that we call. */
    public void accept() {
        fire(ReferralState.Event.ACCEPT, TRYING);
    }

    /** Answers that we do not call: 603 for whom we do not want to, 491 while another transfer is under way. */
    public void refuse(int status) {
        fire(ReferralState.Event.REFUSE, status);
    }

    /** The new call has a response; one of 200 and above is the last. */
    public void progress(int status) {
        fire(status < FIRST_FINAL ? ReferralState.Event.PROGRESS : ReferralState.Event.OUTCOME, status);
    }

    /** The dialog is over: a REFER without answer gets one, a NOTIFY cannot be sent any more. */
    public void stop() {
        fire(ReferralState.Event.STOP, GONE);
    }

    /** Returns whether the peer still waits for word. */
    public boolean open() {
        return state != ReferralState.DONE;
    }

    private void fire(ReferralState.Event event, int status) {
        Step<ReferralState, ReferralState.Action> step = ReferralState.TABLE.step(state, event);
        if (step == null) {
            return;
        }
        state = step.next();
        for (ReferralState.Action action : step.actions()) {
            switch (action) {
                case ANSWER_ACCEPTED -> answer.accept(ACCEPTED);
                case ANSWER_REFUSED -> answer.accept(status);
                case NOTIFY -> notify(status, "active;expires=" + EXPIRES_S);
                default -> notify(status, "terminated;reason=noresource");
            }
        }
    }

    private void notify(int status, String subscription) {
        if (silent) {
            return;
        }
        dialog.send(
                dialog.request(SipMethod.NOTIFY)
                        .header("Contact", dialog.contact())
                        .header("Event", "refer;id=" + refer.cseq().number())
                        .header("Subscription-State", subscription)
                        .body(SipFragment.TYPE, SipFragment.of(status))
                        .build(),
                new NotifyOutcome());
    }

    /** Outcome of a NOTIFY: a peer that no longer wants to hear answers 481, and is not told again (RFC 6665 section 4.2.2). */
    private final class NotifyOutcome implements ClientTransactionListener {
        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (response.statusCode() == GONE) {
                state = ReferralState.DONE;
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            state = ReferralState.DONE;
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            state = ReferralState.DONE;
        }
    }
}
