package io.sidetone.transport.vela;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** response.audio.delta, written straight into the buffer that is sent: many times a second, without allocation. */
final class AudioDelta {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD = ascii("{\"type\":\"response.audio.delta\",\"payload\":{\"audio\":\"");
    private static final byte[] NUMBER = ascii("\",\"seq\":");
    private static final byte[] TURN = ascii(",\"turn\":\"");
    private static final byte[] POSITION = ascii("\",\"positionMs\":");
    private static final byte[] SEQ = ascii("},\"seq\":");
    private static final int FRAME_BYTES = 160;

    private AudioDelta() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Room that a message with {@code length} bytes of sound needs. */
    static int bytes(int length) {
        return FRAME_BYTES + (length + 2) / 3 * 4;
    }

    /**
     * Writes one message.
     *
     * @param number of this piece of audio within the session, from 1
     * @param seq number of the message; 0 before version negotiation, and then turn and position are left out as well
     */
    static void write(ByteBuf out, byte[] sound, int length, long number, long token, long positionMs, long seq) {
        out.writeBytes(HEAD);
        base64(out, sound, length);
        out.writeBytes(NUMBER);
        decimal(out, number);
        if (seq > 0) {
            out.writeBytes(TURN);
            decimal(out, token);
            out.writeBytes(POSITION);
            decimal(out, positionMs);
            out.writeBytes(SEQ);
            decimal(out, seq);
        } else {
            out.writeByte('}');
        }
        out.writeByte('}');
    }

    private static void base64(ByteBuf out, byte[] in, int length) {
        int whole = length / 3 * 3;
        for (int i = 0; i < whole; i += 3) {
            int bits = (in[i] & 0xff) << 16 | (in[i + 1] & 0xff) << 8 | in[i + 2] & 0xff;
            out.writeInt(ALPHABET[bits >>> 18] << 24
                    | ALPHABET[bits >>> 12 & 63] << 16
                    | ALPHABET[bits >>> 6 & 63] << 8
                    | ALPHABET[bits & 63]);
        }
        if (length - whole == 1) {
            int bits = in[whole] & 0xff;
            out.writeInt(ALPHABET[bits >>> 2] << 24 | ALPHABET[(bits & 3) << 4] << 16 | '=' << 8 | '=');
        } else if (length - whole == 2) {
            int bits = (in[whole] & 0xff) << 8 | in[whole + 1] & 0xff;
            out.writeInt(ALPHABET[bits >>> 10] << 24
                    | ALPHABET[bits >>> 4 & 63] << 16
                    | ALPHABET[(bits & 15) << 2] << 8
                    | '=');
        }
    }

    private static void decimal(ByteBuf out, long value) {
        long unit = 1;
        while (value / unit >= 10) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            out.writeByte('0' + (int) (value / unit % 10));
        }
    }
}
