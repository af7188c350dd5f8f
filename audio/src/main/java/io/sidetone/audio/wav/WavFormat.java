package io.sidetone.audio.wav;

import java.nio.ByteBuffer;

/**
 * The constants of the RIFF/WAVE container that reader and writers share; all numbers in the file are little-endian.
 */
final class WavFormat {
    static final int RIFF = fourCc("RIFF");
    static final int WAVE = fourCc("WAVE");
    static final int FMT = fourCc("fmt ");
    static final int DATA = fourCc("data");

    static final int PCM = 0x0001;
    static final int A_LAW = 0x0006;
    static final int MU_LAW = 0x0007;
    static final int EXTENSIBLE = 0xFFFE;

    /** Bytes before the first sample in written files. */
    static final int HEADER_BYTES = 44;

    /** Bytes of the RIFF header that its own size field leaves out. */
    static final int RIFF_OVERHEAD_BYTES = 8;

    /** The most sample bytes that the 32-bit size fields can express. */
    static final long MAX_DATA_BYTES = 0xFFFF_FFFFL - (HEADER_BYTES - RIFF_OVERHEAD_BYTES);

    private WavFormat() {}

    static int fourCc(String name) {
        return name.charAt(0) | name.charAt(1) << 8 | name.charAt(2) << 16 | name.charAt(3) << 24;
    }

    /** Returns the four characters of an id; unprintable ones become question marks. */
    static String name(int fourCc) {
        StringBuilder text = new StringBuilder(4);
        for (int shift = 0; shift < 32; shift += 8) {
            int character = fourCc >> shift & 0xFF;
            text.append(character >= 0x20 && character < 0x7F ? (char) character : '?');
        }
        return text.toString();
    }

    /** Writes the 44 bytes of a PCM16 header into {@code header} at its position. */
    static void putHeader(ByteBuffer header, int sampleRateHz, int channels, long dataBytes) {
        int frameBytes = 2 * channels;
        header.putInt(RIFF)
                .putInt((int) (dataBytes + HEADER_BYTES - RIFF_OVERHEAD_BYTES))
                .putInt(WAVE)
                .putInt(FMT)
                .putInt(16)
                .putShort((short) PCM)
                .putShort((short) channels)
                .putInt(sampleRateHz)
                .putInt(sampleRateHz * frameBytes)
                .putShort((short) frameBytes)
                .putShort((short) 16)
                .putInt(DATA)
                .putInt((int) dataBytes);
    }
}
