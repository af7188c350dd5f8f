package io.sidetone.core.port;

/** Recognition of one call. Called on the lane thread: no method blocks, none allocates per frame. */
public interface RecognizerSession extends SpeechSourceSession {
    /** Begins an utterance that belongs to the turn {@code token}. */
    void start(long token, ListenHint hint);

    /**
     * Adds 20 ms of the utterance; the array is the caller's and is copied.
     *
     * @return false if the session could not take the frame (its queue is full); the frame is lost and counted
     */
    boolean audio(short[] pcm, int offset, int samples);

    /**
     * Beside {@link #audio}, for recognizers that distinguish speech from noise themselves
     * ({@link Recognizer.Capabilities#givesEvidence}); others return true.
     */
    @Override
    boolean hear(short[] pcm, int offset, int samples, long streamPosMs);

    /**
     * Ends the utterance: a final transcript (possibly empty) or a failure for {@code token} follows.
     *
     * @param replyExpected whether what was said will be answered as soon as it is understood, for services that recognize
     *     and answer in one
     */
    void end(long token, boolean replyExpected);

    /**
     * The caller has fallen silent and may have finished. The utterance stays open; a session that can makes the words of what
     * was said so far now, others do nothing.
     */
    void pauses(long token);

    /** The caller speaks again after {@link #pauses}. */
    void goesOn(long token);

    /** Drops the utterance: nothing more follows for {@code token}. */
    void cancel(long token);

    /** Releases everything; {@link RecognizerEvents#closed} follows, once. */
    void close();
}
