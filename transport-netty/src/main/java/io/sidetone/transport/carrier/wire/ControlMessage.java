package io.sidetone.transport.carrier.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A message that is parsed as a whole: one JSON object with an {@code event}. Immutable. */
public final class ControlMessage {
    /** The deepest nesting that is read. */
    public static final int MAX_DEPTH = 16;

    private static final int MAX_DIGITS = 32;
    private static final int MAX_NAME = 256;
    private static final int MAX_PARAMETERS = 64;

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_DIGITS)
                            .maxNameLength(MAX_NAME)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final JsonNode root;

    private ControlMessage(JsonNode root) {
        this.root = root;
    }

    /**
     * Reads the object in {@code text[0..length)}, UTF-8.
     *
     * @throws BadMessageException when it is not one JSON object with an event, or exceeds the limits
     */
    public static ControlMessage read(byte[] text, int length) throws BadMessageException {
        JsonNode root;
        try {
            root = MAPPER.readTree(text, 0, length);
        } catch (JsonProcessingException e) {
            throw new BadMessageException("no JSON that is read here: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new BadMessageException("no JSON that is read here");
        }
        if (!root.isObject()) {
            throw new BadMessageException("no JSON object");
        }
        if (!root.path("event").isTextual()) {
            throw new BadMessageException("the object has no event");
        }
        return new ControlMessage(root);
    }

    /** Returns the event in the carrier's own word. */
    public String event() {
        return root.path("event").textValue();
    }

    /** Returns whether {@code path} exists. */
    public boolean has(String... path) {
        JsonNode node = at(path);
        return !node.isMissingNode() && !node.isNull();
    }

    /** Returns the text or number at {@code path} as text; empty if there is none. */
    public String text(String... path) {
        return at(path).asText("");
    }

    /**
     * Returns the whole number at {@code path}, written as a number or as a string; {@code otherwise} if there is none.
     */
    public long number(long otherwise, String... path) {
        JsonNode node = at(path);
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        String text = node.isTextual() ? node.textValue() : "";
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : otherwise;
    }

    /**
     * Returns the members of the object at {@code path} that are texts or numbers, the first {@value #MAX_PARAMETERS}
     * of them.
     */
    public Map<String, String> pairs(String... path) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : at(path).properties()) {
            if (field.getValue().isValueNode() && pairs.size() < MAX_PARAMETERS) {
                pairs.put(field.getKey(), field.getValue().asText());
            }
        }
        return pairs;
    }

    private JsonNode at(String... path) {
        JsonNode node = root;
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }
}
