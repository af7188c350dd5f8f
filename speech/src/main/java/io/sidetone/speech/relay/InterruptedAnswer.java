package io.sidetone.speech.relay;

import java.util.concurrent.TimeUnit;

/**
 * The answer that the caller cut, as long as its agent may still send it. An agent that stops for an interruption is silent until the
 * next prompt; one that does not go on sends more of the old answer, and ends it some time. Messages do not say which answer they
 * belong to. Event loop only.
 */
final class InterruptedAnswer {
    /** An old answer of which nothing comes for so long was given up without its end. */
    static final long GAP_NS = TimeUnit.MILLISECONDS.toNanos(1_500);

    /** States of what is known of it. */
    private enum State {
        /** There is none, or it has ended. */
        NONE,
        /** Its end has not come; the agent has said nothing since it read of the interruption. */
        OWED,
        /** It goes on. */
        GOES_ON
    }

    private State state = State.NONE;
    private long newestNs;

    /** The caller has cut an answer; {@code complete} where all of it had come. */
    void cut(boolean complete) {
        if (!complete && state == State.NONE) {
            state = State.OWED;
        }
    }

    /**
     * Takes text that came after the agent had read of the interruption.
     *
     * @param silent whether there are no words in it
     * @param asked whether the next answer is asked for, and nothing of it has come
     * @return whether it belongs to the answer that was cut
     */
    boolean owns(boolean silent, boolean last, boolean asked, long nowNs) {
        if (state == State.GOES_ON && nowNs - newestNs > GAP_NS) {
            state = State.NONE;
        }
        boolean owned =
                switch (state) {
                    case NONE -> false;
                    // Who has stopped says nothing before it is asked again, but perhaps that this is the end.
                    case OWED -> !asked || silent && last;
                    case GOES_ON -> true;
                };
        if (owned) {
            state = last ? State.NONE : State.GOES_ON;
            newestNs = nowNs;
        } else if (asked) {
            state = State.NONE;
        }
        return owned;
    }
}
