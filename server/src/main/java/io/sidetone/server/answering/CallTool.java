package io.sidetone.server.answering;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.server.actions.webhook.WebhookJson;
import io.sidetone.speech.net.AddressPrefix;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An action that one call alone has, carried out by a web server. Immutable.
 *
 * @param definition what the model is shown
 * @param url where it is posted, as it was given
 * @param timeout for everything, attempts and pauses together
 */
record CallTool(ActionDefinition definition, String url, Duration timeout) {
    /** Tools of one call. */
    static final int MOST = 20;

    private static final int DEFAULT_MS = 10_000;
    private static final int MIN_MS = 100;
    private static final int MAX_MS = 120_000;
    private static final int LANE_GRACE_MS = 500;
    private static final Map<String, Object> NOTHING = Map.of("type", "object", "properties", Map.of());

    /** Reads the member {@code tools} of an answer. */
    static List<CallTool> read(JsonNode given) throws UnusableReplyException {
        if (given.isMissingNode() || given.isNull()) {
            return List.of();
        }
        if (!given.isArray() || given.size() > MOST) {
            throw new UnusableReplyException("tools is no list of " + MOST + " tools at most");
        }
        List<CallTool> tools = new ArrayList<>();
        for (JsonNode tool : given) {
            tools.add(one(tool));
        }
        return List.copyOf(tools);
    }

    private static CallTool one(JsonNode tool) throws UnusableReplyException {
        String name = tool.path("name").asText("");
        JsonNode parameters = tool.path("parameters");
        boolean shaped = parameters.isObject() || parameters.isMissingNode() || parameters.isNull();
        if (name.isEmpty()
                || !tool.path("url").isTextual()
                || !tool.path("description").isTextual()
                || !shaped) {
            throw new UnusableReplyException(
                    "a tool has a name, a description, a url, and parameters that are a JSON Schema");
        }
        int timeoutMs = tool.path("timeoutMs").asInt(DEFAULT_MS);
        if (timeoutMs < MIN_MS || timeoutMs > MAX_MS) {
            throw new UnusableReplyException(
                    "timeoutMs of the tool '" + name + "' must be " + MIN_MS + " to " + MAX_MS + " ms");
        }
        Map<String, Object> schema = parameters.isObject() ? schema(parameters) : NOTHING;
        ActionDefinition definition = new ActionDefinition(
                name,
                tool.path("description").asText(),
                schema,
                tool.path("afterSpeech").asBoolean(false),
                tool.path("followUp").asBoolean(true),
                timeoutMs + LANE_GRACE_MS);
        return new CallTool(definition, tool.path("url").asText(), Duration.ofMillis(timeoutMs));
    }

    private static Map<String, Object> schema(JsonNode parameters) {
        Map<String, Object> schema = new LinkedHashMap<>();
        parameters
                .properties()
                .forEach(each ->
                        schema.put(each.getKey(), WebhookJson.MAPPER.convertValue(each.getValue(), Object.class)));
        return schema;
    }

    /** Returns the address under {@code allowed}. */
    URI under(AddressPrefix allowed) throws UnusableReplyException {
        URI address = allowed.under(url);
        if (address == null) {
            throw new UnusableReplyException(
                    "the url of the tool '" + definition.name() + "' does not lie under on-call.tools-at, " + allowed);
        }
        return address;
    }
}
