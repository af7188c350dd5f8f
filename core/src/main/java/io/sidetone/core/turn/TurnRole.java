package io.sidetone.core.turn;

/** Parties that may hold the floor. */
public enum TurnRole {
    /** The caller. */
    USER("user"),
    /** The agent. */
    ASSISTANT("assistant");

    private final String wireName;

    TurnRole(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name of the role in turn descriptors. */
    public String wireName() {
        return wireName;
    }
}
