package io.sidetone.speech.embedded.flite;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes text safe for a voice that ends the process on bad input: printable ASCII, no markup, no endless words, bounded
 * pieces. Every character keeps its position in the original, so that word times refer to the original text.
 */
final class SpeakableText {
    /** The longest text for the voice at once: about 20 s. */
    static final int MAX_PIECE_CHARS = 300;

    private static final int MAX_WORD_CHARS = 40;
    private static final int MAX_TAG_CHARS = 64;
    private static final int MAX_SAME_LETTERS = 3;
    private static final String KEPT = ".,?!:;'\"-()$%";

    private final StringBuilder text = new StringBuilder();
    private final String original;
    private int[] origin;

    private SpeakableText(String original) {
        this.original = original;
        this.origin = new int[original.length() + 16];
    }

    /** Filters {@code original}. */
    static SpeakableText of(String original) {
        SpeakableText speakable = new SpeakableText(original);
        speakable.filter();
        return speakable;
    }

    /** Returns whether no text is left. */
    boolean isEmpty() {
        return text.chars().noneMatch(Character::isLetterOrDigit);
    }

    /** The filtered text. */
    String text() {
        return text.toString();
    }

    /**
     * Returns where each piece of at most {@link #MAX_PIECE_CHARS} characters ends: after punctuation, otherwise at a
     * space.
     */
    List<String> pieces() {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = text.length() - from <= MAX_PIECE_CHARS ? text.length() : cut(from, from + MAX_PIECE_CHARS);
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private int cut(int from, int limit) {
        int atSpace = -1;
        for (int i = limit - 1; i > from + limit / 8; i--) {
            if (text.charAt(i) == ' ') {
                if (".,?!;:".indexOf(text.charAt(i - 1)) >= 0) {
                    return i + 1;
                }
                atSpace = Math.max(atSpace, i + 1);
            }
        }
        return atSpace > from ? atSpace : limit;
    }

    /**
     * Returns the index in the original text just behind the word that ends before {@code position} of the filtered
     * text; skips spaces.
     */
    int originalEnd(int position) {
        int end = Math.min(position, text.length());
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return end == 0 ? 0 : Math.min(origin[end - 1] + 1, original.length());
    }

    private void filter() {
        for (int i = 0; i < original.length(); ) {
            int tag = tagEnd(i);
            if (tag > i) {
                put(' ', i);
                i = tag;
                continue;
            }
            int codePoint = original.codePointAt(i);
            if (codePoint < 0x80) {
                ascii((char) codePoint, i);
            } else {
                for (char folded : fold(codePoint).toCharArray()) {
                    ascii(folded, i);
                }
            }
            i += Character.charCount(codePoint);
        }
        while (text.length() > 0 && text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
        }
    }

    /** Returns the index behind a markup tag that starts at {@code i}, or {@code i}. */
    private int tagEnd(int i) {
        if (original.charAt(i) != '<' || i + 2 >= original.length()) {
            return i;
        }
        char next = original.charAt(i + 1);
        int end = original.indexOf('>', i);
        boolean named = Character.isLetter(next) || next == '/' || next == '!';
        return named && end > 0 && end - i <= MAX_TAG_CHARS ? end + 1 : i;
    }

    private void ascii(char c, int from) {
        if (Character.isLetterOrDigit(c) || KEPT.indexOf(c) >= 0) {
            put(c, from);
            return;
        }
        char next = from + 1 < original.length() ? original.charAt(from + 1) : ' ';
        switch (c) {
            case '&' -> word("and", from);
            case '@' -> word("at", from);
            case '+' -> word("plus", from);
            case '=' -> word("equals", from);
            case '#' -> word(Character.isDigit(next) ? "number" : "", from);
            case '/' -> put(lastIsDigit() && Character.isDigit(next) ? '/' : ' ', from);
            default -> put(' ', from);
        }
    }

    private boolean lastIsDigit() {
        return text.length() > 0 && Character.isDigit(text.charAt(text.length() - 1));
    }

    private void word(String word, int from) {
        put(' ', from);
        for (char c : word.toCharArray()) {
            put(c, from);
        }
        put(' ', from);
    }

    private void put(char c, int from) {
        int length = text.length();
        char last = length == 0 ? ' ' : text.charAt(length - 1);
        boolean sentenceEnd = ".?!".indexOf(c) >= 0 && ".?!".indexOf(last) >= 0;
        if (c == last && (c == ' ' || KEPT.indexOf(c) >= 0) || sentenceEnd) {
            return;
        }
        if (c == last && Character.isLetter(c) && runs(c, MAX_SAME_LETTERS)) {
            return;
        }
        if (c != ' ' && wordLength() >= MAX_WORD_CHARS) {
            append(' ', from);
        }
        append(c, from);
    }

    private boolean runs(char c, int count) {
        if (text.length() < count) {
            return false;
        }
        for (int i = text.length() - count; i < text.length(); i++) {
            if (text.charAt(i) != c) {
                return false;
            }
        }
        return true;
    }

    private int wordLength() {
        return text.length() - 1 - text.lastIndexOf(" ");
    }

    private void append(char c, int from) {
        if (text.length() == origin.length) {
            origin = Arrays.copyOf(origin, origin.length * 2);
        }
        origin[text.length()] = from;
        text.append(c);
    }

    private static String fold(int codePoint) {
        switch (codePoint) {
            case 0x2018, 0x2019, 0x02BC:
                return "'";
            case 0x201C, 0x201D, 0x00AB, 0x00BB:
                return "\"";
            case 0x2010, 0x2011, 0x2012, 0x2013:
                return "-";
            case 0x2014, 0x2015:
                return ", ";
            case 0x00DF:
                return "ss";
            case 0x00E6:
                return "ae";
            case 0x00C6:
                return "AE";
            case 0x00F8:
                return "o";
            case 0x00D8:
                return "O";
            case 0x0142:
                return "l";
            case 0x0141:
                return "L";
            case 0x20AC:
                return " euro ";
            case 0x00A3:
                return " pound ";
            case 0x00B0:
                return " degrees ";
            default:
                StringBuilder ascii = new StringBuilder();
                Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKD)
                        .chars()
                        .filter(c -> c < 0x80)
                        .forEach(c -> ascii.append((char) c));
                return ascii.length() == 0 && Character.getType(codePoint) != Character.NON_SPACING_MARK
                        ? " "
                        : ascii.toString();
        }
    }
}
