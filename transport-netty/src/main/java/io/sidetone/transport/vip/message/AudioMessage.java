package io.sidetone.transport.vip.message;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.stream.Base64Audio;
import io.sidetone.transport.stream.DecimalText;
import java.nio.charset.StandardCharsets;

/** {@code response.audio}, written straight into the connection's buffer: base64 and numbers without objects on the way. */
public final class AudioMessage {
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
        return FIXED + 3 * MOST_DIGITS + Base64Audio.encodedLength(length);
    }

    /** Writes the message for {@code length} bytes of {@code sound}. */
    public static void write(ByteBuf out, long seq, long turn, long positionMs, byte[] sound, int length) {
        out.writeBytes(SEQ);
        DecimalText.append(out, seq);
        out.writeBytes(TURN);
        DecimalText.append(out, turn);
        out.writeBytes(POSITION);
        DecimalText.append(out, positionMs);
        out.writeBytes(AUDIO);
        Base64Audio.encode(sound, 0, length, out);
        out.writeBytes(END);
    }
}
