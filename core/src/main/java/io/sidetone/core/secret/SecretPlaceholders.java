package io.sidetone.core.secret;

import io.sidetone.core.port.action.ActionCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Characters that stand for secret keys. Inside a call each key has a character of its own from a private range of Unicode (U+E000 to
 * U+EFFF), which says where the key is and nothing of what it is; what a call publishes has {@link #MASK} for a run of them. Pure
 * functions.
 */
public final class SecretPlaceholders {
    /** In place of words and keys that are not kept. */
    public static final String MASK = "(not kept)";

    static final int COUNT = 0x1000;
    private static final char FIRST = '\uE000';
    private static final char LAST = FIRST + COUNT - 1;

    private SecretPlaceholders() {}

    /** Returns the character that stands for key number {@code index}; after {@link #COUNT} keys they begin anew. */
    static char of(int index) {
        return (char) (FIRST + index % COUNT);
    }

    /** Returns the number of the key that {@code standIn} stands for. */
    static int index(char standIn) {
        return standIn - FIRST;
    }

    /** Returns whether {@code key} stands for a secret one. */
    public static boolean is(char key) {
        return key >= FIRST && key <= LAST;
    }

    /** Returns whether {@code text} is an input of secret keys and of nothing else. */
    public static boolean only(String text) {
        return !text.isEmpty() && text.chars().allMatch(each -> is((char) each));
    }

    /** Returns {@code text} as it may be published; the same object where it has no stand-in. */
    public static String shown(String text) {
        int first = first(text);
        if (first < 0) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + MASK.length()).append(text, 0, first);
        boolean run = false;
        for (int i = first; i < text.length(); i++) {
            char each = text.charAt(i);
            if (!is(each)) {
                shown.append(each);
            } else if (!run) {
                shown.append(MASK);
            }
            run = is(each);
        }
        return shown.toString();
    }

    /** Returns {@code action} as it may be published; the same object where it has no stand-in. */
    public static ActionCall shown(ActionCall action) {
        Map<String, Object> shown =
                parameters(action.parameters(), leaf -> leaf instanceof String text ? shown(text) : leaf);
        return shown == action.parameters() ? action : action.with(shown);
    }

    /** Returns where the first stand-in of {@code text} is, or -1. */
    static int first(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (is(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Changes what stands in a value of an action: texts, numbers and the like, and those in maps and lists, keys of maps too. */
    @FunctionalInterface
    interface Change {
        /** Returns the other leaf; the same object where nothing changes. */
        Object of(Object leaf);
    }

    /** Returns {@code values} with every leaf changed; the same object where none is. */
    static Map<String, Object> parameters(Map<String, Object> values, Change change) {
        Map<String, Object> changed = new LinkedHashMap<>(values.size());
        boolean any = false;
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            String key = String.valueOf(change.of(entry.getKey()));
            Object other = value(entry.getValue(), change);
            any |= other != entry.getValue() || !key.equals(entry.getKey());
            changed.put(key, other);
        }
        return any ? changed : values;
    }

    private static Object value(Object value, Change change) {
        if (value instanceof List<?> list) {
            List<Object> changed = new ArrayList<>(list.size());
            boolean any = false;
            for (Object each : list) {
                Object other = value(each, change);
                any |= other != each;
                changed.add(other);
            }
            return any ? changed : value;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> changed = new LinkedHashMap<>();
            boolean any = false;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                Object key = change.of(entry.getKey());
                Object other = value(entry.getValue(), change);
                any |= other != entry.getValue() || key != entry.getKey();
                changed.put(key, other);
            }
            return any ? changed : value;
        }
        return change.of(value);
    }
}
