package io.sidetone.speech.voice;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Reads messages that carry audio in base64. The audio is decoded only on request. Thread-safe. */
public final class VoiceJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonFactory FACTORY = MAPPER.getFactory();

    private VoiceJson() {}

    /** Receives the fields of a message. */
    @FunctionalInterface
    public interface Fields {
        /**
         * Takes one field of the outermost object.
         *
         * @param json at the field's value; may stay there, or move behind it
         */
        void field(String name, JsonParser json) throws IOException;
    }

    /**
     * Reads the outermost fields of {@code message}; values that {@code fields} does not read are skipped.
     *
     * @throws IOException if the message is not a JSON object
     */
    public static void scan(byte[] message, Fields fields) throws IOException {
        try (JsonParser json = FACTORY.createParser(message)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("no JSON object");
            }
            for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                JsonToken value = json.nextToken();
                fields.field(name, json);
                if (value.isStructStart() && json.currentToken() == value) {
                    json.skipChildren();
                }
            }
            if (json.currentToken() != JsonToken.END_OBJECT) {
                throw new IOException("JSON ends early");
            }
        }
    }

    /** Decodes one field of base64; empty if it is missing or null. */
    public static byte[] base64(byte[] message, String field) throws IOException {
        byte[][] found = {new byte[0]};
        scan(message, (name, json) -> {
            if (name.equals(field) && json.currentToken() == JsonToken.VALUE_STRING) {
                found[0] = json.getBinaryValue();
            }
        });
        return found[0];
    }

    /** Reads one field as a tree; a missing node if it is absent. */
    public static JsonNode tree(byte[] message, String field) throws IOException {
        return MAPPER.readTree(message).path(field);
    }

    /** Returns a new builder of messages. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }
}
