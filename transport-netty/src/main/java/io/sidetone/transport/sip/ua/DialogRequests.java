package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.OfferAnswer;
import io.sidetone.transport.sip.dialog.SessionExpires;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ClientTransaction;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.concurrent.TimeUnit;

/**
 * Our own requests inside the dialog of a call: re-INVITE, UPDATE as a session refresh, ACK and BYE (RFC 3261 14.1, 15.1.1;
 * RFC 4028 section 10).
 */
final class DialogRequests {
    private static final int MAX_ATTEMPTS = 5;
    private static final int LONGEST_RETRY_AFTER_SECONDS = 10;

    private final CallLeg leg;
    private final CallContext context;
    private ClientTransaction inviting;
    private byte[] offer;
    private boolean refreshing;
    private int attempts;
    private int askedSeconds;
    private SipScheduler.Timer retry;
    private SipScheduler.Timer limit;
    private SipRequest lastAck;
    private SipFlow lastAckFlow;

    DialogRequests(CallLeg leg, CallContext context) {
        this.leg = leg;
        this.context = context;
    }

    /** Returns whether a re-INVITE of ours waits for its final response. */
    boolean inviteOpen() {
        return inviting != null;
    }

    /** Offers a session by re-INVITE; false when that is not possible now. */
    boolean offer(byte[] sdp) {
        if (!free()) {
            return false;
        }
        refreshing = false;
        begin(sdp);
        return true;
    }

    private boolean free() {
        return leg.state() == CallState.CONFIRMED
                && inviting == null
                && retry == null
                && leg.session().state() == OfferAnswer.State.STABLE
                && !leg.peerRequests().inviteOpen();
    }

    /** Refreshes the session, because its timer says so: by UPDATE where the peer takes it, else by re-INVITE. */
    void refresh() {
        if (leg.state() != CallState.CONFIRMED) {
            return;
        }
        if (leg.peerAllowsUpdate()) {
            update(leg.sessionTimer().seconds(), 0);
        } else if (free() && leg.session().localSdp() != null) {
            refreshing = true;
            begin(leg.session().localSdp());
        }
    }

    /** Stops what would go on after the call is over; answers still under way are acknowledged. */
    void abandon() {
        stopRetry();
    }

    private void begin(byte[] sdp) {
        offer = sdp;
        attempts = 0;
        askedSeconds = leg.sessionTimer().seconds();
        invite();
    }

    private void invite() {
        attempts++;
        if (!leg.listener().mayOffer()) {
            unsendable();
            return;
        }
        SipFlow flow = leg.nextFlow();
        SipRequest.Builder request = leg.dialog()
                .request(SipMethod.INVITE, context.via(flow))
                .header("User-Agent", context.settings().product())
                .header("Allow", RequestScreening.ALLOW)
                .header("Supported", RequestScreening.SUPPORTED);
        leg.askSessionTimer(request, askedSeconds);
        leg.session().on(OfferAnswer.Event.OFFER_SENT, offer);
        SipRequest invite = request.body(SdpBody.TYPE, offer).build();
        inviting = leg.sender().sendInDialog(invite, flow, new InviteOutcome());
        limit = context.scheduler().schedule(context.settings().timers().timeoutNs(), this::cancel);
    }

    /** The application takes the offer back; a session that cannot be refreshed ends by its timer. */
    private void unsendable() {
        if (!refreshing) {
            context.shield(() -> leg.listener().onOfferFailed(488));
        }
    }

    /** A re-INVITE that stays without final response is cancelled; then the peer is given the same time again. */
    private void cancel() {
        ClientTransaction stuck = inviting;
        SipRequest cancel = CallContext.cancelOf(stuck.request(), null);
        leg.record(cancel, true);
        context.layer().send(cancel, stuck.flow(), Indifferent.INSTANCE);
        limit = context.scheduler().schedule(context.settings().timers().timeoutNs(), () -> {
            stuck.abandon();
            settled();
            failed(408);
        });
    }

    private void settled() {
        inviting = null;
        limit.cancel();
    }

    private void succeeded(SipResponse response) {
        boolean repeated = inviting == null;
        acknowledge(response, repeated);
        if (repeated) {
            return;
        }
        settled();
        leg.dialog().refreshTarget(response);
        byte[] answer = SdpBody.of(response);
        boolean same = refreshing && answer != null && leg.session().unchanged(answer);
        leg.session().on(answer == null ? OfferAnswer.Event.WITHDRAWN : OfferAnswer.Event.ANSWER_RECEIVED, answer);
        if (leg.state() != CallState.CONFIRMED) {
            return;
        }
        leg.sessionTimer().restart(SessionExpires.of(response), true);
        if (answer != null && !same) {
            context.shield(() -> leg.listener().onAnswer(answer));
        } else if (answer == null && !refreshing) {
            context.shield(() -> leg.listener().onOfferFailed(response.statusCode()));
        }
    }

    /** Sends the ACK of a 2xx to an INVITE of ours; for a repeated 2xx the same ACK again. */
    void acknowledge(SipResponse response, boolean repeated) {
        if (!repeated || lastAck == null) {
            lastAckFlow = leg.nextFlow();
            lastAck = leg.sender().acknowledge(leg.dialog().ack(response.cseq().number(), context.via(lastAckFlow)));
            leg.record(lastAck, true);
        } else if (lastAck.cseq().number() != response.cseq().number()) {
            return;
        }
        context.send(lastAck, lastAckFlow);
    }

    private void failed(int status) {
        leg.session().on(OfferAnswer.Event.WITHDRAWN, null);
        if (leg.state() != CallState.CONFIRMED) {
            return;
        }
        if (status == 408 || status == 481) {
            leg.end(new SipEndCause(SipEndCause.Kind.PEER_GONE, status, ""));
        } else if (!refreshing) {
            context.shield(() -> leg.listener().onOfferFailed(status));
        }
    }

    private void refused(SipResponse response) {
        settled();
        long againNs = leg.state() == CallState.CONFIRMED && attempts < MAX_ATTEMPTS ? againNs(response) : -1;
        if (againNs < 0) {
            failed(response.statusCode());
            return;
        }
        leg.session().on(OfferAnswer.Event.WITHDRAWN, null);
        retry = context.scheduler().schedule(againNs, this::again);
    }

    /** Returns when a refused re-INVITE may be tried again, or -1 for never. */
    private long againNs(SipResponse response) {
        switch (response.statusCode()) {
            case 491 -> {
                // RFC 3261 14.1: the owner of the Call-ID waits longer, so that one side always comes first.
                int tens = leg instanceof OutgoingCall
                        ? context.tokens().between(210, 400)
                        : context.tokens().between(0, 200);
                return TimeUnit.MILLISECONDS.toNanos(10L * tens);
            }
            case 422 -> {
                int minimum = SessionExpires.minimum(response, 0);
                boolean raised = minimum > askedSeconds;
                askedSeconds = Math.max(minimum, askedSeconds);
                return raised ? 0 : -1;
            }
            case 500 -> {
                return retryAfterNs(response);
            }
            default -> {
                return -1;
            }
        }
    }

    private static long retryAfterNs(SipResponse response) {
        String value = response.header("Retry-After");
        if (value == null) {
            return -1;
        }
        String digits = value.split("[ ;(]")[0];
        boolean readable = digits.length() == 1 || digits.equals(Integer.toString(LONGEST_RETRY_AFTER_SECONDS));
        return readable && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? TimeUnit.SECONDS.toNanos(Integer.parseInt(digits))
                : -1;
    }

    private void again() {
        retry = null;
        if (leg.state() != CallState.CONFIRMED) {
            return;
        }
        if (free()) {
            invite();
        } else {
            // The peer's own offer came first and is still on the table.
            attempts++;
            if (attempts < MAX_ATTEMPTS) {
                retry = context.scheduler().schedule(context.settings().timers().t1Ns(), this::again);
            } else if (!refreshing) {
                context.shield(() -> leg.listener().onOfferFailed(491));
            }
        }
    }

    private void stopRetry() {
        if (retry != null) {
            retry.cancel();
            retry = null;
        }
    }

    private void update(int seconds, int tries) {
        SipFlow flow = leg.nextFlow();
        SipRequest.Builder request = leg.dialog()
                .request(SipMethod.UPDATE, context.via(flow))
                .header("User-Agent", context.settings().product())
                .header("Supported", RequestScreening.SUPPORTED);
        leg.askSessionTimer(request, seconds);
        SipRequest update = request.build();
        leg.sender().sendInDialog(update, flow, new UpdateOutcome(seconds, tries));
    }

    /** Sends BYE; whatever becomes of it, the call ends. */
    void bye(SipEndCause cause) {
        SipFlow flow = leg.nextFlow();
        SipRequest.Builder request = leg.dialog()
                .request(SipMethod.BYE, context.via(flow))
                .header("User-Agent", context.settings().product());
        if (cause != null && !cause.text().isEmpty()) {
            request.header("Reason", ReasonHeader.of(cause.text()));
        }
        leg.parting().forEach(header -> request.header(header.name(), header.value()));
        SipRequest bye = request.build();
        leg.sender().sendInDialog(bye, flow, new ByeOutcome());
    }

    /** Outcome of a re-INVITE. */
    private final class InviteOutcome implements ClientTransactionListener {
        @Override
        public void onRepeated(ClientTransaction next) {
            inviting = next;
        }

        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (response.isProvisional()) {
                return;
            }
            if (response.isSuccess()) {
                succeeded(response);
            } else {
                refused(response);
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            settled();
            failed(408);
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            if (inviting == transaction) {
                settled();
                failed(408);
            }
        }
    }

    /** Outcome of an UPDATE that refreshes the session. */
    private final class UpdateOutcome implements ClientTransactionListener {
        private final int seconds;
        private final int tries;

        UpdateOutcome(int seconds, int tries) {
            this.seconds = seconds;
            this.tries = tries;
        }

        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (response.isProvisional()) {
                return;
            }
            if (leg.state() != CallState.CONFIRMED) {
                return;
            }
            if (response.isSuccess()) {
                leg.dialog().refreshTarget(response);
                leg.sessionTimer().restart(SessionExpires.of(response), true);
            } else {
                refused(response);
            }
        }

        private void refused(SipResponse response) {
            switch (response.statusCode()) {
                case 408, 481 -> failed(response.statusCode());
                case 405, 501 -> {
                    leg.peerRefusesUpdate();
                    refresh();
                }
                case 422 -> {
                    int minimum = SessionExpires.minimum(response, 0);
                    if (minimum > seconds && tries < MAX_ATTEMPTS) {
                        update(minimum, tries + 1);
                    }
                }
                default -> {
                    // The session expires by itself unless the peer refreshes it.
                }
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            failed(408);
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            failed(408);
        }

        private void failed(int status) {
            if (leg.state() == CallState.CONFIRMED) {
                leg.end(new SipEndCause(SipEndCause.Kind.PEER_GONE, status, ""));
            }
        }
    }

    /** Outcome of our BYE: the call is over in any case. */
    private final class ByeOutcome implements ClientTransactionListener {
        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {
            if (!response.isProvisional()) {
                done();
            }
        }

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {
            done();
        }

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {
            done();
        }

        private void done() {
            leg.fire(CallState.Event.BYE_DONE, null);
        }
    }

    /** For requests whose outcome shows elsewhere. */
    enum Indifferent implements ClientTransactionListener {
        INSTANCE;

        @Override
        public void onResponse(ClientTransaction transaction, SipResponse response, long nowNs) {}

        @Override
        public void onTimeout(ClientTransaction transaction, long nowNs) {}

        @Override
        public void onUnsent(ClientTransaction transaction, long nowNs) {}
    }
}
