package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.service.DialogSender;
import io.sidetone.transport.sip.service.InfoDigits;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.sip.service.Replaces;
import io.sidetone.transport.sip.service.Transfer;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.List;

/** Transfer and digits in the dialog of a call: the call's side of {@link Transfer} and {@link InfoDigits}. */
final class LegServices implements DialogSender, Transfer.Listener, InfoDigits.Listener {
    private final CallLeg leg;
    private final CallContext context;
    private final Transfer transfer = new Transfer(this, this);
    private final InfoDigits digits = new InfoDigits(this, this);
    private Referral referral;

    LegServices(CallLeg leg, CallContext context) {
        this.leg = leg;
        this.context = context;
    }

    boolean transfer(SipUri target, List<SipHeader> headers) {
        return leg.state() == CallState.CONFIRMED && transfer.refer(target, headers);
    }

    /** Asks the peer to take our place in another call (RFC 5589 section 7); false where that call has no dialog. */
    boolean transferTo(CallLeg other, List<SipHeader> headers) {
        if (other.dialog() == null || other.state() != CallState.CONFIRMED) {
            return false;
        }
        SipUri target = other.dialog().remoteTarget().withoutHeaders();
        String replaces = Replaces.of(other.dialog().id()).inUri();
        return transfer(target.withHeader(Replaces.NAME, replaces), headers);
    }

    /** Takes a REFER in the dialog; one at a time. */
    void onRefer(ServerTransaction transaction) {
        SipRequest refer = transaction.request();
        Refusal refusal = Referral.problem(refer)
                .map(problem -> Refusal.of(400, problem))
                .orElse(
                        leg.state() != CallState.CONFIRMED || referral != null && referral.open()
                                ? Refusal.of(491)
                                : null);
        if (refusal != null) {
            leg.respond(transaction, context.answer(refer, refusal, null));
            return;
        }
        Referral asked = new Referral(this, refer, status -> answerRefer(transaction, status));
        referral = asked;
        if (!context.shield(() -> leg.listener().onRefer(asked))) {
            asked.refuse(500);
        }
    }

    private void answerRefer(ServerTransaction transaction, int status) {
        SipResponse.Builder answer = context.answer(transaction.request(), status, null, null)
                .header("Contact", leg.dialog().localContact());
        if (status == 202 && Referral.silent(transaction.request())) {
            answer.header("Refer-Sub", "false");
        }
        leg.respond(transaction, answer.build());
    }

    boolean sendDigits(String text, int toneMs) {
        return leg.state() == CallState.CONFIRMED && digits.send(text, toneMs);
    }

    /** Takes a NOTIFY in the dialog. */
    void onNotify(ServerTransaction transaction) {
        SipRequest request = transaction.request();
        int status = transfer.onNotify(request);
        SipResponse answer =
                switch (status) {
                    case 200 -> context.answer(request, 200, null, null).build();
                    case 415 -> context.answer(request, Refusal.with(415, "Accept", "message/sipfrag"), null);
                    case 489 -> context.answer(request, PeerRequests.badEvent(), null);
                    case 481 -> context.answer(request, Refusal.of(481, "Subscription Does Not Exist"), null);
                    default -> context.answer(request, Refusal.of(status, "Subscription-State is missing"), null);
                };
        leg.respond(transaction, answer);
    }

    /** The call is over. */
    void stop() {
        transfer.stop();
        digits.stop();
        if (referral != null) {
            referral.stop();
        }
    }

    @Override
    public SipRequest.Builder request(SipMethod method) {
        return leg.dialog()
                .request(method, context.via(leg.nextFlow()))
                .header("User-Agent", context.settings().product())
                .header("Allow", RequestScreening.ALLOW);
    }

    @Override
    public void send(SipRequest request, ClientTransactionListener outcome) {
        leg.sender().sendInDialog(request, leg.nextFlow(), outcome);
    }

    @Override
    public NameAddress local() {
        return leg.dialog().local();
    }

    @Override
    public NameAddress contact() {
        return leg.dialog().localContact();
    }

    @Override
    public SipScheduler scheduler() {
        return context.scheduler();
    }

    @Override
    public void onTransfer(int status, boolean last) {
        if (leg.state() == CallState.CONFIRMED) {
            context.shield(() -> leg.listener().onTransfer(status, last));
        }
    }

    @Override
    public void onDigitsSent(int status) {
        if (leg.state() == CallState.CONFIRMED) {
            context.shield(() -> leg.listener().onDigitsSent(status));
        }
    }

    @Override
    public void onGone(int status) {
        if (leg.state() == CallState.CONFIRMED) {
            leg.end(new SipEndCause(SipEndCause.Kind.PEER_GONE, status, ""));
        }
    }
}
