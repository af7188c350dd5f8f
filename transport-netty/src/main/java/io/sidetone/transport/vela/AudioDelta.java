package io.sidetone.transport.vela;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.stream.Base64Audio;
import io.sidetone.transport.stream.DecimalText;
import java.nio.charset.StandardCharsets;

/** response.audio.delta, written straight into the buffer that is sent: many times a second, without allocation. */
final class AudioDelta {
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
        return FRAME_BYTES + Base64Audio.encodedLength(length);
    }

    /**
     * Writes one message.
     *
     * @param number of this piece of audio within the session, from 1
     * @param seq number of the message; 0 before version negotiation, and then turn and position are left out as well
     */
    static void write(ByteBuf out, byte[] sound, int length, long number, long token, long positionMs, long seq) {
        out.writeBytes(HEAD);
        Base64Audio.encode(sound, 0, length, out);
        out.writeBytes(NUMBER);
        DecimalText.append(out, number);
        if (seq > 0) {
            out.writeBytes(TURN);
            DecimalText.append(out, token);
            out.writeBytes(POSITION);
            DecimalText.append(out, positionMs);
            out.writeBytes(SEQ);
            DecimalText.append(out, seq);
        } else {
            out.writeByte('}');
        }
        out.writeByte('}');
    }
}
