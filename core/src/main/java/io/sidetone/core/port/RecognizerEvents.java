package io.sidetone.core.port;

/** How a recogniser answers a call. Any thread; never blocks; events after {@code closed} are dropped and counted. */
public interface RecognizerEvents extends SpeechEvidenceEvents {
    /** The session can take audio. */
    void ready();

    /** Words so far; may change. */
    void partial(long token, String text);

    /** Words so far that the recogniser takes for the whole utterance, although it may go on. */
    default void likelyComplete(long token, String text) {
        partial(token, text);
    }

    /** The words of the utterance; empty when nothing was recognised. */
    void finalTranscript(long token, String text);

    /** The session (token 0) or one utterance failed. */
    void failed(long token, EngineFailure failure);

    /** Comes from sessions of a recogniser that {@linkplain Recognizer#givesEvidence gives evidence} alone. */
    @Override
    default void evidence(long streamPosMs, float score) {}

    /**
     * The caller has begun to speak, for certain: a service whose judgement stands in place of the call's own. Comes from
     * sessions of a recogniser that {@linkplain Recognizer#givesEvidence gives evidence} alone, beside that.
     */
    default void speechStarted() {}

    /** Everything the session held is released. */
    void closed();
}
