package io.sidetone.config.schema;

import io.sidetone.config.value.DataTree;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.Units;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Typed values as YAML that reads back to the same value. Stateless. */
public final class ValueText {
    private ValueText() {}

    /** Returns {@code value} as it stands after {@code key:}; a secret shows its reference or a mask. */
    public static String of(Object value) {
        if (value instanceof Secret secret) {
            return quoted(secret.shown());
        }
        if (value instanceof DataTree data) {
            return data.file().map(ValueText::of).orElseGet(data::json);
        }
        if (value instanceof Duration duration) {
            return Units.text(duration);
        }
        if (value instanceof Long bytes) {
            return Units.text(bytes);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ValueText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text((String) entry.getKey()) + ": " + of(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value instanceof String text ? text(Interpolator.escape(text)) : text(value.toString());
    }

    /** Returns {@code text}, whose references are already as they shall be written, as it stands after {@code key:}. */
    public static String written(String text) {
        return text(text);
    }

    private static String text(String text) {
        boolean plain =
                text.matches("[A-Za-z0-9/][A-Za-z0-9._/-]*(:[A-Za-z0-9._/-]+)*") && !text.equalsIgnoreCase("null");
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c < ' '
                    || c >= 0x7F && c < 0xA0
                    || c == '\u2028'
                    || c == '\u2029'
                    || c == '\uFEFF'
                    || c >= '\uFFFE') {
                out.append(String.format("\\u%04X", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
