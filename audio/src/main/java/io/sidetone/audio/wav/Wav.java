package io.sidetone.audio.wav;

/**
 * Recorded sound: PCM16, one or more channels, interleaved samples. Immutable: arrays are copied at input and output.
 */
public final class Wav {
    private final int sampleRateHz;
    private final int channels;
    private final short[] interleaved;

    private Wav(int sampleRateHz, int channels, short[] interleaved) {
        if (sampleRateHz <= 0 || channels <= 0) {
            throw new IllegalArgumentException(
                    "a recording of " + channels + " channels at " + sampleRateHz + " Hz; both must be positive");
        }
        if (interleaved.length % channels != 0) {
            throw new IllegalArgumentException(interleaved.length + " samples do not divide into " + channels
                    + " channels; give every channel the same length");
        }
        this.sampleRateHz = sampleRateHz;
        this.channels = channels;
        this.interleaved = interleaved;
    }

    /** Returns a recording of one channel; copies the PCM16 samples. */
    public static Wav mono(int sampleRateHz, short[] pcm) {
        return new Wav(sampleRateHz, 1, pcm.clone());
    }

    /** Returns a recording of two channels; copies the PCM16 samples. Silence extends the shorter one. */
    public static Wav stereo(int sampleRateHz, short[] left, short[] right) {
        short[] both = new short[2 * Math.max(left.length, right.length)];
        for (int i = 0; i < left.length; i++) {
            both[2 * i] = left[i];
        }
        for (int i = 0; i < right.length; i++) {
            both[2 * i + 1] = right[i];
        }
        return new Wav(sampleRateHz, 2, both);
    }

    /**
     * Returns a recording of interleaved PCM16 samples, {@code channels} of them per frame; copies them.
     *
     * @throws IllegalArgumentException when rate or channels are not positive, or the samples do not divide into the
     *     channels
     */
    public static Wav interleaved(int sampleRateHz, int channels, short[] pcm) {
        return new Wav(sampleRateHz, channels, pcm.clone());
    }

    /** Creates a recording that owns the array, which the reader has just created. */
    static Wav owning(int sampleRateHz, int channels, short[] pcm) {
        return new Wav(sampleRateHz, channels, pcm);
    }

    /** Returns the sample rate in hertz. */
    public int sampleRateHz() {
        return sampleRateHz;
    }

    /** Returns the number of channels. */
    public int channels() {
        return channels;
    }

    /** Returns the samples of each channel. */
    public int samples() {
        return interleaved.length / channels;
    }

    /** Returns the duration in milliseconds. */
    public double durationMs() {
        return 1000.0 * samples() / sampleRateHz;
    }

    /** Returns one sample of one channel. */
    public short sample(int channel, int index) {
        return interleaved[index * channels + channel];
    }

    /**
     * Returns a copy of one channel, counted from 0.
     *
     * @throws IllegalArgumentException when there is no such channel
     */
    public short[] channel(int channel) {
        if (channel < 0 || channel >= channels) {
            throw new IllegalArgumentException(
                    "channel " + channel + " does not exist; this recording has 0 to " + (channels - 1));
        }
        short[] pcm = new short[samples()];
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = interleaved[i * channels + channel];
        }
        return pcm;
    }

    /** Returns the mean of all channels, for consumers with one channel. */
    public short[] mixedToMono() {
        short[] pcm = new short[samples()];
        for (int i = 0; i < pcm.length; i++) {
            int sum = 0;
            for (int channel = 0; channel < channels; channel++) {
                sum += interleaved[i * channels + channel];
            }
            pcm[i] = (short) Math.floorDiv(2 * sum + channels, 2 * channels);
        }
        return pcm;
    }

    /** Returns a copy of all samples, frame by frame. */
    public short[] interleaved() {
        return interleaved.clone();
    }
}
