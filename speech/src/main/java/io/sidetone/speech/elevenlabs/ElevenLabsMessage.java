package io.sidetone.speech.elevenlabs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sidetone.speech.voice.VoiceJson;
import java.io.IOException;

/** The fields of one message; its audio is decoded later. One thread. */
final class ElevenLabsMessage {
    String contextId = "";
    boolean last;
    boolean audio;
    boolean alignment;
    boolean error;
    int code;
    private String kind = "";
    private String words = "";

    static ElevenLabsMessage read(byte[] bytes) throws IOException {
        ElevenLabsMessage read = new ElevenLabsMessage();
        VoiceJson.scan(bytes, read::field);
        return read;
    }

    private void field(String name, JsonParser json) throws IOException {
        switch (name) {
            case "contextId", "context_id" -> contextId = text(json);
            // The service sends one spelling; the example of its specification has the other.
            case "isFinal", "is_final" -> last |= json.currentToken() == JsonToken.VALUE_TRUE;
            case "audio" -> audio = json.currentToken() == JsonToken.VALUE_STRING;
            case "alignment" -> alignment = json.currentToken() == JsonToken.START_OBJECT;
            case "error" -> {
                error = true;
                kind = text(json);
            }
            case "message" -> words = text(json);
            case "code" -> code = json.getValueAsInt(0);
            default -> {
                // Other fields are not needed.
            }
        }
    }

    private static String text(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
    }

    /** Returns the text of an error, in one line. */
    String said() {
        return kind.isEmpty() || words.isEmpty() ? kind + words : kind + ": " + words;
    }

    /** Returns the HTTP status that corresponds to the error, or 0. */
    int status() {
        boolean limited = kind.startsWith("max_active") || kind.contains("concurrent") || kind.contains("rate_limit");
        boolean refused = kind.contains("api_key") || kind.contains("auth");
        return limited ? 429 : refused ? 401 : code;
    }
}
