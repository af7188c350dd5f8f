package io.sidetone.transport.realtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** An object of a client's event, read with errors that name the path. */
record EventFields(JsonNode node, String path) {
    private static final int SHOWN = 80;

    /** Returns {@code node} as an object, or refuses it. */
    static EventFields of(JsonNode node, String path) throws RealtimeError {
        if (node == null || node.isMissingNode()) {
            throw RealtimeError.missing(path);
        }
        if (!node.isObject()) {
            throw type(path, "an object", node);
        }
        return new EventFields(node, path);
    }

    String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Refuses whatever is not in {@code known}. */
    void only(Collection<String> known) throws RealtimeError {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw RealtimeError.unknown(at(name.length() > SHOWN ? name.substring(0, SHOWN) : name));
            }
        }
    }

    boolean has(String name) {
        return node.has(name);
    }

    /** Returns the field, {@link MissingNode} where there is none. */
    JsonNode get(String name) {
        return node.path(name);
    }

    /** Returns whether the field is absent or null. */
    boolean none(String name) {
        return get(name).isMissingNode() || get(name).isNull();
    }

    EventFields object(String name) throws RealtimeError {
        return of(get(name), at(name));
    }

    String text(String name) throws RealtimeError {
        JsonNode value = get(name);
        if (value.isMissingNode()) {
            throw RealtimeError.missing(at(name));
        }
        if (!value.isTextual()) {
            throw type(at(name), "a string", value);
        }
        return value.textValue();
    }

    String text(String name, String absent) throws RealtimeError {
        return none(name) ? absent : text(name);
    }

    boolean flag(String name, boolean absent) throws RealtimeError {
        if (none(name)) {
            return absent;
        }
        if (!get(name).isBoolean()) {
            throw type(at(name), "a boolean", get(name));
        }
        return get(name).booleanValue();
    }

    double number(String name, double absent, double min, double max) throws RealtimeError {
        if (none(name)) {
            return absent;
        }
        JsonNode value = get(name);
        if (!value.isNumber()) {
            throw type(at(name), "a number", value);
        }
        if (!(value.doubleValue() >= min && value.doubleValue() <= max)) {
            throw RealtimeError.value(
                    at(name), "Invalid value: " + shown(value) + ". It lies outside " + min + " to " + max + ".");
        }
        return value.doubleValue();
    }

    int whole(String name, int min, int max) throws RealtimeError {
        JsonNode value = get(name);
        if (value.isMissingNode()) {
            throw RealtimeError.missing(at(name));
        }
        if (!value.isIntegralNumber()) {
            throw type(at(name), "an integer", value);
        }
        if (!value.canConvertToInt() || value.intValue() < min || value.intValue() > max) {
            throw RealtimeError.value(
                    at(name), "Invalid value: " + shown(value) + ". It lies outside " + min + " to " + max + ".");
        }
        return value.intValue();
    }

    String oneOf(String name, String absent, List<String> allowed) throws RealtimeError {
        String value = absent == null ? text(name) : text(name, absent);
        if (!allowed.contains(value)) {
            throw unsupported(at(name), value, allowed);
        }
        return value;
    }

    static RealtimeError unsupported(String path, String value, Collection<String> allowed) {
        String cut = value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
        return RealtimeError.value(
                path, "Invalid value: '" + cut + "'. Supported values are: '" + String.join("', '", allowed) + "'.");
    }

    static RealtimeError type(String path, String expected, JsonNode got) {
        return new RealtimeError(
                RealtimeError.INVALID_TYPE,
                path,
                "Invalid type for '" + path + "': expected " + expected + ", but got "
                        + got.getNodeType().name().toLowerCase(java.util.Locale.ROOT) + " instead.");
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
