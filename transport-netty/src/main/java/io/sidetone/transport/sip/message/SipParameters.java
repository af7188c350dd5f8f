package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Parameters of a header value or URI in order. Names compare without case. Immutable. */
public final class SipParameters {
    private static final SipParameters NONE = new SipParameters(new String[0]);

    /** Name, value, name, value …; a null value is a parameter without {@code =}. Values keep their quotes. */
    private final String[] pairs;

    private SipParameters(String[] pairs) {
        this.pairs = pairs;
    }

    /** No parameters. */
    public static SipParameters none() {
        return NONE;
    }

    /**
     * Reads {@code *(SEMI name [EQUAL value])} of a header value; stops before a comma or at the end. What cannot be read is left out:
     * most parameters mean nothing to us, and who needs one asks for it.
     */
    static SipParameters ofHeader(TextScanner scanner) throws SipParseException {
        List<String> pairs = null;
        for (int seen = 0; ; seen++) {
            scanner.skipPast(';');
            if (!scanner.accept(';')) {
                return pairs == null ? NONE : new SipParameters(pairs.toArray(new String[0]));
            }
            if (pairs == null) {
                pairs = new ArrayList<>(8);
            }
            if (seen >= scanner.budget().limits().maxParameters()) {
                throw scanner.fail(SipRule.TOO_MANY_PARAMETERS);
            }
            scanner.skipSpace();
            String name = scanner.run(CharClass::token);
            scanner.skipSpace();
            String value = null;
            if (scanner.accept('=')) {
                scanner.skipSpace();
                value = scanner.quoteCloses() ? scanner.quoted() : scanner.run(CharClass::value);
            }
            if (!name.isEmpty()) {
                pairs.add(name);
                pairs.add(value == null || value.isEmpty() ? null : value);
            }
        }
    }

    /** Reads {@code *(";" name ["=" value])} of a URI from {@code from} to {@code to}; a semicolon at the end separates nothing. */
    static SipParameters ofUri(String text, int from, int to, ParseBudget budget) throws SipParseException {
        List<String> pairs = new ArrayList<>(8);
        int pos = from;
        while (pos < to) {
            if (pairs.size() >= 2 * budget.limits().maxParameters()) {
                throw new SipParseException(SipRule.TOO_MANY_PARAMETERS, Printable.of(text));
            }
            int start = pos + 1;
            int end = start;
            int equals = -1;
            while (end < to && text.charAt(end) != ';') {
                if (equals < 0 && text.charAt(end) == '=') {
                    equals = end;
                }
                end++;
            }
            int nameEnd = equals < 0 ? end : equals;
            if (start == to) {
                break;
            }
            if (nameEnd == start) {
                throw new SipParseException(SipRule.PARAMETER, Printable.of(text));
            }
            pairs.add(text.substring(start, nameEnd));
            pairs.add(equals < 0 ? null : text.substring(equals + 1, end));
            budget.spend(end - pos);
            pos = end;
        }
        return new SipParameters(pairs.toArray(new String[0]));
    }

    /** Value of the parameter at this position as written, or null for a parameter without value. */
    public String valueAt(int index) {
        return pairs[2 * index + 1];
    }

    /** True when the parameter is there, with or without a value. */
    public boolean has(String name) {
        return indexOf(name) >= 0;
    }

    /** Value with quotes and escapes resolved; empty for a parameter without value; null when it is absent. */
    public String get(String name) {
        int index = indexOf(name);
        if (index < 0) {
            return null;
        }
        String value = valueAt(index);
        if (value == null) {
            return "";
        }
        return value.length() > 1 && value.charAt(0) == '"' ? TextScanner.unquote(value) : value;
    }

    /** These parameters with one set: replaced where it stands, else appended. A null value writes the name alone. */
    public SipParameters with(String name, String value) {
        requireClean(name, value);
        int index = indexOf(name);
        String[] copy = Arrays.copyOf(pairs, index < 0 ? pairs.length + 2 : pairs.length);
        int at = index < 0 ? pairs.length : 2 * index;
        copy[at] = index < 0 ? name : pairs[at];
        copy[at + 1] = value;
        return new SipParameters(copy);
    }

    /** These parameters without the named one. */
    public SipParameters without(String name) {
        if (!has(name)) {
            return this;
        }
        List<String> kept = new ArrayList<>(pairs.length);
        for (int i = 0; i < pairs.length; i += 2) {
            if (!pairs[i].equalsIgnoreCase(name)) {
                kept.add(pairs[i]);
                kept.add(pairs[i + 1]);
            }
        }
        return new SipParameters(kept.toArray(new String[0]));
    }

    int indexOf(String name) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equalsIgnoreCase(name)) {
                return i / 2;
            }
        }
        return -1;
    }

    /** The parameter that says where a message belongs stands once, and is not empty. */
    void requireOnce(String name) throws SipParseException {
        int first = indexOf(name);
        for (int i = 2 * first + 2; first >= 0 && i < pairs.length; i += 2) {
            if (pairs[i].equalsIgnoreCase(name)) {
                throw new SipParseException(SipRule.DUPLICATE_PARAMETER, name);
            }
        }
    }

    private static void requireClean(String name, String value) {
        boolean clean = CharClass.isToken(name);
        boolean quoted = value != null && value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        for (int i = 0; clean && value != null && i < value.length(); i++) {
            char c = value.charAt(i);
            clean = quoted ? c >= 0x20 && c != 0x7f : CharClass.value(c);
        }
        if (!clean) {
            throw new IllegalArgumentException("parameter " + Printable.of(name) + "="
                    + Printable.of(String.valueOf(value))
                    + " is not a token with a printable value (RFC 3261 section 25.1); quote or escape it");
        }
    }

    void appendTo(StringBuilder out) {
        for (int i = 0; i < pairs.length; i += 2) {
            out.append(';').append(pairs[i]);
            if (pairs[i + 1] != null) {
                out.append('=').append(pairs[i + 1]);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        appendTo(out);
        return out.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SipParameters that && Arrays.equals(pairs, that.pairs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(pairs);
    }
}
