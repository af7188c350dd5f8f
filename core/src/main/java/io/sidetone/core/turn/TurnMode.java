package io.sidetone.core.turn;

/** Ways in which the turn engine reads evidence, by floor state. */
public enum TurnMode {
    /** The floor is free: speech starts a turn. */
    OPEN(null, TurnTrigger.FLOOR_OPEN),
    /** The agent thinks: speech takes the floor back, or is kept. */
    THINKING(TurnStage.THINKING, TurnTrigger.FLOOR_THINKING),
    /** An action runs: speech is kept as the caller's next turn. */
    ACTION(TurnStage.ACTION, TurnTrigger.FLOOR_ACTION),
    /** The caller has the floor: silence ends the turn. */
    LISTENING(null, TurnTrigger.FLOOR_CALLER),
    /** The agent speaks and may be interrupted. */
    SPEAKING(TurnStage.SPEAKING, TurnTrigger.FLOOR_AGENT),
    /** The agent speaks for the first time. */
    GREETING(TurnStage.GREETING, TurnTrigger.FLOOR_AGENT),
    /** Evidence means nothing now: hold, set-up. */
    CLOSED(null, TurnTrigger.FLOOR_CLOSED);

    private final TurnStage stage;
    private final TurnTrigger trigger;

    TurnMode(TurnStage stage, TurnTrigger trigger) {
        this.stage = stage;
        this.trigger = trigger;
    }

    /** Returns the stage whose thresholds apply, or null where the floor is not the agent's. */
    public TurnStage stage() {
        return stage;
    }

    /** Returns what entering the mode does to the phase. */
    TurnTrigger trigger() {
        return trigger;
    }
}
