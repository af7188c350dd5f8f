package io.sidetone.transport.pbx;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a JSON object into its scalar fields by path: {@code {"data":{"name":"m1"}}} is {@code data.name} → {@code m1}.
 * Numbers and booleans become text, because the same field is a number in one version of a switch and a string in
 * another. Null and the content of arrays are left out.
 */
public final class ControlText {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_FIELDS = 256;
    private static final int MAX_TEXT = 65_536;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_TEXT)
                    .maxNumberLength(40)
                    .maxNameLength(256)
                    .build())
            .build();

    private ControlText() {}

    /** Returns whether {@code message} begins like a JSON object. */
    public static boolean looksLikeObject(ByteBuf message) {
        for (int i = message.readerIndex(); i < message.writerIndex(); i++) {
            byte b = message.getByte(i);
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return b == '{';
            }
        }
        return false;
    }

    /**
     * Reads a whole message; its indices stay.
     *
     * @throws JsonProcessingException when it is not a JSON object, or exceeds the limits of depth and size
     */
    public static Map<String, String> fields(ByteBuf message) throws JsonProcessingException {
        byte[] bytes = ByteBufUtil.getBytes(message);
        try (JsonParser in = FACTORY.createParser(bytes)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new JsonParseException(in, "no JSON object");
            }
            Map<String, String> fields = new LinkedHashMap<>();
            object(in, "", fields);
            if (in.nextToken() != null) {
                throw new JsonParseException(in, "something follows the JSON object");
            }
            return fields;
        } catch (JsonProcessingException wrong) {
            throw wrong;
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory does not fail to be read", impossible);
        }
    }

    private static void object(JsonParser in, String path, Map<String, String> fields) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = path + in.currentName();
            JsonToken token = in.nextToken();
            if (token == JsonToken.START_OBJECT) {
                object(in, name + ".", fields);
            } else if (token == JsonToken.START_ARRAY) {
                in.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
                if (fields.size() >= MAX_FIELDS) {
                    throw new JsonParseException(in, "more than " + MAX_FIELDS + " fields");
                }
                fields.put(name, in.getText());
            }
        }
    }
}
