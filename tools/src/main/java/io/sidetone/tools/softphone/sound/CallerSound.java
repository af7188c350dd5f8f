package io.sidetone.tools.softphone.sound;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.Level;
import java.util.Arrays;

/**
 * One sound of the caller: mono PCM16 at 8 or 16 kHz in whole frames of 20 ms; zeros fill the last frame. Immutable.
 *
 * <p>A frame is voiced when its RMS is above {@link Level#AGENT_AUDIO_DBOV}; the same rule separates the agent's audio
 * from its silence. Every measurement uses the first and the last voiced frame as begin and end of the sound.
 */
public final class CallerSound {
    /** The value of {@link #firstVoicedFrame} and {@link #lastVoicedFrame} for a sound without voiced frames. */
    public static final int NONE = -1;

    private final String file;
    private final int sampleRateHz;
    private final int frameSamples;
    private final short[] pcm;
    private final int firstVoicedFrame;
    private final int lastVoicedFrame;

    /** Creates a sound from samples at 8 kHz, which are copied. */
    public CallerSound(String file, short[] samples) {
        this(file, SampleRate.NARROWBAND_HZ, samples);
    }

    /**
     * Creates a sound from samples.
     *
     * @param file its name in reports
     * @param samples mono PCM16; copied
     */
    public CallerSound(String file, int sampleRateHz, short[] samples) {
        this.file = file;
        this.sampleRateHz = sampleRateHz;
        this.frameSamples = SampleRate.frameSamples(sampleRateHz);
        int frames = (samples.length + frameSamples - 1) / frameSamples;
        pcm = Arrays.copyOf(samples, frames * frameSamples);
        int first = NONE;
        int last = NONE;
        for (int frame = 0; frame < frames; frame++) {
            if (Level.isAgentAudio(pcm, frame * frameSamples, frameSamples)) {
                first = first == NONE ? frame : first;
                last = frame;
            }
        }
        firstVoicedFrame = first;
        lastVoicedFrame = last;
    }

    /** Returns this sound resampled for a line of another rate. */
    public CallerSound at(int otherRateHz) {
        return otherRateHz == sampleRateHz
                ? this
                : new CallerSound(file, otherRateHz, CallerSounds.converted(pcm, sampleRateHz, otherRateHz));
    }

    /** Returns this sound behind {@code silent} samples of silence. */
    public CallerSound after(int silent) {
        short[] later = new short[silent + pcm.length];
        System.arraycopy(pcm, 0, later, silent, pcm.length);
        return new CallerSound(file, sampleRateHz, later);
    }

    /** Returns all samples, a copy: mono PCM16. */
    public short[] pcm() {
        return pcm.clone();
    }

    /** Returns the number of samples in one frame. */
    public int frameSamples() {
        return frameSamples;
    }

    /** Returns the name of the sound, as the user wrote it. */
    public String file() {
        return file;
    }

    /** Returns the number of frames. */
    public int frames() {
        return pcm.length / frameSamples;
    }

    /** Returns the first voiced frame, counted from 0, or {@link #NONE}. */
    public int firstVoicedFrame() {
        return firstVoicedFrame;
    }

    /** Returns the last voiced frame, counted from 0, or {@link #NONE}. */
    public int lastVoicedFrame() {
        return lastVoicedFrame;
    }

    /**
     * Copies one frame of mono PCM16 into the first {@link #frameSamples} samples of {@code out}, which the caller
     * owns.
     */
    public void copyFrame(int frame, short[] out) {
        System.arraycopy(pcm, frame * frameSamples, out, 0, frameSamples);
    }
}
