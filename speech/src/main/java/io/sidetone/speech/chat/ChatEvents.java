package io.sidetone.speech.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.chat.http.EngineException;
import io.sidetone.speech.chat.http.SseErrorFilter;
import io.sidetone.speech.meter.Count;
import io.sidetone.speech.net.NetFailures;
import java.util.Set;

/**
 * Reads what LangChain4j does not see in the events of an answer: errors in the middle, whether the answer was
 * finished, and the variants of compatible servers. One answer, one thread.
 */
final class ChatEvents implements SseErrorFilter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DONE = "[DONE]";
    private static final String ERROR = "error";
    private static final String TOOL_CALLS = "tool_calls";
    private static final String REFUSAL = "refusal";
    private static final int GARBAGE_RUN = 3;
    private static final String FINISH_REASON = "finishReason";
    private static final String OTHER = "OTHER";

    /** Reasons of Gemini that LangChain4j 1.19.0 can read; it cannot read an event with any other reason. */
    private static final Set<String> GEMINI_REASONS = Set.of(
            "FINISH_REASON_UNSPECIFIED",
            "STOP",
            "MAX_TOKENS",
            "SAFETY",
            "RECITATION",
            "LANGUAGE",
            OTHER,
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "SPII",
            "MALFORMED_FUNCTION_CALL",
            "IMAGE_RECITATION",
            "IMAGE_SAFETY",
            "IMAGE_PROHIBITED_CONTENT",
            "IMAGE_OTHER",
            "NO_IMAGE",
            "UNEXPECTED_TOOL_CALL",
            "TOO_MANY_TOOL_CALLS",
            "MISSING_THOUGHT_SIGNATURE",
            "MALFORMED_RESPONSE",
            "ESCALATION");

    private final String service;
    private final ChatProvider provider;
    private final Count unexpected;
    private final Runnable progress;
    private final Runnable piece;
    private final Runnable ended;
    private final AnswerExtras extras = new AnswerExtras();
    private String reason = "";
    private boolean finished;
    private boolean refused;
    private int garbage;

    /**
     * Creates the reader of one answer.
     *
     * @param unexpected counts events that are not JSON
     * @param progress runs at each event that is part of the answer
     * @param piece runs at each piece of a tool call
     * @param ended runs at the end of the body
     */
    ChatEvents(
            String service,
            ChatProvider provider,
            Count unexpected,
            Runnable progress,
            Runnable piece,
            Runnable ended) {
        this.service = service;
        this.provider = provider;
        this.unexpected = unexpected;
        this.progress = progress;
        this.piece = piece;
        this.ended = ended;
    }

    /** Returns whether the model reported its end, for any reason. */
    boolean finished() {
        return finished;
    }

    /** Returns whether the model declined to answer; its words, if any, were passed on as the answer. */
    boolean refused() {
        return refused;
    }

    /** Returns the reason for the end in the service's own word; empty when the service gave none. */
    String reason() {
        return reason;
    }

    /** Returns the parts that the service expects back. */
    AnswerExtras extras() {
        return extras;
    }

    @Override
    public String event(String name, String data) {
        if (data.strip().equals(DONE)) {
            finished = true;
            return null;
        }
        JsonNode event = read(data);
        if (event == null) {
            return null;
        }
        JsonNode error = event.path(ERROR);
        if (ERROR.equals(name) || !error.isMissingNode() && !error.isNull()) {
            throw new EngineException(failure(error.isMissingNode() ? event : error));
        }
        if (!"ping".equals(name)) {
            progress.run();
        }
        return switch (provider) {
            case OPENAI -> openAi((ObjectNode) event, data);
            case ANTHROPIC -> anthropic(name, event, data);
            case GEMINI -> gemini(event, data);
        };
    }

    private JsonNode read(String data) {
        JsonNode event = parsed(data);
        if (event != null && event.isObject()) {
            garbage = 0;
            return event;
        }
        unexpected.increment();
        if (++garbage == GARBAGE_RUN) {
            throw new EngineException(NetFailures.broken(service, "sends what is no JSON"));
        }
        return null;
    }

    private static JsonNode parsed(String data) {
        try {
            return JSON.readTree(data);
        } catch (JsonProcessingException notJson) {
            return null;
        }
    }

    private EngineFailure failure(JsonNode error) {
        String words =
                error.isTextual() ? error.asText() : error.path("message").asText("without a reason");
        String kind = error.path("type").asText() + " " + error.path("code").asText() + " "
                + error.path("status").asText();
        String said = "engine " + service + " broke off its answer: " + words.replaceAll("[\\p{Cntrl}\\s]+", " ");
        said = said.length() > 300 ? said.substring(0, 300) + "…" : said;
        if (kind.contains("rate_limit") || kind.contains("429") || kind.contains("RESOURCE_EXHAUSTED")) {
            return new EngineFailure(EngineFailure.RATE_LIMITED, said, true);
        }
        if (kind.contains("content_filter")) {
            return EngineFailure.ofRequest("rejected", said);
        }
        return new EngineFailure(EngineFailure.UNAVAILABLE, said, true);
    }

    private String openAi(ObjectNode event, String data) {
        JsonNode choice = event.path("choices").path(0);
        ended(choice.path("finish_reason"));
        boolean changed = false;
        if (choice.path("delta") instanceof ObjectNode delta) {
            if (delta.path(REFUSAL).isTextual() && !delta.path("content").isTextual()) {
                refused = true;
                delta.set("content", delta.remove(REFUSAL));
                changed = true;
            }
            if (delta.path("reasoning").isTextual() && !delta.has("reasoning_content")) {
                delta.set("reasoning_content", delta.remove("reasoning"));
                changed = true;
            }
            if (delta.remove(TOOL_CALLS) instanceof ArrayNode calls && !calls.isEmpty()) {
                calls.forEach(extras.calls()::piece);
                piece.run();
                changed = true;
            }
        }
        return changed ? event.toString() : data;
    }

    private String anthropic(String name, JsonNode event, String data) {
        finished |= "message_stop".equals(name);
        extras.anthropic(event);
        JsonNode why = event.path("delta").path("stop_reason");
        reason = why.isTextual() ? why.textValue() : reason;
        refused |= REFUSAL.equals(why.asText());
        return data;
    }

    private String gemini(JsonNode event, String data) {
        JsonNode candidate = event.path("candidates").path(0);
        ended(candidate.path(FINISH_REASON));
        String blocked = event.path("promptFeedback").path("blockReason").asText("");
        if (!blocked.isEmpty()) {
            throw new EngineException(EngineFailure.ofRequest(
                    "rejected", "engine " + service + " does not answer this conversation: " + blocked));
        }
        boolean unknown = candidate.path(FINISH_REASON).isTextual()
                && !GEMINI_REASONS.contains(candidate.path(FINISH_REASON).textValue());
        if (unknown) {
            unexpected.increment();
            ((ObjectNode) candidate).put(FINISH_REASON, OTHER);
        }
        return unknown ? event.toString() : data;
    }

    private void ended(JsonNode why) {
        if (why.isTextual()) {
            finished = true;
            reason = why.textValue();
        }
    }

    @Override
    public boolean last(String data) {
        return data.strip().equals(DONE);
    }

    @Override
    public void ended() {
        ended.run();
    }
}
