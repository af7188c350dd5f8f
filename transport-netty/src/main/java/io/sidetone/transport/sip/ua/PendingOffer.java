package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.dialog.OfferAnswer;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.ServerTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.List;
import java.util.Objects;

/** A re-INVITE or UPDATE of the peer that waits for the application's reply. */
final class PendingOffer implements OfferReply, ServerTransactionListener {
    private final CallLeg leg;
    private final ServerTransaction transaction;
    private final boolean offered;
    private final SipScheduler.Timer limit;
    private boolean replied;

    /**
     * Puts the offer on the table.
     *
     * @param offer the peer's offer, or null when it wants ours
     */
    PendingOffer(CallLeg leg, ServerTransaction transaction, byte[] offer) {
        this.leg = leg;
        this.transaction = transaction;
        this.offered = offer != null;
        if (offered) {
            leg.session().on(OfferAnswer.Event.OFFER_RECEIVED, offer);
        }
        limit = leg.context()
                .scheduler()
                .schedule(leg.context().settings().waits().replyNs(), this::onUnanswered);
        transaction.listener(this);
    }

    /** Returns whether the peer still waits. */
    boolean open() {
        return !replied;
    }

    /** Says 100 to a re-INVITE whose reply takes longer. */
    void trying() {
        if (open() && invite()) {
            leg.respond(
                    transaction,
                    leg.context().answer(request(), 100, null, null).build());
        }
    }

    @Override
    public boolean accept(byte[] sdp) {
        Objects.requireNonNull(sdp, "sdp");
        if (!close()) {
            return false;
        }
        Dialog dialog = leg.dialogOf(request());
        dialog.refreshTarget(request());
        leg.session().on(offered ? OfferAnswer.Event.ANSWER_SENT : OfferAnswer.Event.OFFER_SENT, sdp);
        SipResponse.Builder success = leg.context()
                .answer(request(), 200, null, null)
                .header("Contact", dialog.localContact())
                .header("Allow", RequestScreening.ALLOW)
                .header("Supported", RequestScreening.SUPPORTED);
        if (leg.state().talking()) {
            leg.agreeSessionTimer(request(), success);
        }
        success.body(SdpBody.TYPE, sdp);
        if (invite()) {
            leg.succeed(transaction, success.build(), !offered, false);
        } else {
            leg.respond(transaction, success.build());
        }
        return true;
    }

    @Override
    public boolean repeat() {
        byte[] current = leg.session().localSdp();
        return current == null ? reject(488, null) : accept(current);
    }

    @Override
    public boolean reject(int status, String reason, SipHeader... headers) {
        if (status < 300 || status > 699) {
            throw new IllegalArgumentException(
                    "status " + status + " does not refuse an offer (RFC 3261 section 21); use 300 to 699");
        }
        return refuse(new Refusal(status, reason, List.of(headers)));
    }

    /** Refuses for a reason of the user agent; false when the peer no longer waits. */
    boolean refuse(Refusal refusal) {
        if (!close()) {
            return false;
        }
        if (offered) {
            leg.session().on(OfferAnswer.Event.WITHDRAWN, null);
        }
        leg.respond(transaction, leg.context().answer(request(), refusal, null));
        return true;
    }

    private boolean close() {
        if (replied) {
            return false;
        }
        replied = true;
        limit.cancel();
        return true;
    }

    private void onUnanswered() {
        refuse(PeerRequests.tryLater(leg.context()));
    }

    private SipRequest request() {
        return transaction.request();
    }

    private boolean invite() {
        return request().method().equals(SipMethod.INVITE);
    }

    @Override
    public void onCancel(ServerTransaction cancel, long nowNs) {
        leg.record(cancel.request(), false);
        leg.respond(
                cancel, leg.context().answer(cancel.request(), 200, null, null).build());
        refuse(Refusal.of(487));
    }

    @Override
    public void onAck(SipRequest ack, long nowNs) {
        leg.onAck(ack, transaction.flow());
    }

    @Override
    public void onUnsent(ServerTransaction unsent, long nowNs) {
        refuse(Refusal.of(500));
    }
}
