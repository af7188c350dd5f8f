package io.sidetone.transport.rtp.srtp;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes as vectors are printed. */
final class Hex {
    private static final HexFormat FORMAT = HexFormat.of();

    private Hex() {}

    static byte[] bytes(String text) {
        return FORMAT.parseHex(text.replaceAll("\\s", ""));
    }

    static String text(byte[] bytes, int length) {
        return FORMAT.formatHex(Arrays.copyOf(bytes, length));
    }

    static String text(byte[] bytes) {
        return FORMAT.formatHex(bytes);
    }

    /** The bytes with room behind them. */
    static byte[] packet(String text) {
        return Arrays.copyOf(bytes(text), PacketCipher.MAX_PACKET_BYTES);
    }

    static int length(String text) {
        return bytes(text).length;
    }
}
