package io.sidetone.speech.cartesia;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sidetone.speech.voice.VoiceJson;
import java.io.IOException;

/** The fields of one message; its audio is decoded later. One thread. */
final class CartesiaMessage {
    String type = "";
    String contextId = "";
    int flushId;
    int status;
    private String title = "";
    private String message = "";
    private String code = "";

    static CartesiaMessage read(byte[] bytes) throws IOException {
        CartesiaMessage read = new CartesiaMessage();
        VoiceJson.scan(bytes, read::field);
        return read;
    }

    private void field(String name, JsonParser json) throws IOException {
        switch (name) {
            case "type" -> type = text(json);
            case "context_id" -> contextId = text(json);
            case "flush_id" -> flushId = json.getValueAsInt(0);
            case "status_code" -> status = json.getValueAsInt(0);
            case "title" -> title = text(json);
            // Versions without structured errors send the text in "error".
            case "message", "error" -> message = text(json);
            case "error_code" -> code = text(json);
            default -> {
                // Audio and times are read on demand.
            }
        }
    }

    private static String text(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
    }

    /** Returns the text of an error, in one line. */
    String words() {
        String said = title.isEmpty() || message.isEmpty() ? title + message : title + ": " + message;
        return code.isEmpty() ? said : said + " (" + code + ")";
    }
}
