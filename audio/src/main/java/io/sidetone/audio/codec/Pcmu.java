package io.sidetone.audio.codec;

import java.util.Arrays;

/** G.711 µ-law at 8 kHz: RTP payload type 0 (RFC 3551 section 4.5.14), one byte per sample. */
public final class Pcmu implements AudioCodec {
    /** The only instance: the codec has no state. */
    public static final Pcmu INSTANCE = new Pcmu();

    /** The code of silence. */
    public static final byte SILENCE = (byte) 0xFF;

    private static final short[] LEVELS = G711Tables.muLawLevels();
    private static final byte[] CODES = G711Tables.muLawCodes();

    private Pcmu() {}

    @Override
    public int sampleRateHz() {
        return 8_000;
    }

    @Override
    public int decode(byte[] in, int off, int len, short[] out, int outOff) {
        short[] levels = LEVELS;
        for (int i = 0; i < len; i++) {
            out[outOff + i] = levels[in[off + i] & 0xFF];
        }
        return len;
    }

    @Override
    public int encode(short[] pcm, int off, int samples, byte[] out, int outOff) {
        byte[] codes = CODES;
        for (int i = 0; i < samples; i++) {
            out[outOff + i] = codes[pcm[off + i] & 0xFFFF];
        }
        return samples;
    }

    @Override
    public int bytesForSamples(int samples) {
        return samples;
    }

    @Override
    public int samplesForBytes(int bytes) {
        return bytes;
    }

    @Override
    public void fillSilence(byte[] out, int off, int len) {
        Arrays.fill(out, off, off + len, SILENCE);
    }

    /** Returns the level of one code, for readers without arrays. */
    public static short level(byte code) {
        return LEVELS[code & 0xFF];
    }
}
