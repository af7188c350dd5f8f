package io.sidetone.core.turn;

/** How the turn engine reads evidence, by floor state. */
public enum TurnMode {
    /** Nobody has the floor: speech starts a turn. */
    OPEN(null),
    /** The agent thinks: speech takes the floor back, or is kept. */
    THINKING(TurnStage.THINKING),
    /** An action runs: speech is kept as the caller's next turn. */
    ACTION(TurnStage.ACTION),
    /** The caller has the floor: silence ends the turn. */
    LISTENING(null),
    /** The agent speaks and may be interrupted. */
    SPEAKING(TurnStage.SPEAKING),
    /** The agent speaks for the first time. */
    GREETING(TurnStage.GREETING),
    /** Evidence means nothing now: hold, set-up. */
    CLOSED(null);

    private final TurnStage stage;

    TurnMode(TurnStage stage) {
        this.stage = stage;
    }

    /** Returns the stage whose thresholds apply, or null where the floor is not the agent's. */
    public TurnStage stage() {
        return stage;
    }
}
