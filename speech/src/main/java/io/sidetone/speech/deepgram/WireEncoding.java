package io.sidetone.speech.deepgram;

import io.sidetone.audio.codec.G711;

/** Encoding of samples on the wire. */
public enum WireEncoding {
    /** PCM16, little-endian, any rate. */
    LINEAR16("linear16", 2),
    /** G.711 µ-law, 8 kHz: half the bytes, and no loss for a call that is µ-law itself. */
    MULAW("mulaw", 1);

    private final String wireName;
    private final int bytesPerSample;

    WireEncoding(String wireName, int bytesPerSample) {
        this.wireName = wireName;
        this.bytesPerSample = bytesPerSample;
    }

    /** Returns the line's own µ-law when the call uses it. */
    static WireEncoding ofCall(int sampleRateHz) {
        return sampleRateHz == G711.PCMU.sampleRateHz() ? MULAW : LINEAR16;
    }

    /** Returns the service's name of the encoding. */
    public String wireName() {
        return wireName;
    }

    /** Returns the bytes of one sample. */
    public int bytesPerSample() {
        return bytesPerSample;
    }

    /**
     * Encodes {@code samples} samples of {@code pcm} into {@code out}, which the caller owns; returns the bytes
     * written.
     */
    int encode(short[] pcm, int offset, int samples, byte[] out, int outOffset) {
        if (this == MULAW) {
            return G711.PCMU.encode(pcm, offset, samples, out, outOffset);
        }
        int at = outOffset;
        for (int i = offset; i < offset + samples; i++) {
            out[at++] = (byte) pcm[i];
            out[at++] = (byte) (pcm[i] >> 8);
        }
        return at - outOffset;
    }

    /** Decodes whole samples into {@code out}, which the caller owns; returns the number of samples. */
    int decode(byte[] in, int offset, int bytes, short[] out, int outOffset) {
        if (this == MULAW) {
            return G711.PCMU.decode(in, offset, bytes, out, outOffset);
        }
        int samples = bytes / 2;
        for (int i = 0; i < samples; i++) {
            int at = offset + 2 * i;
            out[outOffset + i] = (short) (in[at] & 0xFF | in[at + 1] << 8);
        }
        return samples;
    }

    /** Refuses what the service cannot accept: µ-law at a rate other than 8 kHz. */
    void check(String service, int sampleRateHz) {
        if (this == MULAW && sampleRateHz != G711.PCMU.sampleRateHz()) {
            throw new IllegalArgumentException("engines." + service + ".sample-rate: " + sampleRateHz
                    + " Hz does not go with encoding mulaw, which has 8000; set linear16 or 8000");
        }
    }
}
