package io.sidetone.audio.codec;

/**
 * One payload format: bytes on the wire to mono PCM16 and back.
 *
 * <p>G.711 and L16 keep no state, so one instance serves every call and thread; a {@link G722} serves one stream on one
 * thread. All methods check nothing beyond what the arrays check; the caller keeps offsets and lengths inside.
 */
public interface AudioCodec {
    /** Returns the sample rate of the PCM side in hertz. */
    int sampleRateHz();

    /** Returns the rate of RTP timestamps in hertz, which is not the sample rate for every codec. */
    default int clockRateHz() {
        return sampleRateHz();
    }

    /**
     * Decodes {@code len} payload bytes. A trailing part of a sample is left out.
     *
     * @return samples written to {@code out} from {@code outOff}
     */
    int decode(byte[] in, int off, int len, short[] out, int outOff);

    /**
     * Encodes {@code samples} samples. A trailing part of a byte is left out.
     *
     * @return bytes written to {@code out} from {@code outOff}
     */
    int encode(short[] pcm, int off, int samples, byte[] out, int outOff);

    /** Returns the payload bytes of {@code samples} samples. */
    int bytesForSamples(int samples);

    /** Returns the whole samples in {@code bytes} payload bytes. */
    int samplesForBytes(int bytes);

    /** Fills {@code len} payload bytes with what this codec sends for silence. */
    void fillSilence(byte[] out, int off, int len);

    /** Forgets the stream so far: what follows is another. */
    default void reset() {}
}
