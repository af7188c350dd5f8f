package io.sidetone.audio.codec;

/**
 * One payload format: bytes on the wire to mono PCM16 and back.
 *
 * <p>G.711 and L16 have no state, so one instance serves every call and thread; a {@link G722} serves one stream on one
 * thread. The methods check only what array access checks: the caller must keep offsets and lengths inside the arrays,
 * which it owns.
 */
public interface AudioCodec {
    /** Returns the sample rate of the PCM side in hertz. */
    int sampleRateHz();

    /** Returns the rate of RTP timestamps in hertz, which differs from the sample rate for some codecs. */
    default int clockRateHz() {
        return sampleRateHz();
    }

    /**
     * Decodes {@code len} payload bytes. An incomplete sample at the end is left out.
     *
     * @return samples written to {@code out} from {@code outOff}
     */
    int decode(byte[] in, int off, int len, short[] out, int outOff);

    /**
     * Encodes {@code samples} samples. An incomplete byte at the end is left out.
     *
     * @return bytes written to {@code out} from {@code outOff}
     */
    int encode(short[] pcm, int off, int samples, byte[] out, int outOff);

    /** Returns the number of payload bytes for {@code samples} samples. */
    int bytesForSamples(int samples);

    /** Returns the number of whole samples in {@code bytes} payload bytes. */
    int samplesForBytes(int bytes);

    /** Fills {@code len} payload bytes with this codec's silence. */
    void fillSilence(byte[] out, int off, int len);

    /**
     * Encodes {@code samples} samples of silence.
     *
     * @return bytes written to {@code out} from {@code outOff}
     */
    default int encodeSilence(int samples, byte[] out, int outOff) {
        int bytes = bytesForSamples(samples);
        fillSilence(out, outOff, bytes);
        return bytes;
    }

    /**
     * Makes up sound that was lost just before the payload {@code next}, which is decoded after it.
     *
     * @param lost samples that are missing
     * @return samples written to {@code out} from {@code outOff}; 0 where the codec makes up none
     */
    default int conceal(byte[] next, int off, int len, short[] out, int outOff, int lost) {
        return 0;
    }

    /** Forgets the stream: the next samples belong to another stream. */
    default void reset() {}
}
