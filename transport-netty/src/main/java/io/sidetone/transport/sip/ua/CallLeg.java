package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.Dialog;
import io.sidetone.transport.sip.dialog.OfferAnswer;
import io.sidetone.transport.sip.dialog.RepeatedResponse;
import io.sidetone.transport.sip.dialog.SessionExpires;
import io.sidetone.transport.sip.dialog.SessionTimer;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.service.Replaces;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.TransitionTable.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Parts that calls of both directions share: the state machine, the dialog, the session in force, 2xx that wait for their ACK,
 * and the ladder. SIP event loop only.
 */
abstract class CallLeg implements SipCall {
    private final CallContext context;
    private final SipRequest invite;
    private final SipLadder ladder;
    private final OfferAnswer session = new OfferAnswer();
    private final SessionTimer sessionTimer;
    private final PeerRequests peerRequests;
    private final DialogRequests ownRequests;
    private final LegServices services;
    private final AuthorizedSender sender;
    private final String trunk;
    private final List<AwaitedAck> awaitedAcks = new ArrayList<>();
    private CallState state;
    private Dialog dialog;
    private SipFlow flow;
    private SipCallListener listener = SipCallListener.NONE;
    private boolean peerAllowsUpdate;
    private boolean peerAllowsInfo;
    private boolean peerTakesReplaces;
    private List<SipHeader> parting = List.of();

    /**
     * A 2xx of ours without its ACK.
     *
     * @param offered whether it carried our offer, so that the ACK has to bring the answer
     * @param first whether it answered the INVITE that began the call
     */
    private record AwaitedAck(RepeatedResponse success, boolean offered, boolean first) {}

    /**
     * Creates a call.
     *
     * @param account who we are to the peer when it asks; null for nobody
     */
    CallLeg(CallContext context, SipRequest invite, SipFlow flow, CallState first, DigestAccount account) {
        this.context = context;
        this.invite = invite;
        this.flow = flow;
        flow.dialogBegan();
        this.state = first;
        this.ladder = context.ladder();
        this.peerRequests = new PeerRequests(this, context);
        this.ownRequests = new DialogRequests(this, context);
        this.services = new LegServices(this, context);
        this.trunk = flow.trunk() == null ? "" : flow.trunk();
        this.sender = new AuthorizedSender(this, context, account);
        this.sessionTimer = new SessionTimer(context.scheduler(), ownRequests::refresh, this::onSessionExpired);
    }

    /** Sends CANCEL if the call is one of ours and it is time for it. */
    abstract void cancelInvite();

    /** Ends what only this direction has: its own timers. */
    abstract void onRelease();

    @Override
    public final String callId() {
        return invite.callId();
    }

    @Override
    public final NameAddress from() {
        return invite.from();
    }

    @Override
    public final NameAddress to() {
        return invite.to();
    }

    @Override
    public final SipUri requestUri() {
        return invite.requestUri();
    }

    @Override
    public final String header(String name) {
        return invite.header(name);
    }

    @Override
    public final List<String> headerValues(String name) {
        return invite.headerValues(name);
    }

    @Override
    public final List<SipHeader> headers() {
        return invite.headers();
    }

    @Override
    public final SipFlow flow() {
        return flow;
    }

    @Override
    public final CallState state() {
        return state;
    }

    @Override
    public final SipLadder ladder() {
        return ladder;
    }

    @Override
    public final void listener(SipCallListener newListener) {
        listener = Objects.requireNonNull(newListener, "listener");
    }

    @Override
    public final boolean offer(byte[] sdp) {
        return ownRequests.offer(Objects.requireNonNull(sdp, "sdp"));
    }

    @Override
    public final boolean transfer(SipUri target, List<SipHeader> headers) {
        return services.transfer(Objects.requireNonNull(target, "target"), headers);
    }

    @Override
    public final boolean transferTo(SipCall other, List<SipHeader> headers) {
        return other instanceof CallLeg to && services.transferTo(to, headers);
    }

    @Override
    public final boolean peerTakesReplaces() {
        return peerTakesReplaces;
    }

    @Override
    public final boolean peerAllowsInfo() {
        return peerAllowsInfo;
    }

    @Override
    public final boolean sendDigits(String digits, int toneMs) {
        return services.sendDigits(digits, toneMs);
    }

    @Override
    public void hangUp(String text, List<SipHeader> headers) {
        parting = List.copyOf(headers);
        end(new SipEndCause(SipEndCause.Kind.HUNG_UP, 0, text));
    }

    /** Hangs up for a reason of our own. */
    final void end(SipEndCause cause) {
        fire(CallState.Event.HANG_UP, cause);
    }

    /** Returns the further headers of our BYE. */
    final List<SipHeader> parting() {
        return parting;
    }

    final CallContext context() {
        return context;
    }

    public final SipRequest invite() {
        return invite;
    }

    final Dialog dialog() {
        return dialog;
    }

    /** Returns the dialog that a request of the peer belongs to. */
    Dialog dialogOf(SipRequest request) {
        return dialog;
    }

    /** Returns whether the peer may offer another session by UPDATE: one is agreed on (RFC 3311 section 5.1). */
    boolean agreedWith(SipRequest update) {
        return state.talking() || state == CallState.INVITED && session.localSdp() != null;
    }

    final OfferAnswer session() {
        return session;
    }

    final SessionTimer sessionTimer() {
        return sessionTimer;
    }

    final SipCallListener listener() {
        return listener;
    }

    final PeerRequests peerRequests() {
        return peerRequests;
    }

    final DialogRequests ownRequests() {
        return ownRequests;
    }

    final AuthorizedSender sender() {
        return sender;
    }

    /** Returns the trunk that the call began with, or nothing. */
    final String trunk() {
        return trunk;
    }

    final LegServices services() {
        return services;
    }

    final boolean peerAllowsUpdate() {
        return peerAllowsUpdate;
    }

    final void peerRefusesUpdate() {
        peerAllowsUpdate = false;
    }

    /** Takes the dialog once it exists; requests of the peer find the call from now on. */
    final void establish(Dialog newDialog, SipMessage peerMessage) {
        dialog = newDialog;
        peerAllowsUpdate = peerMessage.lists("Allow", SipMethod.UPDATE.name());
        peerAllowsInfo = peerMessage.lists("Allow", SipMethod.INFO.name());
        peerTakesReplaces = peerMessage.lists("Supported", Replaces.TAG);
        context.register(newDialog.id(), this);
    }

    final void follow(SipFlow latest) {
        use(latest);
    }

    private void use(SipFlow latest) {
        if (context.calls().contains(this)) {
            latest.dialogBegan();
            flow.dialogEnded();
        }
        flow = latest;
    }

    @Override
    public final SipTransport way() {
        return dialog == null ? flow.transport() : nextFlow().transport();
    }

    /** Returns the flow for our next request in the dialog. */
    final SipFlow nextFlow() {
        return context.wayTo(dialog, flow);
    }

    final void record(SipMessage message, boolean sent) {
        ladder.add(message, sent, flow, context.scheduler().nowNs());
    }

    /** Sends a response and writes it down. */
    final boolean respond(ServerTransaction transaction, SipResponse response) {
        boolean sent = transaction.respond(response);
        if (sent) {
            record(response, true);
        }
        return sent;
    }

    /**
     * Takes one event; an illegal one is counted and changes nothing.
     *
     * @param cause what the application receives if the call is over with this
     */
    final boolean fire(CallState.Event event, SipEndCause cause) {
        Step<CallState, CallState.Action> step = CallState.TABLE.step(state, event);
        if (step == null) {
            context.count(SipCoreCounter.ILLEGAL_CALL_EVENTS);
            return false;
        }
        state = step.next();
        for (CallState.Action action : step.actions()) {
            switch (action) {
                case BYE -> {
                    stopAwaitingAcks();
                    ownRequests.bye(cause);
                }
                case CANCEL -> cancelInvite();
                case REPORT_END -> reportEnd(cause);
                default -> release();
            }
        }
        return true;
    }

    private void reportEnd(SipEndCause cause) {
        sessionTimer.stop();
        peerRequests.abandon();
        ownRequests.abandon();
        services.stop();
        context.shield(() -> listener.onEnded(cause));
    }

    private void release() {
        stopAwaitingAcks();
        onRelease();
        if (dialog != null) {
            context.unregister(dialog.id());
        }
        if (context.calls().remove(this)) {
            flow.dialogEnded();
        }
    }

    private void stopAwaitingAcks() {
        awaitedAcks.forEach(awaited -> awaited.success().stop());
        awaitedAcks.clear();
    }

    private void onSessionExpired() {
        context.count(SipCoreCounter.SESSION_TIMEOUTS);
        end(SipEndCause.of(SipEndCause.Kind.SESSION_EXPIRED));
    }

    /**
     * Adds to a 2xx what it says about session timers, and starts that interval (RFC 4028 section 9). To be called once,
     * just before the response is sent.
     */
    final void agreeSessionTimer(SipRequest request, SipResponse.Builder success) {
        SessionExpires agreed = context.sessionTimers(trunk).answer(request, sessionTimer.seconds());
        if (agreed != null) {
            success.header("Session-Expires", agreed);
            if (agreed.refresher() == SessionExpires.Refresher.UAC) {
                success.header("Require", "timer");
            }
        }
        sessionTimer.restart(agreed, false);
    }

    /** Adds to a request of ours what it asks of session timers (RFC 4028 7.1, 7.4). */
    final void askSessionTimer(SipRequest.Builder request, int seconds) {
        SessionTimerPolicy policy = context.sessionTimers(trunk);
        if (seconds > 0) {
            SessionExpires.Refresher role = sessionTimer.seconds() == 0
                    ? SessionExpires.Refresher.NONE
                    : sessionTimer.refreshing() ? SessionExpires.Refresher.UAC : SessionExpires.Refresher.UAS;
            request.header("Session-Expires", new SessionExpires(seconds, role));
        }
        if (policy.minimumSeconds() > SessionTimerPolicy.RFC_MINIMUM_SECONDS) {
            request.header("Min-SE", Integer.toString(policy.minimumSeconds()));
        }
    }

    /**
     * Sends a 2xx to an INVITE and repeats it until its ACK.
     *
     * @param offered whether it carries our offer
     * @param first whether it answers the INVITE that began the call
     */
    final void succeed(ServerTransaction transaction, SipResponse response, boolean offered, boolean first) {
        AwaitedAck[] self = new AwaitedAck[1];
        SipTimers timers = context.settings().timers();
        RepeatedResponse success = new RepeatedResponse(
                transaction, response, context.scheduler(), timers, timers.t2Ns(), () -> onAckTimeout(self[0]));
        self[0] = new AwaitedAck(success, offered, first);
        if (success.begin()) {
            awaitedAcks.add(self[0]);
            record(response, true);
        }
    }

    private void onAckTimeout(AwaitedAck awaited) {
        awaitedAcks.remove(awaited);
        context.count(SipCoreCounter.ACK_TIMEOUTS);
        fire(CallState.Event.ACK_TIMEOUT, SipEndCause.of(SipEndCause.Kind.ACK_TIMEOUT));
    }

    /**
     * Takes an ACK in this dialog. It also ends the wait for earlier ones: who acknowledges a re-INVITE has seen the 2xx
     * before it (RFC 5407 3.1.4).
     */
    final void onAck(SipRequest ack, SipFlow from) {
        long number = ack.cseq().number();
        boolean known = false;
        for (AwaitedAck awaited : List.copyOf(awaitedAcks)) {
            if (awaited.success().cseq() <= number && awaitedAcks.remove(awaited)) {
                awaited.success().stop();
                boolean exact = awaited.success().cseq() == number;
                if (!known) {
                    known = true;
                    use(from);
                    record(ack, false);
                }
                onAcknowledged(awaited, exact ? SdpBody.of(ack) : null);
            }
        }
    }

    private void onAcknowledged(AwaitedAck awaited, byte[] sdp) {
        byte[] answer = awaited.offered() ? sdp : null;
        boolean missing = awaited.offered() && sdp == null;
        if (answer != null) {
            session.on(OfferAnswer.Event.ANSWER_RECEIVED, answer);
        } else if (awaited.offered()) {
            session.on(OfferAnswer.Event.WITHDRAWN, null);
        }
        if (awaited.first()) {
            if (!fire(CallState.Event.ACKNOWLEDGED, null) || state != CallState.CONFIRMED) {
                return;
            }
            if (missing) {
                end(SipEndCause.of(SipEndCause.Kind.NO_SESSION_DESCRIPTION));
            } else {
                context.shield(() -> listener.onAck(answer));
            }
        } else if (answer != null && !state.over()) {
            context.shield(() -> listener.onAnswer(answer));
        } else if (missing && !state.over()) {
            context.shield(() -> listener.onOfferFailed(0));
        }
    }
}
