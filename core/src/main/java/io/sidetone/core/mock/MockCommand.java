package io.sidetone.core.mock;

import java.util.Map;
import java.util.TreeMap;

/**
 * Command that somebody typed to the mock model to have it invoke an action: {@code action NAME {"day": "monday", "people": 2}}. The
 * parameters are a JSON object of texts, numbers and booleans, and may be left out.
 *
 * @param action name of the action
 * @param parameters by name
 */
record MockCommand(String action, Map<String, Object> parameters) {
    private static final String WORD = "action ";

    /** Reads {@code text}; null when it is no such command. */
    static MockCommand of(String text) {
        if (!text.startsWith(WORD)) {
            return null;
        }
        String rest = text.substring(WORD.length()).strip();
        int brace = rest.indexOf('{');
        String name = (brace < 0 ? rest : rest.substring(0, brace)).strip();
        Map<String, Object> parameters = brace < 0 ? Map.of() : new Scanner(rest, brace + 1).object();
        return name.isEmpty() || name.contains(" ") || parameters == null ? null : new MockCommand(name, parameters);
    }

    /** Reads a flat JSON object. */
    private static final class Scanner {
        private final String text;
        private int at;

        Scanner(String text, int at) {
            this.text = text;
            this.at = at;
        }

        /** Returns the object whose brace was read, or null when it is none. */
        Map<String, Object> object() {
            Map<String, Object> members = new TreeMap<>();
            if (taken('}')) {
                return ended(members);
            }
            do {
                String name = taken('"') ? string() : null;
                if (name == null || !taken(':')) {
                    return null;
                }
                Object value = value();
                if (value == null) {
                    return null;
                }
                members.put(name, value);
            } while (taken(','));
            return taken('}') ? ended(members) : null;
        }

        private Map<String, Object> ended(Map<String, Object> members) {
            skip();
            return at == text.length() ? members : null;
        }

        private Object value() {
            if (taken('"')) {
                return string();
            }
            int from = at;
            while (at < text.length() && ",} ".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(from, at);
            if (word.matches("-?[0-9]{1,15}")) {
                return Long.parseLong(word);
            }
            if (word.matches("-?[0-9]{1,15}\\.[0-9]{1,15}")) {
                return Double.parseDouble(word);
            }
            return word.equals("true") ? Boolean.TRUE : word.equals("false") ? Boolean.FALSE : null;
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == '"') {
                    return out.toString();
                }
                if (c == '\\' && at < text.length()) {
                    c = text.charAt(at++);
                    c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
                }
                out.append(c);
            }
            return null;
        }

        private boolean taken(char expected) {
            skip();
            boolean here = at < text.length() && text.charAt(at) == expected;
            at += here ? 1 : 0;
            skip();
            return here;
        }

        private void skip() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }
    }
}
