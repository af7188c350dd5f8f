package io.sidetone.transport.sip.register;

/** State of whether a peer answers, as data and one function: down after three requests without an answer. One thread. */
public final class PeerHealth {
    private static final int SILENT_LIMIT = 3;

    private State state = State.UNKNOWN;
    private int silent;
    private long latencyNs = -1;

    /** States of what is known. */
    public enum State {
        /** Nothing yet. */
        UNKNOWN,
        /** The last request was answered, or one of the last. */
        UP,
        /** None of the last three was. */
        DOWN
    }

    /** Events that can happen to a request. */
    public enum Event {
        /** It was answered, whatever the answer said. */
        ANSWERED,
        /** It was answered by 503: the peer is there and takes no calls. */
        UNAVAILABLE,
        /** Nobody answered, or it could not be sent. */
        SILENT
    }

    /**
     * Takes the outcome of a request.
     *
     * @param sentNs when it was sent
     * @return whether the state is another one now
     */
    public boolean transition(Event event, long sentNs, long nowNs) {
        State before = state;
        if (event == Event.ANSWERED) {
            silent = 0;
            latencyNs = nowNs - sentNs;
            state = State.UP;
        } else {
            silent++;
            if (silent >= SILENT_LIMIT) {
                state = State.DOWN;
            }
        }
        return state != before;
    }

    /** Returns what is known. */
    public State state() {
        return state;
    }

    /** Returns how many requests in a row had no good answer. */
    public int silent() {
        return silent;
    }

    /** Returns how long the last answer took, in ns; negative before the first. */
    public long latencyNs() {
        return latencyNs;
    }
}
