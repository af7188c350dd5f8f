package io.sidetone.speech.chat.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.Redaction;
import java.util.Collection;

/** Reads the refusals of model services. */
public final class RefusalReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MS = 1_000;
    private static final int MAX_DELAY_S = 600;

    private RefusalReader() {}

    /**
     * Returns the failure for a refusal.
     *
     * @param words the body, or its beginning
     * @param secrets header values that must not be quoted
     */
    public static EngineFailure failure(
            String service, int status, HttpHeaders headers, String words, Collection<String> secrets) {
        if (status < 400) {
            return new EngineFailure(
                    "rejected",
                    "engine " + service + " answered " + status + " where an answer was due; check engines." + service
                            + ".url",
                    false);
        }
        JsonNode error = error(words);
        String said = error.path("message").asText(error.isTextual() ? error.asText() : "");
        String masked = Redaction.text(said.isEmpty() ? words : said, secrets);
        if (keyRefused(error)) {
            return new EngineFailure(
                    "rejected",
                    "engine " + service + " answered " + status + ": " + masked + "; check engines." + service + ".key",
                    false);
        }
        EngineFailure failure = NetFailures.status(service, status, headers, masked);
        if (error.path("code").asText().contains("content_filter")) {
            // The refusal concerns the content of the conversation; no change of the configuration would help.
            return EngineFailure.ofRequest(
                    "rejected",
                    "engine " + service + " answered " + status + ": its content filter stopped this conversation");
        }
        if (!EngineFailure.RATE_LIMITED.equals(failure.code())) {
            return failure;
        }
        if ("insufficient_quota"
                .equals(error.path("code").asText(error.path("type").asText()))) {
            return new EngineFailure("rejected", failure.message() + "; the account has no credit left", false);
        }
        int afterMs = failure.retryAfterMs() > 0 ? failure.retryAfterMs() : retryDelayMs(error);
        return new EngineFailure(failure.code(), failure.message(), true, afterMs);
    }

    /**
     * OpenAI and Anthropic send {@code {"error": {…}}}; Gemini sends the same, sometimes in a list; some servers send a
     * text.
     */
    private static JsonNode error(String words) {
        try {
            JsonNode body = JSON.readTree(words);
            JsonNode whole = body == null ? JSON.missingNode() : body.isArray() ? body.path(0) : body;
            return whole.path("error");
        } catch (JsonProcessingException notJson) {
            return JSON.missingNode();
        }
    }

    /** Gemini answers 400, not 401, to a wrong key: {@code details: [{reason: "API_KEY_INVALID"}]}. */
    private static boolean keyRefused(JsonNode error) {
        for (JsonNode detail : error.path("details")) {
            if (detail.path("reason").asText().equals("API_KEY_INVALID")) {
                return true;
            }
        }
        return false;
    }

    /** Gemini sends the delay in the body: {@code details: [{retryDelay: "34s"}]}. */
    private static int retryDelayMs(JsonNode error) {
        for (JsonNode detail : error.path("details")) {
            String delay = detail.path("retryDelay").asText();
            if (delay.matches("\\d{1,6}(\\.\\d{1,9})?s")) {
                double seconds = Double.parseDouble(delay.substring(0, delay.length() - 1));
                return (int) (Math.min(MAX_DELAY_S, seconds) * MS);
            }
        }
        return 0;
    }
}
