package io.sidetone.transport.carrier.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.sidetone.transport.stream.Base64Audio;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * An outgoing message with one variable place. The text before and after that place is made once per connection.
 * Allocates nothing afterwards.
 */
public final class MessageTemplate {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String HOLE = "\u0000";
    private static final String HOLE_IN_JSON = "\\u0000";
    private static final int LONGEST_NUMBER = 19;

    private final byte[] head;
    private final byte[] tail;
    private final byte[] digits = new byte[LONGEST_NUMBER];

    private MessageTemplate(byte[] head, byte[] tail) {
        this.head = head;
        this.tail = tail;
    }

    /** Writes the members of a JSON object; one of its texts is {@link #hole()}. */
    @FunctionalInterface
    public interface Members {
        /** Writes the members to {@code out}. */
        void write(JsonGenerator out) throws IOException;
    }

    /** Returns the text that marks the variable place. */
    public static String hole() {
        return HOLE;
    }

    /** Creates the template of an object with these members. */
    public static MessageTemplate of(Members members) {
        String json = json(members);
        int hole = json.indexOf(HOLE_IN_JSON);
        if (hole < 0) {
            return new MessageTemplate(json.getBytes(StandardCharsets.UTF_8), new byte[0]);
        }
        return new MessageTemplate(
                json.substring(0, hole).getBytes(StandardCharsets.UTF_8),
                json.substring(hole + HOLE_IN_JSON.length()).getBytes(StandardCharsets.UTF_8));
    }

    private static String json(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("memory does not fail to be written", e);
        }
        return text.toString();
    }

    /** Returns the bytes of a message with {@code audioBytes} of audio. */
    public int audioLength(int audioBytes) {
        return head.length + Base64Audio.encodedLength(audioBytes) + tail.length;
    }

    /** Returns the most bytes of a message with a mark. */
    public int markBound() {
        return head.length + 3 * LONGEST_NUMBER + 2 + tail.length;
    }

    /** Returns the bytes of a message with {@code text}. */
    public int textBound(String text) {
        return head.length + 6 * text.length() + tail.length;
    }

    /** Writes the message with audio in Base64. */
    public void audio(byte[] audio, int offset, int length, ByteBuf to) {
        to.writeBytes(head);
        Base64Audio.encode(audio, offset, length, to);
        to.writeBytes(tail);
    }

    /** Writes the message with {@code token:positionMs:epoch}; none of the numbers may be negative. */
    public void mark(long token, long positionMs, long epoch, ByteBuf to) {
        to.writeBytes(head);
        number(token, to);
        to.writeByte(':');
        number(positionMs, to);
        to.writeByte(':');
        number(epoch, to);
        to.writeBytes(tail);
    }

    /** Writes the message with {@code text}, which must not need escapes in JSON. */
    public void text(String text, ByteBuf to) {
        to.writeBytes(head);
        to.writeCharSequence(text, StandardCharsets.UTF_8);
        to.writeBytes(tail);
    }

    private void number(long value, ByteBuf to) {
        long left = value;
        int at = LONGEST_NUMBER;
        do {
            digits[--at] = (byte) ('0' + left % 10);
            left /= 10;
        } while (left > 0);
        to.writeBytes(digits, at, LONGEST_NUMBER - at);
    }
}
