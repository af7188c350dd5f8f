package io.sidetone.core.turn.event;

/** The types of turn events (ITE-MSG-001). */
public enum TurnEventType {
    /** The state, or its name in one of the four vocabularies, changed; or diagnostics about the present one. */
    STATE_CHANGED("state-changed"),
    /** Somebody has the floor. */
    TURN_STARTED("turn-started"),
    /** Its holder has given it back, or lost it. */
    TURN_ENDED("turn-ended"),
    /** The agent's turn was cut short. */
    INTERRUPTION("interruption"),
    /** Another policy applies. */
    POLICY_UPDATED("policy-updated"),
    /** Something the call needs does not answer. */
    DEGRADED("degraded"),
    /** Everything answers again. */
    RECOVERED("recovered"),
    /** The call is over: all of it, with what was said. Last event of a call. */
    CALL_ENDED("call-ended");

    private final String wireName;

    TurnEventType(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name used in messages. */
    public String wireName() {
        return wireName;
    }
}
