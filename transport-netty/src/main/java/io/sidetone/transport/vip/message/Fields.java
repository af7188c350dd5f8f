package io.sidetone.transport.vip.message;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The members of a JSON object, taken one by one; what is wrong is reported by name, value, rule and remedy. Immutable. */
public final class Fields {
    private static final int SHOWN = 40;
    private static final Fields NONE = new Fields("", Map.of());

    private final String path;
    private final Map<String, Object> members;

    /** The members of the object at {@code path}, empty for the outermost. */
    public Fields(String path, Map<String, Object> members) {
        this.path = path;
        this.members = members;
    }

    /** An object without members. */
    public static Fields none() {
        return NONE;
    }

    /** Refuses members beyond {@code known}. */
    public Fields only(Set<String> known) throws BadMessageException {
        for (String name : members.keySet()) {
            if (!known.contains(name)) {
                throw bad(at(shown(name)) + " is not known here; "
                        + (known.isEmpty() ? "there are no members" : "there are " + new TreeSet<>(known)));
            }
        }
        return this;
    }

    /** Returns whether there is a member {@code name}. */
    public boolean has(String name) {
        return members.get(name) != null;
    }

    /** A text of at most {@code most} characters; {@code fallback} when there is none. */
    public String text(String name, String fallback, int most) throws BadMessageException {
        Object value = members.get(name);
        if (value == null) {
            return fallback;
        }
        if (!(value instanceof String text)) {
            throw wrong(name, value, "text");
        }
        if (text.length() > most) {
            throw bad(at(name) + " has " + text.length() + " characters, more than " + most + "; shorten it");
        }
        return text;
    }

    /** A text that has to be there and to say something. */
    public String needed(String name, int most) throws BadMessageException {
        String text = text(name, "", most).strip();
        if (text.isEmpty()) {
            throw bad(at(name) + " is missing; give text that is not empty");
        }
        return text;
    }

    /** One of some words, in lower case. */
    public String word(String name, String fallback, Set<String> words) throws BadMessageException {
        String text = text(name, fallback, 64);
        String word = text == null ? null : text.toLowerCase(Locale.ROOT);
        if (word != null && !words.contains(word)) {
            throw wrong(name, text, "one of " + new TreeSet<>(words));
        }
        return word;
    }

    /** True or false. */
    public boolean flag(String name, boolean fallback) throws BadMessageException {
        Object value = members.get(name);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(name, value, "true or false");
    }

    /** A whole number within bounds. */
    public int number(String name, int fallback, int min, int max) throws BadMessageException {
        Object value = members.get(name);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Number given) {
            BigDecimal number = new BigDecimal(given.toString());
            boolean whole = number.stripTrailingZeros().scale() <= 0;
            if (whole
                    && number.compareTo(BigDecimal.valueOf(min)) >= 0
                    && number.compareTo(BigDecimal.valueOf(max)) <= 0) {
                return number.intValue();
            }
        }
        throw wrong(name, value, "a whole number from " + min + " to " + max);
    }

    /** The object in the member {@code name}, or an empty one. */
    public Fields inner(String name) throws BadMessageException {
        return new Fields(at(name), map(name));
    }

    /** The same as a plain map. */
    public Map<String, Object> map(String name) throws BadMessageException {
        Object value = members.get(name);
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked") // the reader makes maps with text keys alone
            Map<String, Object> map = (Map<String, Object>) value;
            return map;
        }
        throw wrong(name, value, "an object");
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private BadMessageException wrong(String name, Object value, String rule) {
        return bad(at(name) + ": '" + shown(String.valueOf(value)) + "' is not " + rule + "; give " + rule);
    }

    private static BadMessageException bad(String message) {
        return new BadMessageException("invalid_message", message);
    }

    /** Returns what came from outside, short and without control characters. */
    public static String shown(String text) {
        String visible = text.replaceAll("\\p{Cntrl}", "?");
        return visible.length() <= SHOWN ? visible : visible.substring(0, SHOWN) + "…";
    }
}
