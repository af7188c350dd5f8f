package io.sidetone.transport.trunk;

import io.netty.util.NetUtil;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.service.ReferTarget;
import io.sidetone.transport.sip.ua.SipCall;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands one call on, whichever way its peer permits: by REFER (RFC 3515), to another call of ours by REFER with Replaces (RFC
 * 5589), or by joining the lines of two calls in this process. One transfer at a time. SIP event loop only.
 */
final class CallTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(CallTransfer.class);
    private static final int OK = 200;
    private static final int BAD_TARGET = 400;
    private static final int NO_SUCH_CALL = 481;
    private static final int PENDING = 491;
    private static final int UNAVAILABLE = 480;
    private static final int FAULT = 500;

    /** Statuses by which a peer says that it takes no REFER, whomever it would lead to. */
    private static final Set<Integer> NO_REFER = Set.of(403, 405, 420, 489, 501, 603);

    /** States, by what the transfer awaits. */
    private enum State {
        /** Somebody who asks for one. */
        IDLE,
        /** Answer of the peer to our REFER. */
        REFERRED,
        /** The outcome, from a peer that agreed to try. */
        TRYING,
        /** The answer to the second leg. */
        PLACED
    }

    private final TrunkCall call;
    private final TransferMode mode;
    private final Joins joins;
    private State state = State.IDLE;
    private ControlRequest request;
    private ControlProgress progress;
    private TrunkCall other;
    private TrunkCall leg;
    private LegListener watch = LegListener.NONE;

    CallTransfer(TrunkCall call, TransferMode mode, Joins joins) {
        this.call = call;
        this.mode = mode;
        this.joins = joins;
    }

    /** Takes a request of the lane; {@code sip} carries the call. */
    void ask(SipCall sip, ControlRequest asked, ControlProgress answers) {
        if (state != State.IDLE) {
            answers.progress(asked, PENDING, true);
            return;
        }
        request = asked;
        progress = answers;
        other = null;
        leg = null;
        if (asked.otherCallId() == null) {
            blind(sip);
        } else {
            attended(sip, asked.otherCallId());
        }
    }

    private void blind(SipCall sip) {
        SipUri target;
        try {
            String peer = NetUtil.toAddressString(sip.flow().remote().getAddress());
            target = ReferTarget.of(request.argument(), peer);
        } catch (IllegalArgumentException bad) {
            LOG.warn("SIP {}: no transfer: {}", sip.callId(), bad.getMessage());
            last(BAD_TARGET);
            return;
        }
        if (mode == TransferMode.BRIDGE) {
            place(NO_SUCH_CALL);
        } else if (sip.transfer(target, SipHeader.of(request.headers()))) {
            state = State.REFERRED;
        } else {
            last(PENDING);
        }
    }

    /** To another call: the peer of ours is sent to the peer of that one, where both reach us the same way. */
    private void attended(SipCall sip, String callId) {
        other = joins.standing(callId);
        if (other == null || other == call) {
            last(NO_SUCH_CALL);
            return;
        }
        boolean replaceable = mode != TransferMode.BRIDGE
                && call.trunk() != null
                && call.trunk().equals(other.trunk())
                && other.dialog().peerTakesReplaces();
        if (replaceable && sip.transferTo(other.dialog(), SipHeader.of(request.headers()))) {
            state = State.REFERRED;
        } else {
            join(other);
        }
    }

    /** Takes what the peer says of a REFER of ours. */
    void onTransfer(int status, boolean last) {
        if (state != State.REFERRED && state != State.TRYING) {
            return;
        }
        boolean refused = state == State.REFERRED && last && NO_REFER.contains(status);
        if (refused && mode == TransferMode.AUTO) {
            LOG.info("Call {}: REFER refused with {}; the lines are joined here", call.id(), status);
            if (other == null) {
                place(status);
            } else {
                joinIfStanding();
            }
        } else if (last) {
            if (other != null) {
                other.handedOver(status / 100 == 2);
            }
            last(status);
        } else {
            state = State.TRYING;
            if (other != null) {
                other.handingOver();
            }
            progress.progress(request, status, false);
        }
    }

    /** Calls whom the peer does not want to be sent to; {@code otherwise} is the word where nobody can be called. */
    private void place(int otherwise) {
        LegPlacer placer = joins.placer();
        if (placer == null) {
            last(otherwise);
            return;
        }
        state = State.PLACED;
        ControlRequest placing = request;
        watch = new SecondLeg();
        placer.place(call.trunk(), request.argument(), watch)
                .whenComplete((refusal, failure) -> call.onLoop(() -> {
                    int status = failure != null ? FAULT : refusal;
                    if (status != 0 && state == State.PLACED && request == placing) {
                        LOG.warn(
                                "Call {}: {} is not called: {}; outbound.allow has to list it and a trunk to reach it",
                                call.id(),
                                request.argument(),
                                failure == null ? status : failure.toString());
                        last(otherwise == NO_SUCH_CALL ? status : otherwise);
                    }
                }));
    }

    private void joinIfStanding() {
        if (other.standing()) {
            join(other);
        } else {
            last(NO_SUCH_CALL);
        }
    }

    private void join(TrunkCall with) {
        state = State.IDLE;
        call.join(with);
        last(OK);
    }

    /** The call is joined with another by that one's transfer: nothing comes of its own. */
    void joinedByAnother() {
        if (state == State.PLACED) {
            abandon(false);
        }
    }

    /** The call is over, or another dialog carries it: nothing comes of what was asked. */
    void abandon(boolean ended) {
        TrunkCall placed = leg;
        boolean open = state != State.IDLE;
        state = State.IDLE;
        leg = null;
        watch = LegListener.NONE;
        if (open && other != null && !ended) {
            other.handedOver(false);
        }
        if (placed != null) {
            placed.leave(EndCause.CALLER_HUNG_UP);
        }
        if (open && !ended) {
            progress.progress(request, NO_SUCH_CALL, true);
        }
    }

    private void last(int status) {
        state = State.IDLE;
        leg = null;
        progress.progress(request, status, true);
    }

    /** One second leg; one that nobody waits for any more is hung up. */
    private final class SecondLeg implements LegListener {
        private boolean awaited() {
            return watch == this && state == State.PLACED;
        }

        @Override
        public void onDialled(TrunkCall dialled) {
            if (awaited()) {
                leg = dialled;
            } else {
                dialled.leave(EndCause.CALLER_HUNG_UP);
            }
        }

        @Override
        public void onProgress(int status) {
            if (awaited()) {
                progress.progress(request, status, false);
            }
        }

        @Override
        public void onAnswered(TrunkCall answered) {
            if (awaited()) {
                join(answered);
            } else {
                answered.leave(EndCause.CALLER_HUNG_UP);
            }
        }

        @Override
        public void onEnded(int status) {
            if (awaited()) {
                last(status >= 300 ? status : UNAVAILABLE);
            }
        }
    }

    /** Things that a transfer needs of the other calls. SIP event loop only. */
    interface Joins {
        /** No other calls. */
        Joins NONE = new Joins() {
            @Override
            public TrunkCall standing(String callId) {
                return null;
            }

            @Override
            public LegPlacer placer() {
                return null;
            }
        };

        /** Returns the answered call of that id, or null. */
        TrunkCall standing(String callId);

        /** Returns who places second legs; null for nobody. */
        LegPlacer placer();
    }
}
