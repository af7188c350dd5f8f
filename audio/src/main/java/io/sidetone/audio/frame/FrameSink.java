package io.sidetone.audio.frame;

/** Receives complete frames. */
@FunctionalInterface
public interface FrameSink {
    /**
     * Takes one frame of mono PCM16. The array is only lent until this returns: copy what must stay.
     *
     * @param pcm array that holds the frame
     * @param off first sample of the frame
     * @param samples samples of the frame, always one full frame
     */
    void onFrame(short[] pcm, int off, int samples);
}
