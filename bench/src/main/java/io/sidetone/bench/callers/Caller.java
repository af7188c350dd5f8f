package io.sidetone.bench.callers;

import io.sidetone.transport.sip.sdp.MediaAgreement;

/**
 * One line of callers: calls, talks, holds or hangs up, and after a pause the next one calls. Timer thread only; no clock of its own. What
 * it decides is done by {@link Telephone}.
 */
final class Caller {
    private static final long ANSWER_LIMIT_NS = 20_000_000_000L;
    private static final long END_LIMIT_NS = 40_000_000_000L;

    /** States, by what is awaited. */
    enum State {
        /** Its time to call. */
        AWAY,
        /** The answer. */
        CALLING,
        /** The end of what it has to say. */
        TALKING,
        /** The end of the hold. */
        HOLDING,
        /** That the call is over. */
        ENDING
    }

    /** Things that the telephone does for it. */
    interface Telephone {
        /** Calls. */
        void call();

        /** Sends sound to where the agent hears. */
        void talk(MediaAgreement media);

        /** Puts the agent on hold, or takes it back. */
        void hold(boolean on);

        /** Sends no more sound, and says goodbye. */
        void hangUp();

        /** Something went another way than it should. */
        void failed(String why);
    }

    private final Telephone line;
    private final CallerHabits habits;
    private State state = State.AWAY;
    private long dueNs;
    private int calls;
    private int holds;

    /** Creates a line whose first call begins at {@code firstNs}. */
    Caller(Telephone line, CallerHabits habits, long firstNs) {
        this.line = line;
        this.habits = habits;
        this.dueNs = firstNs;
    }

    State state() {
        return state;
    }

    /** Calls that were answered. */
    int calls() {
        return calls;
    }

    /** Times that the agent was put on hold. */
    int holds() {
        return holds;
    }

    /** Time has passed. */
    void step(long nowNs) {
        if (nowNs - dueNs < 0) {
            return;
        }
        switch (state) {
            case AWAY -> {
                to(State.CALLING, nowNs + ANSWER_LIMIT_NS);
                line.call();
            }
            case CALLING -> {
                line.failed("not answered within 20 s");
                end(nowNs);
            }
            case TALKING -> {
                if (habits.holds()) {
                    holds++;
                    to(State.HOLDING, nowNs + habits.holdNs());
                    line.hold(true);
                } else {
                    end(nowNs);
                }
            }
            case HOLDING -> {
                to(State.TALKING, nowNs + habits.talkNs());
                line.hold(false);
            }
            default -> {
                line.failed("its BYE was not answered within 40 s");
                to(State.AWAY, nowNs + habits.awayNs());
            }
        }
    }

    private void end(long nowNs) {
        to(State.ENDING, nowNs + END_LIMIT_NS);
        line.hangUp();
    }

    private void to(State next, long untilNs) {
        state = next;
        dueNs = untilNs;
    }

    /** The agent has answered. */
    void answered(MediaAgreement media, long nowNs) {
        if (state == State.CALLING) {
            calls++;
            to(State.TALKING, nowNs + habits.talkNs());
            line.talk(media);
        }
    }

    /** The call is over; {@code why} says how. */
    void ended(String why, long nowNs) {
        if (state != State.ENDING) {
            line.failed("ended while " + state + ": " + why);
            line.hangUp();
        }
        to(State.AWAY, nowNs + habits.awayNs());
    }
}
