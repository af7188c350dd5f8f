package io.sidetone.audio.codec;

import java.util.Arrays;

/** Linear PCM16 in network byte order (RFC 3551 section 4.5.11), two bytes per sample, at the rate given. */
public final class L16 implements AudioCodec {
    private final int sampleRateHz;

    /** Creates the codec for a stream of {@code sampleRateHz}. */
    public L16(int sampleRateHz) {
        if (sampleRateHz <= 0) {
            throw new IllegalArgumentException(
                    "L16 sample rate " + sampleRateHz + " Hz must be positive; give the rate of the stream");
        }
        this.sampleRateHz = sampleRateHz;
    }

    @Override
    public int sampleRateHz() {
        return sampleRateHz;
    }

    @Override
    public int decode(byte[] in, int off, int len, short[] out, int outOff) {
        int samples = len >> 1;
        for (int i = 0; i < samples; i++) {
            out[outOff + i] = (short) (in[off + 2 * i] << 8 | in[off + 2 * i + 1] & 0xFF);
        }
        return samples;
    }

    @Override
    public int encode(short[] pcm, int off, int samples, byte[] out, int outOff) {
        for (int i = 0; i < samples; i++) {
            short sample = pcm[off + i];
            out[outOff + 2 * i] = (byte) (sample >> 8);
            out[outOff + 2 * i + 1] = (byte) sample;
        }
        return 2 * samples;
    }

    @Override
    public int bytesForSamples(int samples) {
        return 2 * samples;
    }

    @Override
    public int samplesForBytes(int bytes) {
        return bytes >> 1;
    }

    @Override
    public void fillSilence(byte[] out, int off, int len) {
        Arrays.fill(out, off, off + len, (byte) 0);
    }
}
