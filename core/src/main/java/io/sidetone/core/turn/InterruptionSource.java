package io.sidetone.core.turn;

/**
 * Source that noticed an interruption, mapped to the four names of the ITE: what a speech service heard ({@code azure-vad}), what
 * was heard here ({@code client-hint}), what somebody pressed or asked for ({@code ui-command}), what the engine decided.
 */
public enum InterruptionSource {
    /** A speech service: the speech_started of a realtime model, the words of a recognizer. */
    SERVICE("azure-vad"),
    /** A detector of this process: energy, or a network that runs off the lane. */
    DETECTOR("client-hint"),
    /** A key, a button, a request of a client. */
    COMMAND("ui-command"),
    /** The engine itself. */
    SYSTEM("system");

    private final String wireName;

    InterruptionSource(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name used in turn events. */
    public String wireName() {
        return wireName;
    }
}
