package io.sidetone.server.softphone.sound;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.level.Level;
import java.util.Arrays;

/**
 * One sound of the caller: mono PCM16 at 8 kHz in whole frames of 20 ms, the last one filled up with zeros. Immutable.
 *
 * <p>A frame is voiced when its RMS is above {@link Level#AGENT_AUDIO_DBOV}: the same rule that tells the agent's audio
 * from its silence. The sound begins and ends, as far as any measurement is concerned, with its voiced frames.
 */
public final class CallerSound {
    /** What {@link #firstVoicedFrame} and {@link #lastVoicedFrame} return for a sound nobody could hear. */
    public static final int NONE = -1;

    /** Samples of one frame. */
    public static final int FRAME_SAMPLES = SampleRate.frameSamples(SampleRate.NARROWBAND_HZ);

    private final String file;
    private final short[] pcm;
    private final int firstVoicedFrame;
    private final int lastVoicedFrame;

    /**
     * Makes a sound of samples.
     *
     * @param file its name in every report
     * @param samples mono PCM16 at 8 kHz; copied
     */
    public CallerSound(String file, short[] samples) {
        this.file = file;
        int frames = (samples.length + FRAME_SAMPLES - 1) / FRAME_SAMPLES;
        pcm = Arrays.copyOf(samples, frames * FRAME_SAMPLES);
        int first = NONE;
        int last = NONE;
        for (int frame = 0; frame < frames; frame++) {
            if (Level.isAgentAudio(pcm, frame * FRAME_SAMPLES, FRAME_SAMPLES)) {
                first = first == NONE ? frame : first;
                last = frame;
            }
        }
        firstVoicedFrame = first;
        lastVoicedFrame = last;
    }

    /** Returns the name of the sound, as the user wrote it. */
    public String file() {
        return file;
    }

    /** Returns the number of frames. */
    public int frames() {
        return pcm.length / FRAME_SAMPLES;
    }

    /** Returns the first voiced frame, counted from 0, or {@link #NONE}. */
    public int firstVoicedFrame() {
        return firstVoicedFrame;
    }

    /** Returns the last voiced frame, counted from 0, or {@link #NONE}. */
    public int lastVoicedFrame() {
        return lastVoicedFrame;
    }

    /** Copies one frame into the first {@link #FRAME_SAMPLES} samples of {@code out}. */
    public void copyFrame(int frame, short[] out) {
        System.arraycopy(pcm, frame * FRAME_SAMPLES, out, 0, FRAME_SAMPLES);
    }
}
