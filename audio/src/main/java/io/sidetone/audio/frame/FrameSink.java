package io.sidetone.audio.frame;

/** Takes frames as they become complete. */
@FunctionalInterface
public interface FrameSink {
    /**
     * Takes one frame of mono PCM16. The array belongs to the caller again when this returns: copy what must live.
     *
     * @param pcm array that holds the frame
     * @param off first sample of the frame
     * @param samples samples of the frame, always one full frame
     */
    void onFrame(short[] pcm, int off, int samples);
}
