package io.sidetone.transport.sip.message;

import java.util.function.IntPredicate;

/** A cursor over one header value. Every method looks at each character once and charges the budget for it. */
final class TextScanner {
    private final String text;
    private final int end;
    private final ParseBudget budget;
    private int pos;

    TextScanner(String text, ParseBudget budget) {
        this.text = text;
        this.end = text.length();
        this.budget = budget;
    }

    ParseBudget budget() {
        return budget;
    }

    String text() {
        return text;
    }

    int pos() {
        return pos;
    }

    void moveTo(int newPos) {
        pos = newPos;
    }

    boolean atEnd() {
        return pos >= end;
    }

    int peek() {
        return pos < end ? text.charAt(pos) : -1;
    }

    String from(int start) {
        return text.substring(start, pos);
    }

    void skipSpace() throws SipParseException {
        int start = pos;
        while (pos < end && CharClass.space(text.charAt(pos))) {
            pos++;
        }
        budget.spend(pos - start);
    }

    boolean accept(char c) {
        if (pos < end && text.charAt(pos) == c) {
            pos++;
            return true;
        }
        return false;
    }

    void expect(char c, SipRule rule) throws SipParseException {
        if (!accept(c)) {
            throw fail(rule);
        }
    }

    String token(SipRule rule) throws SipParseException {
        String token = run(CharClass::token);
        if (token.isEmpty()) {
            throw fail(rule);
        }
        return token;
    }

    /** Moves past a quoted string; the cursor stands on the opening quote. Returns it with its quotes. */
    String quoted() throws SipParseException {
        int start = pos++;
        while (pos < end) {
            char c = text.charAt(pos);
            if (c == '"') {
                pos++;
                budget.spend(pos - start);
                return text.substring(start, pos);
            }
            pos += c == '\\' ? 2 : 1;
        }
        pos = start;
        throw fail(SipRule.QUOTED_STRING);
    }

    /** A token begins here. */
    void requireToken(SipRule rule) throws SipParseException {
        if (!CharClass.token(peek())) {
            throw fail(rule);
        }
    }

    /** The longest text of characters of one class, possibly empty. */
    String run(IntPredicate takes) throws SipParseException {
        int start = pos;
        while (pos < end && takes.test(text.charAt(pos))) {
            pos++;
        }
        budget.spend(pos - start + 1);
        return text.substring(start, pos);
    }

    /** Moves to {@code separator}, to a comma or to the end, over white space and over whatever else stands there. */
    void skipPast(char separator) throws SipParseException {
        int start = pos;
        while (pos < end && text.charAt(pos) != separator && text.charAt(pos) != ',') {
            pos++;
        }
        budget.spend(pos - start + 1);
    }

    /** Returns whether the cursor stands on a quote that another one closes. */
    boolean quoteCloses() throws SipParseException {
        if (peek() != '"') {
            return false;
        }
        int start = pos;
        try {
            quoted();
            return true;
        } catch (SipParseException open) {
            budget.spend(end - start);
            return false;
        } finally {
            pos = start;
        }
    }

    /** An unsigned decimal number up to {@code max}; leading zeros are allowed. */
    long number(long max, SipRule malformed, SipRule outOfRange) throws SipParseException {
        int start = pos;
        long value = 0;
        while (pos < end && CharClass.digit(text.charAt(pos))) {
            value = value * 10 + (text.charAt(pos) - '0');
            pos++;
            if (value > max) {
                throw fail(outOfRange);
            }
        }
        budget.spend(pos - start + 1);
        if (pos == start) {
            throw fail(malformed);
        }
        return value;
    }

    SipParseException fail(SipRule rule) {
        int from = Math.max(0, Math.min(pos, end) - 20);
        return new SipParseException(rule, "near \"" + Printable.of(text, from, end) + "\"");
    }

    /** Content of a quoted string, its backslash escapes resolved. */
    static String unquote(String quoted) {
        StringBuilder out = new StringBuilder(quoted.length());
        for (int i = 1; i < quoted.length() - 1; i++) {
            char c = quoted.charAt(i);
            if (c == '\\' && i + 1 < quoted.length() - 1) {
                c = quoted.charAt(++i);
            }
            out.append(c);
        }
        return out.toString();
    }
}
