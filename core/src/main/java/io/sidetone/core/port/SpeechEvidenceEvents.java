package io.sidetone.core.port;

/** Reports of an off-lane source on what it hears. Any thread; never blocks. */
public interface SpeechEvidenceEvents {
    /**
     * Reports how sure the source is that the caller speaks; no report is required, but the lane uses a score for 96 ms at most.
     *
     * @param streamPosMs up to where in the caller's stream, as {@link SpeechSourceSession#hear} named it
     * @param score in 0…1, calibrated so that 0.7 is where speech begins; anything else is dropped and counted
     */
    void evidence(long streamPosMs, float score);
}
