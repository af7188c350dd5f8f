package io.sidetone.speech.net;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/** Finds the sentence for people in a refusal, wherever the service puts it. */
final class ServiceWords {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** OpenAI, Anthropic, Gemini; Deepgram; Cartesia and others; ElevenLabs. */
    private static final List<String> PLACES = List.of(
            "/error/message",
            "/err_msg",
            "/message",
            "/error_message",
            "/detail/message",
            "/detail",
            "/error",
            "/title");

    private ServiceWords() {}

    /** Returns the sentence in {@code body}; the body itself when it is not JSON or contains none. */
    static String of(String body) {
        try {
            JsonNode whole = JSON.readTree(body);
            JsonNode object = whole != null && whole.isArray() ? whole.path(0) : whole;
            if (object != null) {
                for (String place : PLACES) {
                    JsonNode words = object.at(place);
                    if (words.isTextual() && !words.textValue().isBlank()) {
                        return words.textValue();
                    }
                }
            }
        } catch (JsonProcessingException notJson) {
            return body;
        }
        return body;
    }
}
