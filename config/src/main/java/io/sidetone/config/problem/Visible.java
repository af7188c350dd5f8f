package io.sidetone.config.problem;

/** Makes text from outside safe to show on one line of a terminal or log. */
public final class Visible {
    private static final int LONGEST = 400;

    private Visible() {}

    /** Returns {@code text} with control, line-breaking and direction-changing characters as {@code \\uXXXX}, cut at 400. */
    public static String text(String text) {
        int length = Math.min(text.length(), LONGEST);
        StringBuilder out = null;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (hidden(c)) {
                if (out == null) {
                    out = new StringBuilder(length + 16).append(text, 0, i);
                }
                out.append(String.format("\\u%04x", (int) c));
            } else if (out != null) {
                out.append(c);
            }
        }
        String shown = out == null ? text.substring(0, length) : out.toString();
        return text.length() > LONGEST ? shown + "…" : shown;
    }

    private static boolean hidden(char c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
