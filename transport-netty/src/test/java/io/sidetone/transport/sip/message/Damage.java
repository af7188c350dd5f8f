package io.sidetone.transport.sip.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Damages a message in one or two places: bytes changed, cut, inserted, copied elsewhere. */
public final class Damage {
    private static final byte[] SPICE =
            "\r\n \t:;,=\"<>@[]%\\/?*\0\u007f0129azSIP".getBytes(StandardCharsets.ISO_8859_1);

    private Damage() {}

    public static byte[] once(byte[] original, Random random) {
        byte[] bytes = original;
        int hits = 1 + random.nextInt(2);
        for (int i = 0; i < hits; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = SPICE[random.nextInt(SPICE.length)];
                case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                case 3 -> bytes = splice(bytes, at, at, new byte[] {SPICE[random.nextInt(SPICE.length)]});
                default -> {
                    int end = Math.min(bytes.length, at + random.nextInt(40));
                    byte[] piece = Arrays.copyOfRange(bytes, at, end);
                    int target = random.nextInt(bytes.length);
                    bytes = splice(
                            bytes, target, random.nextBoolean() ? target : Math.min(bytes.length, target + 9), piece);
                }
            }
        }
        return bytes;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] piece) {
        byte[] out = new byte[bytes.length - (to - from) + piece.length];
        System.arraycopy(bytes, 0, out, 0, from);
        System.arraycopy(piece, 0, out, from, piece.length);
        System.arraycopy(bytes, to, out, from + piece.length, bytes.length - to);
        return out.length == 0 ? new byte[1] : out;
    }
}
