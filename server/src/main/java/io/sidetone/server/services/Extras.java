package io.sidetone.server.services;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.config.engine.EngineConfig;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code engines.NAME.query} and {@code engines.NAME.body}: fields that the operator adds to the engine's own requests.
 */
final class Extras {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final EngineConfig engine;

    Extras(EngineConfig engine) {
        this.engine = engine;
    }

    /**
     * Returns {@code address} with the parameters of {@code query}; a list becomes several parameters of one name.
     *
     * @param own parameters that the engine sets itself
     * @throws IllegalArgumentException for one of these; the message names it
     */
    URI query(URI address, Set<String> own) {
        StringBuilder query = new StringBuilder(address.getRawQuery() == null ? "" : address.getRawQuery());
        new TreeMap<>(engine.service().query()).forEach((name, text) -> {
            requireFree("query", name, own);
            JsonNode value = parsed(text);
            List<String> values = new ArrayList<>();
            if (value.isArray()) {
                value.forEach(each -> values.add(each.asText()));
            } else {
                values.add(text);
            }
            for (String each : values) {
                query.append(query.isEmpty() ? "" : "&")
                        .append(encoded(name))
                        .append('=')
                        .append(encoded(each));
            }
        });
        String whole = address.toString();
        int mark = whole.indexOf('?');
        String base = mark < 0 ? whole : whole.substring(0, mark);
        return query.isEmpty() ? address : URI.create(base + "?" + query);
    }

    /**
     * Returns the fields of {@code body}; a value that is JSON is sent as JSON, any other as text.
     *
     * @param own fields that the engine sets itself
     * @throws IllegalArgumentException for one of these; the message names it
     */
    Map<String, Object> body(Set<String> own) {
        Map<String, Object> fields = new LinkedHashMap<>();
        new TreeMap<>(engine.service().body()).forEach((name, text) -> {
            requireFree("body", name, own);
            fields.put(name, JSON.convertValue(parsed(text), Object.class));
        });
        return fields;
    }

    private void requireFree(String key, String name, Set<String> own) {
        if (own.contains(name)) {
            throw new IllegalArgumentException("engines." + engine.name() + "." + key + "." + name
                    + ": the engine sets it itself; remove it, and see docs/engines.md for the key or option that"
                    + " changes it");
        }
    }

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

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
