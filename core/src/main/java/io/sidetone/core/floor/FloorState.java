package io.sidetone.core.floor;

/** The states of a call; each says what it awaits and how the four published designs call it (conformance section 1). */
public enum FloorState {
    /** Awaits a client or call. */
    NOT_CONNECTED("a client or call", "not_connected", null, "idle", null),
    /** Awaits authentication and the opening of the engines. */
    CONNECTING("auth, engines opening", "connecting", "INITIALIZING", "idle", "idle"),
    /** Awaits somebody to take the floor; the microphone is open. */
    IDLE("somebody to take the floor", "idle", "LISTENING", "idle", "idle"),
    /** Awaits the end of the caller's speech. */
    LISTENING("the end of the caller's speech", "user_speaking", "LISTENING", "listening", "listening"),
    /** Awaits the final transcript. */
    FINALIZING("the final transcript", "ai_thinking", "LISTENING", "thinking", "listening"),
    /** Awaits the model's response. */
    THINKING("the model's response", "ai_thinking", "THINKING", "thinking", "thinking"),
    /** Awaits an action's result. */
    ACTION("an action's result", "invoke_action", "THINKING", "thinking", "thinking"),
    /** Awaits the end of playback. */
    SPEAKING("the end of playback", "ai_speaking", "RESPONDING", "speaking", "speaking"),
    /** Awaits cleanup, within the same event. */
    INTERRUPTED("cleanup, in the same event", null, "INTERRUPTED", null, null),
    /** Awaits the release of resources. */
    ENDING("the release of resources", "not_connected", "ENDED", "idle", null),
    /** Awaits nothing. */
    ENDED("nothing", "not_connected", "ENDED", "idle", null);

    private final String awaits;
    private final String vip;
    private final String vantum;
    private final String ite;
    private final String vela;

    FloorState(String awaits, String vip, String vantum, String ite, String vela) {
        this.awaits = awaits;
        this.vip = vip;
        this.vantum = vantum;
        this.ite = ite;
        this.vela = vela;
    }

    /** Returns what the state waits for, in words. */
    public String awaits() {
        return awaits;
    }

    /** Returns the VIP wire id, or null where VIP does not show the state. */
    public String vip() {
        return vip;
    }

    /** Returns the Vantum name, or null. */
    public String vantum() {
        return vantum;
    }

    /** Returns the ITE name, or null. */
    public String ite() {
        return ite;
    }

    /** Returns the Vela name, or null. */
    public String vela() {
        return vela;
    }

    /** Returns whether engines and media belong to a call in this state. */
    public boolean live() {
        return this != NOT_CONNECTED && this != ENDING && this != ENDED;
    }
}
