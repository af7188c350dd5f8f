package io.sidetone.transport.http.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.sidetone.core.control.ExtraHeaders;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the JSON object in the body of a command, field by field; errors name the field, the value, the rule and the
 * remedy.
 */
final class CommandBody {
    private static final int MAX_TEXT = 4_000;
    private static final int MAX_DEPTH = 4;
    private static final int MAX_FIELDS = 64;
    private static final int SHOWN = 40;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_TEXT * 2)
                    .maxNumberLength(32)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, Object> fields;

    private CommandBody(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** Reads {@code body}; an empty one is an empty object. */
    static CommandBody of(byte[] body, String contentType) throws BadCommandException {
        if (body.length == 0) {
            return new CommandBody(Map.of());
        }
        String type = contentType.split(";", 2)[0].strip();
        if (!type.equalsIgnoreCase("application/json")) {
            throw new BadCommandException(
                    415, "Content-Type '" + shown(type) + "' is not read here; send the body as application/json");
        }
        try (JsonParser in = FACTORY.createParser(body)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new BadCommandException(400, "the body is no JSON object; send {\"field\": value, …}");
            }
            Map<String, Object> fields = object(in);
            if (in.nextToken() != null) {
                throw new BadCommandException(400, "something follows the JSON object; send one object alone");
            }
            return new CommandBody(fields);
        } catch (JsonParseException e) {
            throw new BadCommandException(
                    400,
                    "the body is no JSON (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + "): " + shown(e.getOriginalMessage())
                            + "; send one JSON object");
        } catch (IOException e) {
            throw new BadCommandException(
                    400, "the body is beyond the limits of depth, length or number size; send a smaller JSON object");
        }
    }

    private static Map<String, Object> object(JsonParser in) throws IOException, BadCommandException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken token = in.nextToken();
            if (fields.size() >= MAX_FIELDS) {
                throw new BadCommandException(400, "the body has more than " + MAX_FIELDS + " fields; send fewer");
            }
            fields.put(name, value(in, name, token));
        }
        return fields;
    }

    private static Object value(JsonParser in, String name, JsonToken token) throws IOException, BadCommandException {
        return switch (token) {
            case VALUE_STRING -> in.getText();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getDecimalValue();
            case START_OBJECT -> object(in);
            default ->
                throw new BadCommandException(
                        400, shown(name) + ": is " + in.getText() + "; give text, a number, true or false");
        };
    }

    /** Refuses fields beyond {@code known}. */
    CommandBody only(Set<String> known) throws BadCommandException {
        for (String name : fields.keySet()) {
            if (!known.contains(name)) {
                throw new BadCommandException(
                        400,
                        shown(name) + ": is not a field of this command; "
                                + (known.isEmpty() ? "it has none" : "it has " + new TreeSet<>(known)));
            }
        }
        return this;
    }

    String text(String name, String fallback) throws BadCommandException {
        Object value = fields.get(name);
        if (value == null && fallback != null) {
            return fallback;
        }
        if (!(value instanceof String text) || text.isBlank()) {
            throw new BadCommandException(400, wrong(name, value, "text that is not empty"));
        }
        if (text.length() > MAX_TEXT) {
            throw new BadCommandException(
                    400, name + ": has " + text.length() + " characters, more than " + MAX_TEXT + "; shorten it");
        }
        return text.strip();
    }

    boolean flag(String name, Boolean fallback) throws BadCommandException {
        Object value = fields.get(name);
        if (value == null && fallback != null) {
            return fallback;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new BadCommandException(400, wrong(name, value, "true or false"));
    }

    int number(String name, int fallback, int min, int max) throws BadCommandException {
        Object value = fields.get(name);
        if (value == null) {
            return fallback;
        }
        if (value instanceof java.math.BigDecimal number
                && number.scale() == 0
                && number.precision() < 10
                && number.intValue() >= min
                && number.intValue() <= max) {
            return number.intValue();
        }
        throw new BadCommandException(400, wrong(name, value, "a whole number from " + min + " to " + max));
    }

    /** Returns the object in the field {@code name}, or an empty one. */
    CommandBody inner(String name) throws BadCommandException {
        Object value = fields.get(name);
        if (value == null) {
            return new CommandBody(Map.of());
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> inner = new LinkedHashMap<>();
            map.forEach((key, each) -> inner.put(String.valueOf(key), each));
            return new CommandBody(inner);
        }
        throw new BadCommandException(400, wrong(name, value, "an object"));
    }

    /** Returns the SIP headers in the field {@code name}, or none. */
    Map<String, String> headers(String name) throws BadCommandException {
        CommandBody given = inner(name);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header : given.fields.keySet()) {
            headers.put(header, given.text(header, null));
        }
        Optional<String> problem = ExtraHeaders.problem(headers);
        if (problem.isPresent()) {
            throw new BadCommandException(400, name + ": " + problem.get());
        }
        return headers;
    }

    Map<String, Object> fields() {
        return fields;
    }

    private static String wrong(String name, Object value, String rule) {
        return name + ": " + (value == null ? "is missing" : "'" + shown(String.valueOf(value)) + "' is not " + rule)
                + "; give " + rule;
    }

    /** Returns text from outside, shortened and without control characters. */
    static String shown(String text) {
        String visible = text.replaceAll("\\p{Cntrl}", "?");
        return visible.length() <= SHOWN ? visible : visible.substring(0, SHOWN) + "…";
    }
}
