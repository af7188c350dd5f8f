package io.sidetone.speech.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The actions that a model requested in one answer, and their results. Its session's loop only. */
final class ToolRound {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_RESULT_CHARS = 16_000;

    final long token;
    private final String text;
    private final AiMessage asked;
    private final AnswerExtras extras;
    private final List<Item> items = new ArrayList<>();

    /** One action. */
    private static final class Item {
        final ToolExecutionRequest request;
        final ActionCall call;
        ActionResult result;

        Item(ToolExecutionRequest request, ActionCall call) {
            this.request = request;
            this.call = call;
        }
    }

    /**
     * Begins a round.
     *
     * @param text the model's words before it requested actions
     * @param asked the model's answer, which the service expects back
     * @param extras further parts that the service expects back
     */
    ToolRound(long token, String text, AiMessage asked, AnswerExtras extras) {
        this.token = token;
        this.text = text;
        this.asked = asked;
        this.extras = extras;
    }

    /** Adds an action: the request as the service will receive it again, and the call as the lane receives it. */
    void add(ToolExecutionRequest request, ActionCall call) {
        items.add(new Item(request, call));
    }

    /**
     * Takes a result; returns false when the action is not part of this round. A later result replaces an earlier one.
     */
    boolean result(ActionResult result) {
        for (Item item : items) {
            if (item.call.invocationId().equals(result.invocationId())) {
                item.result = result;
                return true;
            }
        }
        return false;
    }

    /** Returns the result of the same action with the same parameters, as a result of {@code call}; null without one. */
    ActionResult resultOf(ActionCall call) {
        return items.stream()
                .filter(item -> item.call.action().equals(call.action())
                        && item.call.parameters().equals(call.parameters())
                        && item.result != null)
                .map(item -> new ActionResult(
                        call.invocationId(), item.result.success(), item.result.code(), item.result.values()))
                .findFirst()
                .orElse(null);
    }

    boolean succeeded() {
        return items.stream().allMatch(item -> item.result == null || item.result.success());
    }

    boolean waits(String invocationId) {
        return items.stream()
                .anyMatch(
                        item -> item.result == null && item.call.invocationId().equals(invocationId));
    }

    boolean complete() {
        return items.stream().allMatch(item -> item.result != null);
    }

    /** Returns whether the turn ends here: all actions succeeded, and none asks the model to continue. */
    boolean last() {
        return items.stream()
                .allMatch(item -> item.result != null
                        && item.result.success()
                        && (!item.call.followUp()
                                || Boolean.TRUE.equals(item.result.values().get(ActionResult.DONE))));
    }

    /** Returns whether all actions wait for the end of the agent's speech. */
    boolean scheduled() {
        return items.stream().allMatch(item -> item.result != null && item.result.success() && item.result.scheduled());
    }

    /** Returns the name of the action, for notes. */
    String name(String invocationId) {
        return items.stream()
                .filter(item -> item.call.invocationId().equals(invocationId))
                .map(item -> item.call.action())
                .findFirst()
                .orElse("");
    }

    /**
     * Adds the round as messages: the requests, and one answer to each, because services refuse a request without an
     * answer.
     */
    void messages(boolean withText, List<ChatMessage> messages) {
        List<ToolExecutionRequest> requests =
                items.stream().map(item -> item.request).toList();
        messages.add(AiMessage.builder()
                .text(withText && !text.isBlank() ? text : null)
                .toolExecutionRequests(requests)
                .attributes(asked.attributes())
                .build());
        for (Item item : items) {
            messages.add(ToolExecutionResultMessage.builder()
                    .id(item.request.id())
                    .toolName(item.request.name())
                    .text(item.result == null ? "{\"state\":\"still running\"}" : json(item.result))
                    .isError(item.result != null && !item.result.success())
                    .build());
        }
    }

    /** Adds to {@code edits} the parts that the service expects back; thoughts go back only in their own turn. */
    void returned(RequestEdits edits, boolean thoughts) {
        for (int i = 0; i < items.size(); i++) {
            ObjectNode members = extras.members(i);
            if (members != null) {
                edits.members(items.get(i).request.id(), members);
            }
        }
        if (thoughts && !items.isEmpty() && !extras.thoughts().isEmpty()) {
            edits.thoughts(items.get(0).request.id(), extras);
        }
    }

    static String json(ActionResult result) {
        Map<String, Object> values = new HashMap<>(result.values());
        values.remove(ActionResult.NARRATED_STATE);
        values.remove(ActionResult.DONE);
        if (!result.success()) {
            values.put("error", result.code());
        } else if (values.isEmpty()) {
            values.put("result", ActionResult.OK);
        }
        try {
            String text = JSON.writeValueAsString(values);
            return text.length() > MAX_RESULT_CHARS ? text.substring(0, MAX_RESULT_CHARS) + "…" : text;
        } catch (JsonProcessingException e) {
            return "{\"error\":\"the result cannot be written as JSON\"}";
        }
    }

    /** Returns the result for an action that the lane answers without one. */
    static ActionResult afterSpeech(String invocationId) {
        return ActionResult.scheduled(invocationId);
    }
}
