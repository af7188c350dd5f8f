package io.sidetone.server.records.store.record;

/** Makes texts fit for a column: callers choose what stands in a From header. */
public final class StoredText {
    /** Names and addresses. */
    public static final int NAME = 256;
    /** Why a call ended or was refused. */
    public static final int REASON = 512;
    /** Most characters that are said at a time. */
    public static final int SPEECH = 8_000;
    /** One line of the timeline. */
    public static final int LINE = 2_000;

    private static final char REPLACEMENT = '\uFFFD';

    private StoredText() {}

    /**
     * Returns {@code text} in at most {@code limit} characters; a text that was longer ends with a mark that says how long.
     * NUL and lone surrogates, which databases refuse, are replaced, and so are other control characters.
     */
    public static String fit(String text, int limit) {
        if (text == null) {
            return "";
        }
        if (text.length() <= limit) {
            return clean(text);
        }
        String mark = "…[cut, " + text.length() + " characters]";
        int end = Math.max(0, limit - mark.length());
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return clean(text.substring(0, end)) + mark;
    }

    private static String clean(String text) {
        StringBuilder clean = null;
        for (int i = 0; i < text.length(); i++) {
            if (!good(text, i)) {
                if (clean == null) {
                    clean = new StringBuilder(text);
                }
                clean.setCharAt(i, REPLACEMENT);
            }
        }
        return clean == null ? text : clean.toString();
    }

    private static boolean good(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c >= ' ' ? c != 0x7f : c == '\n' || c == '\t' || c == '\r';
    }
}
