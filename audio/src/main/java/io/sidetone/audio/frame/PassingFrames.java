package io.sidetone.audio.frame;

import io.sidetone.audio.SampleRate;

/**
 * Room for a frame on its way from one rate to another: mono PCM16, 20 ms at up to 48 kHz. One set for each thread, however many calls are
 * on it: who gets a frame copies it, so a call keeps none, and the same few cache lines serve them all.
 */
public final class PassingFrames {
    private static final ThreadLocal<PassingFrames> OF_THREAD = ThreadLocal.withInitial(PassingFrames::new);

    private final Thread owner = Thread.currentThread();

    /** The caller, at the recognizer's rate. */
    public final short[] forRecognizer = new short[SampleRate.MAX_FRAME_SAMPLES];

    /** The caller, at the rate of an off-lane detector. */
    public final short[] forDetector = new short[SampleRate.MAX_FRAME_SAMPLES];

    /** The agent, at the rate of its voice. */
    public final short[] ofVoice = new short[SampleRate.MAX_FRAME_SAMPLES];

    private PassingFrames() {}

    /**
     * Returns the set of this thread.
     *
     * @param last the set that the asker got before, or null: quick when it is this thread's
     */
    public static PassingFrames ofThread(PassingFrames last) {
        return last != null && last.owner == Thread.currentThread() ? last : OF_THREAD.get();
    }
}
