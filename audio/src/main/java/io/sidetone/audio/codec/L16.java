package io.sidetone.audio.codec;

import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Linear PCM16, two bytes per sample, at the given rate: in network byte order (RFC 3551 section 4.5.11), or with the
 * low byte first as in most media streams.
 */
public final class L16 implements AudioCodec {
    private final int sampleRateHz;
    private final int high;

    /**
     * Creates the codec for a stream of {@code sampleRateHz} in {@code order}.
     *
     * @throws IllegalArgumentException when the rate is below 1 Hz
     */
    public L16(int sampleRateHz, ByteOrder order) {
        if (sampleRateHz <= 0) {
            throw new IllegalArgumentException(
                    "L16 sample rate " + sampleRateHz + " Hz must be positive; give the rate of the stream");
        }
        this.sampleRateHz = sampleRateHz;
        this.high = order == ByteOrder.BIG_ENDIAN ? 0 : 1;
    }

    @Override
    public int sampleRateHz() {
        return sampleRateHz;
    }

    @Override
    public int decode(byte[] in, int off, int len, short[] out, int outOff) {
        int samples = len >> 1;
        for (int i = 0; i < samples; i++) {
            out[outOff + i] = (short) (in[off + 2 * i + high] << 8 | in[off + 2 * i + 1 - high] & 0xFF);
        }
        return samples;
    }

    @Override
    public int encode(short[] pcm, int off, int samples, byte[] out, int outOff) {
        for (int i = 0; i < samples; i++) {
            short sample = pcm[off + i];
            out[outOff + 2 * i + high] = (byte) (sample >> 8);
            out[outOff + 2 * i + 1 - high] = (byte) sample;
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
