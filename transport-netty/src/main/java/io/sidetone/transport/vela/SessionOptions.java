package io.sidetone.transport.vela;

/**
 * Options that {@code session.start} asks for; absent fields ask for nothing.
 *
 * @param protocol version, or 0
 * @param mode {@link #PUSH_TO_TALK}, {@link #OPEN}, or null
 * @param greeting whether the agent speaks first; null leaves it to the mode
 * @param input what {@code input_audio.append} will carry, or null
 * @param output what {@code response.audio.delta} is to carry, or null
 * @param mute whether no audio is wanted at all: {@code output} was null on the wire
 * @param windowMs how long the session shall wait for a lost connection, or 0
 * @param token of the session that this connection takes up again, or null
 * @param lastSeq last message that the client saw of it
 */
record SessionOptions(
        int protocol,
        String mode,
        Boolean greeting,
        VelaAudioFormat input,
        VelaAudioFormat output,
        boolean mute,
        int windowMs,
        String token,
        long lastSeq) {
    static final String PUSH_TO_TALK = "push_to_talk";
    static final String OPEN = "open";

    /** Nothing at all: the document's own session.start. */
    static final SessionOptions NONE = new SessionOptions(0, null, null, null, null, false, 0, null, 0);

    /** Returns whether anything beyond the document is asked for. */
    boolean any() {
        return !equals(NONE);
    }
}
