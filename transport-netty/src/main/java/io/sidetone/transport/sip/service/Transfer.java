package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.TransitionTable.Step;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Blind transfers of the peer of one dialog, one after another: REFER, the subscription it opens, and the NOTIFY requests
 * that report how the peer's new call goes (RFC 3515, RFC 6665). SIP event loop only.
 */
public final class Transfer {
    /** Time that the first NOTIFY may take once the peer has agreed. */
    public static final long FIRST_NOTIFY_NS = TimeUnit.SECONDS.toNanos(30);

    /** Time that the outcome may take after any NOTIFY: as long as a telephone rings. */
    public static final long OUTCOME_NS = TimeUnit.SECONDS.toNanos(120);

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int TRYING = 100;
    private static final int NO_ANSWER = 408;
    private static final int BAD_REQUEST = 400;
    private static final int UNSUPPORTED_TYPE = 415;
    private static final int NO_SUBSCRIPTION = 481;
    private static final int BAD_EVENT = 489;

    private final DialogSender dialog;
    private final Listener listener;
    private TransferState state = TransferState.DONE;
    private boolean subscribed;
    private long referNumber;
    private SipScheduler.Timer timer;

    /** Hears how a transfer goes. */
    public interface Listener {
        /**
         * The peer said something.
         *
         * @param status 202 when it agreed to try, 1xx while it does, the final status of its new call at last; 408 when
         *     it says nothing for too long; or how it refused the REFER
         * @param last whether the transfer is over with this
         */
        void onTransfer(int status, boolean last);

        /** The REFER showed that the peer no longer knows the dialog (481), or no longer answers (408). */
        void onGone(int status);
    }

    /** Creates the transfers of one dialog. */
    public Transfer(DialogSender dialog, Listener listener) {
        this.dialog = dialog;
        this.listener = listener;
    }

    /** Sends REFER with {@code headers} of our own; false while another transfer is under way. */
    public boolean refer(SipUri target, List<SipHeader> headers) {
        if (state != TransferState.DONE) {
            return false;
        }
        state = TransferState.REFERRED;
        subscribed = true;
        SipRequest.Builder request = dialog.request(SipMethod.REFER)
                .header("Contact", dialog.contact())
                .header("Refer-To", NameAddress.of(target))
                .header("Referred-By", NameAddress.of(dialog.local().uri()));
        headers.forEach(header -> request.header(header.name(), header.value()));
        SipRequest refer = request.build();
        referNumber = refer.cseq().number();
        dialog.send(refer, new ReferOutcome(referNumber));
        return true;
    }

    /** Takes a NOTIFY of the peer and returns the status to answer it with. */
    public int onNotify(SipRequest notify) {
        int refusal = refusal(notify);
        if (refusal != 0) {
            return refusal;
        }
        int status = SipFragment.status(notify);
        boolean terminated = terminated(notify);
        if (terminated) {
            subscribed = false;
        }
        if (status >= OK) {
            fire(TransferState.Event.OUTCOME, status);
        } else {
            fire(
                    terminated ? TransferState.Event.PARTING : TransferState.Event.PROGRESS,
                    status == SipFragment.NONE ? TRYING : status);
        }
        return OK;
    }

    private int refusal(SipRequest notify) {
        String event = notify.header("Event");
        String[] parts = event == null ? new String[] {""} : event.split(";");
        if (!parts[0].strip().equalsIgnoreCase("refer")) {
            return BAD_EVENT;
        }
        if (!subscribed || !identifies(parts)) {
            return NO_SUBSCRIPTION;
        }
        if (notify.header("Subscription-State") == null) {
            return BAD_REQUEST;
        }
        return notify.body().length > 0 && !notify.hasContentType(SipFragment.TYPE) ? UNSUPPORTED_TYPE : 0;
    }

    /** The id of the event is the sequence number of the REFER; the first REFER of a dialog needs none (RFC 3515 2.4.6). */
    private boolean identifies(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("id=")) {
                return parameter.substring(3).strip().equals(Long.toString(referNumber));
            }
        }
        return true;
    }

    private static boolean terminated(SipRequest notify) {
        return notify.header("Subscription-State").split(";")[0].strip().equalsIgnoreCase("terminated");
    }

    /** The call is over, and with it the interest in its transfer. */
    public void stop() {
        state = TransferState.DONE;
        subscribed = false;
        stopTimer();
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void fire(TransferState.Event event, int status) {
        Step<TransferState, TransferState.Action> step = TransferState.TABLE.step(state, event);
        if (step == null) {
            return;
        }
        state = step.next();
        if (state == TransferState.DONE) {
            stopTimer();
        }
        for (TransferState.Action action : step.actions()) {
            switch (action) {
                case TELL_ACCEPTED, TELL_PROGRESS -> listener.onTransfer(status, false);
                case TELL_OUTCOME -> listener.onTransfer(status, true);
                case WAIT_SHORT -> await(FIRST_NOTIFY_NS);
                default -> await(OUTCOME_NS);
            }
        }
    }

    private void await(long ns) {
        stopTimer();
        if (state != TransferState.DONE) {
            timer = dialog.scheduler().schedule(ns, this::onTimeout);
        }
    }

    private void onTimeout() {
        timer = null;
        subscribed = false;
        fire(TransferState.Event.TIMEOUT, NO_ANSWER);
    }

    /** Outcome of one REFER. */
    private final class ReferOutcome implements ClientTransactionListener {
        private long number;

        ReferOutcome(long number) {
            this.number = number;
        }

        @Override
        public void onRepeated(ClientTransaction next) {
            boolean current = number == referNumber;
            number = next.request().cseq().number();
            referNumber = current ? number : referNumber;
        }

        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (response.isSuccess()) {
                if (number == referNumber) {
                    fire(TransferState.Event.ACCEPT, ACCEPTED);
                }
            } else if (!response.isProvisional()) {
                refused(response.statusCode());
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            refused(NO_ANSWER);
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            refused(NO_ANSWER);
        }

        private void refused(int status) {
            if (number != referNumber || state == TransferState.DONE) {
                return;
            }
            subscribed = false;
            fire(TransferState.Event.REFUSE, status);
            if (status == NO_ANSWER || status == NO_SUBSCRIPTION) {
                listener.onGone(status);
            }
        }
    }
}
