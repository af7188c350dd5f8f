package io.sidetone.core.dialogue;

/**
 * Cuts response text into clauses as it streams in, so that the first audio is quick (VAN-06). Lane thread only.
 *
 * <p>A clause ends behind {@code . ! ? ; :} followed by white space, except behind {@link Abbreviations abbreviations}, behind
 * a comma once it is long enough to be worth a synthesis of its own, or at a space before it grows too long. The caller waits
 * for the first clause of a response, so that one ends behind an earlier comma where the end of its sentence has not come yet,
 * and for a voice that goes on where it stopped behind its first {@value #EARLY_WORDS} words. Text without white space is cut
 * hard at the limit.
 */
public final class ClauseSplitter {
    private static final int COMMA_FROM = 30;
    private static final int FIRST_COMMA_FROM = 8;
    private static final int MAX_CHARS = 200;

    /** About a second of speech: by then the voice has the next words. */
    private static final int EARLY_WORDS = 3;

    private static final int EARLY_CHARS = 12;

    private final StringBuilder pending = new StringBuilder();
    private int commaFrom = FIRST_COMMA_FROM;
    private boolean beginsEarly;
    private boolean complete;

    /** Sets whether a few words are enough to begin with, where the text so far has no clause. */
    public void beginsEarly(boolean yes) {
        beginsEarly = yes;
    }

    /** Adds a piece of the response. */
    public void add(String piece) {
        pending.append(piece);
    }

    /** Returns the next complete clause, or null when more text is needed. */
    public String next() {
        int length = pending.length();
        int lastSpace = -1;
        int words = 0;
        for (int i = 0; i < length; i++) {
            char c = pending.charAt(i);
            if (Character.isWhitespace(c)) {
                lastSpace = abbreviated(i - 1) ? lastSpace : i;
                words += i > 0 && !Character.isWhitespace(pending.charAt(i - 1)) ? 1 : 0;
                if (i > 0 && endsClause(i)) {
                    return cut(i);
                }
            }
            if (i >= MAX_CHARS) {
                return cut(lastSpace > 0 ? lastSpace : i);
            }
        }
        boolean begins = beginsEarly && commaFrom == FIRST_COMMA_FROM && !complete;
        return begins && words >= EARLY_WORDS && lastSpace >= EARLY_CHARS && !sentenceBehind(length - 1)
                ? cut(lastSpace)
                : null;
    }

    /** Returns what is left when the response is complete, or null. */
    public String rest() {
        complete = true;
        String clause = next();
        return clause != null ? clause : cut(pending.length());
    }

    /** Forgets everything: a response begins. */
    public void clear() {
        pending.setLength(0);
        commaFrom = FIRST_COMMA_FROM;
        complete = false;
    }

    private boolean endsClause(int position) {
        return endsSentence(position - 1)
                || pending.charAt(position - 1) == ','
                        && (position >= COMMA_FROM || position >= commaFrom && !sentenceBehind(position));
    }

    private boolean endsSentence(int at) {
        char c = pending.charAt(at);
        return c == '!' || c == '?' || c == ';' || c == ':' || c == '.' && !abbreviated(at);
    }

    private boolean abbreviated(int at) {
        return at >= 0 && pending.charAt(at) == '.' && Abbreviations.endsAt(pending, at, !complete);
    }

    private boolean sentenceBehind(int position) {
        for (int i = position; i < pending.length(); i++) {
            boolean last = i + 1 == pending.length() || Character.isWhitespace(pending.charAt(i + 1));
            if (last && endsSentence(i)) {
                return true;
            }
        }
        return false;
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
        commaFrom = COMMA_FROM;
        return clause;
    }
}
