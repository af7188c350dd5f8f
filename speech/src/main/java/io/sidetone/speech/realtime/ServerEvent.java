package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.DELTA;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE_ID;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.realtime.RealtimeEvents;
import java.io.IOException;
import java.util.Base64;
import java.util.function.Predicate;

/**
 * One message of the service, under its name in the general release.
 *
 * @param type type of the message
 * @param responseId of a piece of audio, else empty
 * @param itemId of a piece of audio, else empty
 * @param audio encoded; null when the message is no audio, or its response was dropped
 * @param body the whole message; null for audio
 */
record ServerEvent(String type, String responseId, String itemId, byte[] audio, JsonNode body) {
    /**
     * Reads {@code json}; decodes audio only when its response is still {@code requested}.
     *
     * @throws IOException when it is not a JSON object with a type
     */
    static ServerEvent read(byte[] json, Predicate<String> requested) throws IOException {
        try (JsonParser parser = ClientEvents.JSON.getFactory().createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new JsonParseException(parser, "no object");
            }
            String type = null;
            String response = null;
            String item = "";
            String early = null;
            byte[] audio = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case TYPE -> {
                        String said = parser.getText();
                        type = RealtimeEvents.generalName(said);
                        if (!RealtimeEvents.RESPONSE_OUTPUT_AUDIO_DELTA.equals(type)) {
                            return new ServerEvent(type, "", "", null, ClientEvents.JSON.readTree(json));
                        }
                    }
                    case RESPONSE_ID -> response = parser.getText();
                    case ITEM_ID -> item = parser.getText();
                    case DELTA -> {
                        if (type != null && response != null) {
                            audio = requested.test(response) ? parser.getBinaryValue() : null;
                        } else {
                            early = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
                            parser.skipChildren();
                        }
                    }
                    default -> parser.skipChildren();
                }
            }
            if (type == null || response == null) {
                throw new JsonParseException(parser, "no type, or audio without a response");
            }
            return new ServerEvent(
                    type, response, item, audio == null ? late(early, response, requested) : audio, null);
        }
    }

    private static byte[] late(String base64, String response, Predicate<String> requested) throws IOException {
        if (base64 == null || !requested.test(response)) {
            return null;
        }
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw new IOException("audio that is not base64", notBase64);
        }
    }
}
