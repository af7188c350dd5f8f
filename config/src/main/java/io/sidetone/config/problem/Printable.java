package io.sidetone.config.problem;

/** Makes text from outside safe to show on one line of a terminal or log. */
public final class Printable {
    private static final int LONGEST = 400;
    private static final String HEX = "0123456789abcdef";

    private Printable() {}

    /** Returns {@code text} with control, line-breaking and direction-changing characters by their four hex digits, cut at 400. */
    public static String text(String text) {
        StringBuilder shown = new StringBuilder(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
        escape(shown, 0);
        return text.length() > LONGEST ? shown.append('…').toString() : shown.toString();
    }

    /** Does the same to {@code text} from {@code start} on, uncut; touches nothing in the usual case that there are none. */
    public static void escape(StringBuilder text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (hidden(c)) {
                String code = "\\u" + HEX.charAt(c >> 12) + HEX.charAt(c >> 8 & 15) + HEX.charAt(c >> 4 & 15)
                        + HEX.charAt(c & 15);
                text.replace(i, i + 1, code);
                i += code.length() - 1;
            }
        }
    }

    private static boolean hidden(char c) {
        if (c >= ' ' && c < 0x7F) {
            return false;
        }
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
