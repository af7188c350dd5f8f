package io.sidetone.tools.scenario.persona;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Meaning of the answer of a model.
 *
 * @param words what the caller says: one line, without quotation marks around it; may be empty
 * @param hangsUp whether the caller hangs up afterwards
 */
record PersonaAnswer(String words, boolean hangsUp) {
    /** Stands behind the caller's last words, or alone. */
    static final String HANG_UP = "[hang up]";

    private static final Pattern HANGS_UP = Pattern.compile("\\[\\s*hang[\\s_-]?up\\s*]", Pattern.CASE_INSENSITIVE);
    private static final Pattern BLANK = Pattern.compile("[\\p{Cntrl}\\s\u2028\u2029]+");
    private static final String OPENING = "\"\u201c\u201e\u00ab";
    private static final String CLOSING = "\"\u201d\u201c\u00bb";

    /** Reads {@code text}; what stands behind the hang-up is not said any more. */
    static PersonaAnswer read(String text) {
        Matcher end = HANGS_UP.matcher(text);
        boolean hangsUp = end.find();
        String said = hangsUp ? text.substring(0, end.start()) : text;
        return new PersonaAnswer(unquoted(BLANK.matcher(said).replaceAll(" ").strip()), hangsUp);
    }

    private static String unquoted(String line) {
        int kind = line.length() < 2 ? -1 : OPENING.indexOf(line.charAt(0));
        if (kind < 0 || line.charAt(line.length() - 1) != CLOSING.charAt(kind)) {
            return line;
        }
        String inside = line.substring(1, line.length() - 1);
        boolean whole = inside.indexOf(OPENING.charAt(kind)) < 0 && inside.indexOf(CLOSING.charAt(kind)) < 0;
        return whole ? inside.strip() : line;
    }
}
