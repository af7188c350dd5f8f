package io.sidetone.server.agents.answering;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.server.actions.webhook.WebhookAction;
import io.sidetone.server.actions.webhook.WebhookJson;
import io.sidetone.server.actions.webhook.WebhookSettings;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.speech.net.AddressPrefix;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tool that a web server carries out, with the signature of the answer webhook that gave it.
 *
 * @param definition what the model is shown
 * @param url where it is posted, as it was given
 * @param timeout for everything, attempts and pauses together
 */
record PostedTool(ActionDefinition definition, String url, Duration timeout) implements CallTool {
    private static final int RETRIES = 2;
    private static final int MAX_CONCURRENT = 8;
    private static final int MAX_RESPONSE_BYTES = 64 << 10;
    private static final int DEFAULT_MS = 10_000;
    private static final int MIN_MS = 100;
    private static final int MAX_MS = 120_000;
    private static final int LANE_GRACE_MS = 500;
    private static final Map<String, Object> NOTHING = Map.of("type", "object", "properties", Map.of());

    /** Reads the member {@code tools} of an answer. */
    static List<PostedTool> read(JsonNode given) throws UnusableReplyException {
        if (given.isMissingNode() || given.isNull()) {
            return List.of();
        }
        if (!given.isArray() || given.size() > MOST) {
            throw new UnusableReplyException("tools is no list of " + MOST + " tools at most");
        }
        List<PostedTool> tools = new ArrayList<>();
        for (JsonNode tool : given) {
            tools.add(one(tool));
        }
        return List.copyOf(tools);
    }

    private static PostedTool one(JsonNode tool) throws UnusableReplyException {
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
        return new PostedTool(definition, tool.path("url").asText(), Duration.ofMillis(timeoutMs));
    }

    private static Map<String, Object> schema(JsonNode parameters) {
        Map<String, Object> schema = new LinkedHashMap<>();
        parameters
                .properties()
                .forEach(each ->
                        schema.put(each.getKey(), WebhookJson.MAPPER.convertValue(each.getValue(), Object.class)));
        return schema;
    }

    @Override
    public ActionHandler handler(OnCallConfig asked, WebhookTransport transport) throws UnusableReplyException {
        URI at = asked.toolsAt()
                .orElseThrow(() -> new UnusableReplyException(
                        "it gives tools, and on-call.tools-at does not say where tools may lie"));
        AddressPrefix allowed = AddressPrefix.of(at.toString());
        URI address = allowed.under(url);
        if (address == null) {
            throw new UnusableReplyException(
                    "the url of the tool '" + definition.name() + "' does not lie under on-call.tools-at, " + allowed);
        }
        WebhookSettings settings = new WebhookSettings(
                definition.name(),
                address,
                timeout,
                RETRIES,
                asked.key().map(Secret::value),
                MAX_CONCURRENT,
                MAX_RESPONSE_BYTES);
        return new WebhookAction(settings, transport);
    }
}
