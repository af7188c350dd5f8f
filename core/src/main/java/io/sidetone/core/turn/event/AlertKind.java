package io.sidetone.core.turn.event;

/** Reasons for which a call raises an alert (VAN-13). */
public enum AlertKind {
    /** The model lets the caller wait. */
    THINKING_TOO_LONG("thinking"),
    /** The agent speaks without end. */
    RESPONDING_TOO_LONG("responding"),
    /** The caller keeps interrupting. */
    INTERRUPTED_TOO_OFTEN("interruptions");

    private final String wireName;

    AlertKind(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in metrics, messages and configuration. */
    public String wireName() {
        return wireName;
    }
}
