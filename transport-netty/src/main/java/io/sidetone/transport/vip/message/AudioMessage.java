package io.sidetone.transport.vip.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** {@code response.audio}, written straight into the connection's buffer: base64 and numbers without objects on the way. */
public final class AudioMessage {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEQ = ascii("{\"type\":\"response.audio\",\"seq\":");
    private static final byte[] TURN = ascii(",\"payload\":{\"role\":\"assistant\",\"turn\":\"");
    private static final byte[] POSITION = ascii("\",\"positionMs\":");
    private static final byte[] AUDIO = ascii(",\"audio\":\"");
    private static final byte[] END = ascii("\"}}");
    private static final int MOST_DIGITS = 20;
    private static final int FIXED = SEQ.length + TURN.length + POSITION.length + AUDIO.length + END.length;

    private AudioMessage() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns how many bytes the message for {@code length} bytes of sound can have. */
    public static int bytes(int length) {
        return FIXED + 3 * MOST_DIGITS + (length + 2) / 3 * 4;
    }

    /** Writes the message for {@code length} bytes of {@code sound}. */
    public static void write(ByteBuf out, long seq, long turn, long positionMs, byte[] sound, int length) {
        out.writeBytes(SEQ);
        number(out, seq);
        out.writeBytes(TURN);
        number(out, turn);
        out.writeBytes(POSITION);
        number(out, positionMs);
        out.writeBytes(AUDIO);
        base64(out, sound, length);
        out.writeBytes(END);
    }

    private static void number(ByteBuf out, long number) {
        if (number < 0) {
            out.writeByte('-');
        }
        long rest = number < 0 ? -number : number;
        long unit = 1;
        while (rest / unit >= 10) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            out.writeByte('0' + (int) (rest / unit % 10));
        }
    }

    private static void base64(ByteBuf out, byte[] sound, int length) {
        int whole = length / 3 * 3;
        int at = 0;
        for (; at < whole; at += 3) {
            int bits = (sound[at] & 0xff) << 16 | (sound[at + 1] & 0xff) << 8 | sound[at + 2] & 0xff;
            out.writeByte(ALPHABET[bits >> 18]);
            out.writeByte(ALPHABET[bits >> 12 & 63]);
            out.writeByte(ALPHABET[bits >> 6 & 63]);
            out.writeByte(ALPHABET[bits & 63]);
        }
        if (length - at == 1) {
            int bits = (sound[at] & 0xff) << 16;
            out.writeByte(ALPHABET[bits >> 18]);
            out.writeByte(ALPHABET[bits >> 12 & 63]);
            out.writeByte('=');
            out.writeByte('=');
        } else if (length - at == 2) {
            int bits = (sound[at] & 0xff) << 16 | (sound[at + 1] & 0xff) << 8;
            out.writeByte(ALPHABET[bits >> 18]);
            out.writeByte(ALPHABET[bits >> 12 & 63]);
            out.writeByte(ALPHABET[bits >> 6 & 63]);
            out.writeByte('=');
        }
    }
}
