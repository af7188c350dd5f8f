package io.sidetone.audio.codec;

/**
 * G.722 at 64 kbit/s (ITU-T G.722, mode 1): RTP payload type 9, 16 kHz, two samples per byte.
 *
 * <p>Its RTP clock is 8,000 Hz, an error of the first RTP profile that was kept (RFC 3551 section 4.5.2). Each
 * direction has state: one instance serves one stream, in one or both directions, on one thread.
 */
public final class G722 implements AudioCodec {
    private static final int SAMPLE_RATE_HZ = 16_000;
    private static final int CLOCK_RATE_HZ = 8_000;

    private final G722Encoder encoder = new G722Encoder();
    private final G722Decoder decoder = new G722Decoder();

    @Override
    public int sampleRateHz() {
        return SAMPLE_RATE_HZ;
    }

    @Override
    public int clockRateHz() {
        return CLOCK_RATE_HZ;
    }

    @Override
    public int decode(byte[] in, int off, int len, short[] out, int outOff) {
        decoder.decode(in, off, len, out, outOff);
        return 2 * len;
    }

    @Override
    public int encode(short[] pcm, int off, int samples, byte[] out, int outOff) {
        encoder.encode(pcm, off, samples >> 1, out, outOff);
        return samples >> 1;
    }

    @Override
    public int bytesForSamples(int samples) {
        return samples >> 1;
    }

    @Override
    public int samplesForBytes(int bytes) {
        return 2 * bytes;
    }

    /** Encodes silence as a continuation of the stream, so that the decoder of the peer stays in step. */
    @Override
    public void fillSilence(byte[] out, int off, int len) {
        encoder.encode(null, 0, len, out, off);
    }

    @Override
    public void reset() {
        encoder.reset();
        decoder.reset();
    }
}
