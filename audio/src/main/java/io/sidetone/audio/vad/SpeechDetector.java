package io.sidetone.audio.vad;

import io.sidetone.audio.echo.EchoCanceller;
import io.sidetone.audio.prosody.HeardVoice;

/**
 * Scores how likely it is that the caller speaks in a frame.
 *
 * <p>One detector per call and direction, one thread at a time, frames in stream order without gaps (concealed or silent
 * frames replace lost ones). Nothing is allocated after creation.
 */
public interface SpeechDetector extends HeardVoice {
    /** A frame of ours that was given is read until so many more were: an echo of it may be looked for only later. */
    int READ_FRAMES = EchoCanceller.READ_FRAMES;

    /** The shipped threshold: a score at or above it means speech. */
    float SPEECH_THRESHOLD = 0.7f;

    /**
     * Scores one 20 ms frame.
     *
     * @param near mono PCM16 from the caller
     * @param nearOff first sample of the frame in {@code near}
     * @param far mono PCM16 that we send in the same 20 ms, whose echo may return; null means silence. It stays as it is
     *     until {@link #READ_FRAMES} more were given, or until {@link #settle}
     * @param farOff first sample of the frame in {@code far}
     * @param samples samples of each frame, 20 ms at the detector's rate
     * @return 0 … 1, calibrated so that {@link #SPEECH_THRESHOLD} is the shipped threshold
     */
    float score(short[] near, int nearOff, short[] far, int farOff, int samples);

    /**
     * Takes a frame that we sent while the caller's frame of the same 20 ms was lost: it gets no score, but its echo is
     * considered.
     *
     * @param far mono PCM16 that we send, as of {@link #score}; null means silence
     */
    void miss(short[] far, int farOff, int samples);

    /**
     * Writes the last near frame without the echo of our own voice into {@code out}: mono PCM16, one frame; the caller
     * owns the array. Before the array with the near frame changes, and before another detector of the same thread scores.
     */
    void heard(short[] out, int off);

    /** Frames of ours that were given may change from now on: what they are still needed for is done now. */
    void settle();

    /** Resets the detector to the state of a new one. */
    void reset();
}
