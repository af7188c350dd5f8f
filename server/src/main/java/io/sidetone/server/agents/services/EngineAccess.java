package io.sidetone.server.agents.services;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.ServiceConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the {@link ServiceAccess} of a configured engine. */
final class EngineAccess {
    private static final ObjectMapper JSON = new ObjectMapper();

    private EngineAccess() {}

    static ServiceAccess of(EngineConfig engine) {
        ServiceConfig service = engine.service();
        Map<String, List<String>> query = new HashMap<>();
        service.query().forEach((name, text) -> query.put(name, values(text)));
        Map<String, Object> body = new HashMap<>();
        service.body().forEach((name, text) -> body.put(name, JSON.convertValue(parsed(text), Object.class)));
        return new ServiceAccess(
                engine.name(),
                service.url().orElse(null),
                service.key().map(Secret::value).orElse(""),
                service.model(),
                service.voice(),
                service.language(),
                service.sampleRateHz(),
                new Deadlines(ms(service.connectTimeout()), ms(service.answerTimeout()), ms(service.silenceTimeout())),
                service.trust().orElse(null),
                query,
                body);
    }

    private static int ms(Optional<Duration> timeout) {
        return (int) timeout.orElse(Duration.ZERO).toMillis();
    }

    /** Returns the values of a parameter: several for a list in JSON. */
    private static List<String> values(String text) {
        JsonNode value = parsed(text);
        if (!value.isArray()) {
            return List.of(text);
        }
        List<String> values = new ArrayList<>();
        value.forEach(each -> values.add(each.asText()));
        return values;
    }

    /** Returns a value as JSON if it is JSON, any other as text. */
    private static JsonNode parsed(String text) {
        try {
            JsonNode value = JSON.readTree(text);
            return value == null || value.isMissingNode() || value.isNull()
                    ? JSON.getNodeFactory().textNode(text)
                    : value;
        } catch (JsonProcessingException notJson) {
            return JSON.getNodeFactory().textNode(text);
        }
    }
}
