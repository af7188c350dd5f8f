package io.sidetone.transport.http.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.call.CallDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The document of a call as it was kept: JSON that is shown again, with what is known since. Any thread. */
public final class KeptDocument {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TIMELINE = List.of(
            "callId",
            "state",
            "startedAt",
            "endedAt",
            "ageMs",
            "timeline",
            "turns",
            "interruptions",
            "transitions",
            "answers",
            "levels");

    private final ObjectNode fields;

    private KeptDocument(ObjectNode fields) {
        this.fields = fields;
    }

    /** Reads what was kept, UTF-8. */
    public static KeptDocument of(byte[] json) throws IOException {
        if (JSON.readTree(json) instanceof ObjectNode fields) {
            return new KeptDocument(fields);
        }
        throw new IOException("the document of a call is no JSON object");
    }

    /** Sets a field to a record of the API; null leaves it as it is. */
    public KeptDocument with(String name, Object value) {
        if (value != null) {
            try {
                fields.set(name, JSON.readTree(Json.bytes(value)));
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
        return this;
    }

    /** Sets what the agent's model wrote down about the call since: a JSON object. */
    public KeptDocument withAfterCall(String json) throws IOException {
        fields.set("afterCall", JSON.readTree(json));
        return this;
    }

    /** Removes the metadata of interruptions (ITE-SEC-001) and whole SIP messages, for a way that is not confidential. */
    public KeptDocument forOpenNetwork() {
        remove(
                "timeline",
                line -> CallDocument.OF_INTERRUPTIONS.contains(line.path("kind").asText()));
        remove("interruptions", line -> true);
        remove("alerts", line -> line.path("kind").asText().startsWith("interruption"));
        for (String list : Set.of("history", "turns")) {
            fields.path(list).forEach(line -> ((ObjectNode) line).remove(List.of("interruptedAt", "interruption")));
        }
        fields.path("sip").forEach(line -> ((ObjectNode) line).remove("message"));
        if (fields.get("entry") instanceof ObjectNode entry) {
            entry.remove("interruptions");
        }
        return this;
    }

    private void remove(String list, Predicate<JsonNode> which) {
        if (fields.get(list) instanceof ArrayNode lines) {
            for (Iterator<JsonNode> each = lines.iterator(); each.hasNext(); ) {
                if (which.test(each.next())) {
                    each.remove();
                }
            }
        }
    }

    /** Returns it as UTF-8. */
    public byte[] json() {
        return written(fields);
    }

    /** Returns those fields of a document that a drawing of the call needs. */
    static byte[] timeline(byte[] document) {
        try {
            ObjectNode drawn = JSON.createObjectNode();
            for (Map.Entry<String, JsonNode> field : JSON.readTree(document).properties()) {
                if (TIMELINE.contains(field.getKey())) {
                    drawn.set(field.getKey(), field.getValue());
                }
            }
            return written(drawn);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] written(ObjectNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
