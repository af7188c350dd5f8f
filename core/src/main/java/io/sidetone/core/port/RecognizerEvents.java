package io.sidetone.core.port;

/** How a recognizer answers a call. Any thread; never blocks; events after {@code closed} are dropped and counted. */
public interface RecognizerEvents extends SpeechEvidenceEvents {
    /** The session can take audio. */
    void ready();

    /** Words so far; may change. */
    void partial(long token, String text);

    /** Words so far that the recognizer takes for the whole utterance, although it may go on. */
    void likelyComplete(long token, String text);

    /** The words of the utterance; empty when nothing was recognized. */
    void finalTranscript(long token, String text);

    /** The session (token 0) or one utterance failed. */
    void failed(long token, EngineFailure failure);

    /** Comes only from a recognizer that {@linkplain Recognizer.Capabilities#givesEvidence gives evidence}. */
    @Override
    void evidence(long streamPosMs, float score);

    /**
     * The caller has begun to speak, for certain: a service whose judgment replaces the call's own. Comes only
     * from a recognizer that {@linkplain Recognizer.Capabilities#givesEvidence gives evidence}, in addition to that.
     */
    void speechStarted();

    /** Everything the session held is released. */
    void closed();
}
