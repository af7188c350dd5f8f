package io.sidetone.speech.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/** One message of the agent, read from JSON; members that are not known are ignored. */
sealed interface AgentMessage {
    /** Characters of a name that is shown again. */
    int MAX_NAME = 64;

    /** A piece of the answer. */
    record Text(String token, boolean last) implements AgentMessage {}

    /** The call ends after what was said. */
    record End(String handoffData) implements AgentMessage {}

    /** Keys for the caller's side. */
    record Digits(String digits) implements AgentMessage {}

    /** An action of the agent's list; {@code id} is the agent's own. */
    record Act(String id, String name, Map<String, Object> parameters) implements AgentMessage {}

    /** A message of the protocol that this side does not carry out. */
    record Unsupported(String type) implements AgentMessage {}

    /** What is no message of the protocol. */
    record Bad(String why) implements AgentMessage {}

    /** Reads one. */
    static AgentMessage read(ObjectMapper json, String text) {
        JsonNode message;
        try {
            message = json.readTree(text);
        } catch (JsonProcessingException e) {
            return new Bad("the message is no JSON");
        }
        if (message == null || !message.isObject() || !message.path("type").isTextual()) {
            return new Bad("the message is no JSON object with a type");
        }
        String type = message.path("type").textValue();
        return switch (type) {
            case "text" ->
                message.path("token").isTextual()
                        ? new Text(
                                message.path("token").textValue(),
                                message.path("last").asBoolean(false))
                        : new Bad("text has no token");
            case "end" -> new End(handoff(message.path("handoffData")));
            case "sendDigits" -> digits(message.path("digits").asText(""));
            case "action" -> action(json, message);
            case "play", "language" -> new Unsupported(type);
            default -> new Bad("type '" + bounded(type) + "' is not known");
        };
    }

    private static String handoff(JsonNode data) {
        return data.isTextual() ? data.textValue() : data.isMissingNode() || data.isNull() ? "" : data.toString();
    }

    private static AgentMessage digits(String digits) {
        return digits.matches("[0-9A-Da-d*#wW]{1,64}")
                ? new Digits(digits)
                : new Bad("digits are 1 to 64 of 0-9, A-D, *, #, and w for a pause");
    }

    private static AgentMessage action(ObjectMapper json, JsonNode message) {
        String name = message.path("name").asText("");
        JsonNode given = message.path("parameters");
        if (name.isEmpty() || !given.isMissingNode() && !given.isObject()) {
            return new Bad("an action has a name, and parameters that are an object");
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        given.properties()
                .forEach(each -> parameters.put(each.getKey(), json.convertValue(each.getValue(), Object.class)));
        return new Act(bounded(message.path("id").asText("")), bounded(name), parameters);
    }

    private static String bounded(String text) {
        return text.length() > MAX_NAME ? text.substring(0, MAX_NAME) : text;
    }
}
