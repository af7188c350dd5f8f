package io.sidetone.core.port;

/**
 * A source of speech evidence for one call that works off the lane: a network, a recognizer, a realtime model. Called
 * on the lane thread: no method blocks, none allocates per frame. What it finds comes back through {@link
 * SpeechEvidenceEvents}.
 */
public interface SpeechSourceSession {
    /**
     * Takes a copy of 20 ms of the caller: every frame while this source is the selected one, in utterances and between
     * them; the array is the lane's.
     *
     * @param pcm PCM16 mono, at the rate the engine asked for
     * @param streamPosMs end of the frame in the caller's stream; evidence that rests on it names it
     * @return false if there was no room (its queue is full); the frame is lost and counted
     */
    boolean hear(short[] pcm, int offset, int samples, long streamPosMs);
}
