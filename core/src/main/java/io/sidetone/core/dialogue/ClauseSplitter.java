package io.sidetone.core.dialogue;

/**
 * Cuts response text into clauses as it streams in, so that the first audio is quick (VAN-06). Lane thread only.
 *
 * <p>A clause ends behind {@code . ! ? ; :} followed by white space, behind a comma once it is long enough to be worth a
 * synthesis of its own, or at a space before it grows too long. Text without white space is cut hard at the limit.
 */
public final class ClauseSplitter {
    private static final int COMMA_FROM = 30;
    private static final int MAX_CHARS = 200;

    private final StringBuilder pending = new StringBuilder();

    /** Adds a piece of the response. */
    public void add(String piece) {
        pending.append(piece);
    }

    /** Returns the next complete clause, or null when more text is needed. */
    public String next() {
        int length = pending.length();
        int lastSpace = -1;
        for (int i = 0; i < length; i++) {
            char c = pending.charAt(i);
            if (Character.isWhitespace(c)) {
                lastSpace = i;
                if (i > 0 && endsClause(pending.charAt(i - 1), i)) {
                    return cut(i);
                }
            }
            if (i >= MAX_CHARS) {
                return cut(lastSpace > 0 ? lastSpace : i);
            }
        }
        return null;
    }

    /** Returns what is left when the response is complete, or null. */
    public String rest() {
        String clause = next();
        return clause != null ? clause : cut(pending.length());
    }

    /** Forgets everything. */
    public void clear() {
        pending.setLength(0);
    }

    private static boolean endsClause(char c, int position) {
        return c == '.' || c == '!' || c == '?' || c == ';' || c == ':' || (c == ',' && position >= COMMA_FROM);
    }

    private String cut(int end) {
        String clause = pending.substring(0, end).strip();
        pending.delete(0, end);
        while (pending.length() > 0 && Character.isWhitespace(pending.charAt(0))) {
            pending.deleteCharAt(0);
        }
        if (clause.isEmpty()) {
            return pending.length() == 0 ? null : next();
        }
        return clause;
    }
}
