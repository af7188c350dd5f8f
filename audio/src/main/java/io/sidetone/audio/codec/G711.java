package io.sidetone.audio.codec;

import java.util.Arrays;

/** G.711 at 8 kHz, one byte per sample (ITU-T G.711, RFC 3551 section 4.5.14). */
public final class G711 implements AudioCodec {
    /** µ-law: RTP payload type 0. */
    public static final G711 PCMU = new G711(G711Tables.muLawLevels(), G711Tables.muLawCodes(), (byte) 0xFF);

    /** A-law: RTP payload type 8. */
    public static final G711 PCMA = new G711(G711Tables.aLawLevels(), G711Tables.aLawCodes(), (byte) 0xD5);

    private final short[] levels;
    private final byte[] codes;
    private final byte silence;

    private G711(short[] levels, byte[] codes, byte silence) {
        this.levels = levels;
        this.codes = codes;
        this.silence = silence;
    }

    @Override
    public int sampleRateHz() {
        return 8_000;
    }

    @Override
    public int decode(byte[] in, int off, int len, short[] out, int outOff) {
        short[] table = levels;
        for (int i = 0; i < len; i++) {
            out[outOff + i] = table[in[off + i] & 0xFF];
        }
        return len;
    }

    @Override
    public int encode(short[] pcm, int off, int samples, byte[] out, int outOff) {
        byte[] table = codes;
        for (int i = 0; i < samples; i++) {
            out[outOff + i] = table[pcm[off + i] & 0xFFFF];
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
        Arrays.fill(out, off, off + len, silence);
    }

    /** Returns the level of one code, for readers without arrays. */
    public short level(byte code) {
        return levels[code & 0xFF];
    }

    /** Returns the code of silence. */
    public byte silence() {
        return silence;
    }
}
