package io.sidetone.speech.chat;

/**
 * Removes from a model's text what must not be spoken: {@code <think>…</think>}, emphasis, headings, bullets and code
 * marks. A mark may be split over pieces, so a possible beginning of a mark is held back, some characters at most. One
 * answer, one thread.
 */
final class SpokenText {
    private static final String OPEN = "<think>";
    private static final String CLOSE = "</think>";

    private final StringBuilder out = new StringBuilder();
    private final StringBuilder tag = new StringBuilder();

    /** Characters at the beginning of a line that may be marks. */
    private final StringBuilder lead = new StringBuilder();

    private boolean thinking;
    private boolean afterThought;
    private boolean lineStart = true;
    private boolean star;
    private char before = '\n';

    /** Returns the text that can be spoken of {@code piece} and of what was held back; may be empty. */
    String add(String piece) {
        out.setLength(0);
        for (int i = 0; i < piece.length(); i++) {
            tags(piece.charAt(i));
        }
        return out.toString();
    }

    /** Ends the answer: returns the text that was held back and is not a mark. */
    String end() {
        out.setLength(0);
        if (!thinking) {
            String held = tag.toString();
            tag.setLength(0);
            for (int i = 0; i < held.length(); i++) {
                marks(held.charAt(i));
            }
            String begun = lead.toString();
            lead.setLength(0);
            out.append(begun.strip().matches("[#*\u2022-]*") ? "" : begun);
        }
        star = false;
        return out.toString();
    }

    private void tags(char next) {
        String mark = thinking ? CLOSE : OPEN;
        if (next == mark.charAt(tag.length())) {
            tag.append(next);
            if (tag.length() == mark.length()) {
                tag.setLength(0);
                afterThought = thinking;
                thinking = !thinking;
            }
            return;
        }
        if (tag.length() > 0) {
            String held = tag.toString();
            tag.setLength(0);
            for (int i = 0; i < held.length() && !thinking; i++) {
                marks(held.charAt(i));
            }
            tags(next);
            return;
        }
        if (!thinking) {
            marks(next);
        }
    }

    private void marks(char next) {
        if (afterThought && Character.isWhitespace(next)) {
            return;
        }
        afterThought = false;
        if (lineStart) {
            beginning(next);
        } else {
            within(next);
        }
    }

    private void beginning(char next) {
        boolean mark = next == '#' || next == '*' || next == '-' || next == '\u2022';
        if (mark && lead.length() < 6 && (lead.length() == 0 || lead.charAt(0) == next)) {
            lead.append(next);
        } else if (next == ' ' && lead.length() == 0) {
            within(next);
            lineStart = true;
        } else if (next == ' ') {
            boolean rule = lead.length() > 1 && lead.charAt(0) != '#';
            lead.setLength(0);
            lineStart = rule;
        } else {
            lineStart = false;
            String held = lead.toString();
            lead.setLength(0);
            boolean rule = next == '\n' && held.length() > 2;
            for (int i = 0; i < held.length() && !rule; i++) {
                within(held.charAt(i));
            }
            within(next);
        }
    }

    private void within(char next) {
        if (star) {
            star = false;
            if (Character.isWhitespace(next)) {
                out.append('*');
            }
        }
        if (next == '*') {
            star = Character.isWhitespace(before) && before != '\n';
        } else if (next != '`') {
            out.append(next);
            before = next;
            lineStart = next == '\n';
            return;
        }
        before = next;
    }
}
