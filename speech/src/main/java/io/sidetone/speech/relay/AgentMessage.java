package io.sidetone.speech.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One message of the agent, read from JSON; members that are not known are ignored. */
sealed interface AgentMessage {
    /** Characters of a name that is shown again. */
    int MAX_NAME = 64;

    /** Times that a sound can be repeated. */
    int MAX_LOOP = 20;

    /**
     * A piece of the answer; {@code by} is null where the agent does not say what takes the floor from it.
     *
     * @param raw whether it is spoken as it is, with marks that cannot be heard
     */
    record Text(String token, boolean last, InterruptibleBy by, boolean raw) implements AgentMessage {}

    /** A sound, {@code times} times. */
    record Play(String source, int times, InterruptibleBy by) implements AgentMessage {}

    /** The call goes on in another language. */
    record Language(String language) implements AgentMessage {}

    /** The call ends after what was said. */
    record End(String handoffData) implements AgentMessage {}

    /** Keys for the caller's side. */
    record Digits(String digits) implements AgentMessage {}

    /** An action of the agent's list; {@code id} is the agent's own. */
    record Act(String id, String name, Map<String, Object> parameters) implements AgentMessage {}

    /** Data that is no message of the protocol. */
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
                                message.path("last").asBoolean(false),
                                interruptible(message.path("interruptible")),
                                message.path("raw").asBoolean(false))
                        : new Bad("text has no token");
            case "end" -> new End(handoff(message.path("handoffData")));
            case "sendDigits" -> digits(message.path("digits").asText(""));
            case "action" -> action(json, message);
            case "play" -> play(message);
            case "language" ->
                language(
                        message.path("ttsLanguage").asText(""),
                        message.path("transcriptionLanguage").asText(""));
            default -> new Bad("type '" + bounded(type) + "' is not known");
        };
    }

    private static AgentMessage play(JsonNode message) {
        String source = message.path("source").asText("");
        int times = message.path("loop").asInt(1);
        if (source.isEmpty() || times < 1 || times > MAX_LOOP) {
            return new Bad("play has a source, the address of a WAV file, and loop of 1 to " + MAX_LOOP);
        }
        return new Play(source, times, interruptible(message.path("interruptible")));
    }

    private static AgentMessage language(String spoken, String heard) {
        if (spoken.isEmpty() && heard.isEmpty()) {
            return new Bad("language has a ttsLanguage, a transcriptionLanguage, or both");
        }
        if (!spoken.isEmpty() && !heard.isEmpty() && !spoken.equals(heard)) {
            return new Bad(
                    "the caller is heard and answered in one language; give the same one twice, or one of the two");
        }
        return new Language(bounded(spoken.isEmpty() ? heard : spoken));
    }

    /** A boolean, or one of four words; null for everything else. */
    private static InterruptibleBy interruptible(JsonNode given) {
        return switch (given.asText("").toLowerCase(Locale.ROOT)) {
            case "true", "any" -> InterruptibleBy.ANY;
            case "false", "none" -> InterruptibleBy.NONE;
            case "dtmf" -> InterruptibleBy.KEYS;
            case "speech" -> InterruptibleBy.SPEECH;
            default -> null;
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
