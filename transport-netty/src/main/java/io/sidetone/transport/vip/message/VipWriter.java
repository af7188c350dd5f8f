package io.sidetone.transport.vip.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Writes the server's messages in their envelope {@code {"type", "seq", "payload": {"role", …}}}. */
public final class VipWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    private VipWriter() {}

    /** Writes the members of a payload. */
    @FunctionalInterface
    public interface Payload {
        /** Writes members to {@code out}. */
        void write(JsonGenerator out) throws IOException;
    }

    /** Writes one message into {@code buffer}. */
    public static void write(ByteBuf buffer, ServerEvent event, long seq, Payload payload) {
        try (JsonGenerator out = FACTORY.createGenerator((java.io.OutputStream) new ByteBufOutputStream(buffer))) {
            out.writeStartObject();
            out.writeStringField("type", event.wireName());
            out.writeNumberField("seq", seq);
            out.writeObjectFieldStart("payload");
            out.writeStringField("role", event.role().wireName());
            payload.write(out);
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail to be written", e);
        }
    }

    /** Writes a value made of maps, lists, texts, numbers and booleans; anything else as its text. */
    public static void value(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.writeFieldName(String.valueOf(member.getKey()));
                value(out, member.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                value(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Number number) {
            out.writeNumber(new java.math.BigDecimal(number.toString()));
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }

    /** Writes a list of texts. */
    public static void texts(JsonGenerator out, String name, List<String> texts) throws IOException {
        out.writeArrayFieldStart(name);
        for (String text : texts) {
            out.writeString(text);
        }
        out.writeEndArray();
    }
}
