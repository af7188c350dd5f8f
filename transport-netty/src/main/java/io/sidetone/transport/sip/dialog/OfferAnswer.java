package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.transaction.TransitionTable;
import io.sidetone.transport.sip.transaction.TransitionTable.Step;
import java.util.Objects;

/**
 * Session description that is on the table (RFC 3264 section 4, RFC 6337): at any time at most one offer, in one
 * direction. SIP event loop only.
 */
public final class OfferAnswer {
    /** The states. */
    public enum State {
        /** Awaits the next offer of either side. */
        STABLE,
        /** Awaits the peer's answer to our offer. */
        LOCAL_OFFER,
        /** Awaits our answer to the peer's offer. */
        REMOTE_OFFER
    }

    /** The events. */
    public enum Event {
        /** We sent an offer. */
        OFFER_SENT,
        /** The peer sent an offer. */
        OFFER_RECEIVED,
        /** We sent the answer. */
        ANSWER_SENT,
        /** The peer sent the answer. */
        ANSWER_RECEIVED,
        /** The offer was refused, cancelled or never answered: the session is what it was before. */
        WITHDRAWN
    }

    /** Actions of a step on the descriptions. */
    private enum Action {
        /** Remember the offer until its answer. */
        HOLD_OFFER,
        /** Both agreed: the peer's offer and our answer. */
        AGREE_AS_ANSWERER,
        /** Both agreed: our offer and the peer's answer. */
        AGREE_AS_OFFERER,
        /** Forget the offer. */
        DROP_OFFER
    }

    private static final TransitionTable<State, Event, Action> TABLE = TransitionTable.<State, Event, Action>of(
                    State.class, Event.class)
            .on(State.STABLE, Event.OFFER_SENT, State.LOCAL_OFFER, Action.HOLD_OFFER)
            .on(State.STABLE, Event.OFFER_RECEIVED, State.REMOTE_OFFER, Action.HOLD_OFFER)
            .on(State.LOCAL_OFFER, Event.ANSWER_RECEIVED, State.STABLE, Action.AGREE_AS_OFFERER)
            .on(State.LOCAL_OFFER, Event.WITHDRAWN, State.STABLE, Action.DROP_OFFER)
            .on(State.REMOTE_OFFER, Event.ANSWER_SENT, State.STABLE, Action.AGREE_AS_ANSWERER)
            .on(State.REMOTE_OFFER, Event.WITHDRAWN, State.STABLE, Action.DROP_OFFER)
            .build();

    private State state = State.STABLE;
    private byte[] pending;
    private byte[] localSdp;
    private byte[] remoteSdp;

    /** Returns the state. */
    public State state() {
        return state;
    }

    /** Returns the last description of ours that both sides agreed on, or null. */
    public byte[] localSdp() {
        return localSdp;
    }

    /** Returns the last description of the peer that both sides agreed on, or null. */
    public byte[] remoteSdp() {
        return remoteSdp;
    }

    /**
     * Takes one event.
     *
     * @param sdp the description that was sent or received; null only for {@link Event#WITHDRAWN}
     * @return whether the event was legal; an illegal one changes nothing
     */
    public boolean on(Event event, byte[] sdp) {
        Step<State, Action> step = TABLE.step(state, event);
        if (step == null) {
            return false;
        }
        state = step.next();
        for (Action action : step.actions()) {
            perform(action, sdp);
        }
        return true;
    }

    private void perform(Action action, byte[] sdp) {
        switch (action) {
            case HOLD_OFFER -> pending = Objects.requireNonNull(sdp, "sdp");
            case AGREE_AS_ANSWERER -> {
                remoteSdp = pending;
                localSdp = Objects.requireNonNull(sdp, "sdp");
            }
            case AGREE_AS_OFFERER -> {
                localSdp = pending;
                remoteSdp = Objects.requireNonNull(sdp, "sdp");
            }
            default -> pending = null;
        }
    }

    /**
     * Returns how a new offer of the peer has to be refused now (RFC 3311 5.2, RFC 6337 section 5): 491 when ours is on
     * the table, 500 when the peer's own still is, 0 when it may be taken.
     */
    public int refusal() {
        return switch (state) {
            case STABLE -> 0;
            case LOCAL_OFFER -> 491;
            case REMOTE_OFFER -> 500;
        };
    }

    /**
     * Returns whether {@code sdp} asks for what the peer's last agreed description already said, so that media need not
     * notice it: the same lines, the version number of {@code o=} aside.
     */
    public boolean unchanged(byte[] sdp) {
        return remoteSdp != null && SdpText.sameSession(remoteSdp, sdp);
    }
}
