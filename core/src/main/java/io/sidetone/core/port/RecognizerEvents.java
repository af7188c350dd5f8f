package io.sidetone.core.port;

import io.sidetone.core.dialogue.SentenceEnd;

/** Answers of a recognizer to a call. Any thread; never blocks; events after {@code closed} are dropped and counted. */
public interface RecognizerEvents extends SpeechEvidenceEvents {
    /** The session can take audio. */
    void ready();

    /** Words so far; may change. */
    void partial(long token, String text);

    /** Words so far, and what the recognizer knows of their end: it may go on whatever {@code end} says. */
    void judged(long token, String text, SentenceEnd end);

    /**
     * The words reported last were made with all of the utterance's sound that the session was given, but the last
     * {@code behindMs}. A service that does not say how far it has heard leaves this out: its words then count as whole
     * when they do not change.
     */
    void covers(long token, int behindMs);

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
