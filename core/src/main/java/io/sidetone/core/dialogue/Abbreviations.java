package io.sidetone.core.dialogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Check of whether a full stop belongs to an abbreviation, an initial or the number of a list, so that no sentence ends behind it. The
 * words of each language stand in {@code abbreviations.txt}; all languages count at once, because one too many only delays a cut.
 */
final class Abbreviations {
    private static final String RESOURCE = "abbreviations.txt";
    private static final int LONGEST = 24;
    private static final int NUMBER_DIGITS = 2;

    private static final Set<String> ALWAYS = new HashSet<>();
    private static final Set<String> BEFORE_NUMBER = new HashSet<>();

    static {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Abbreviations.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] parts = line.split(": ", 2);
                (parts[0].endsWith("always") ? ALWAYS : BEFORE_NUMBER)
                        .addAll(Arrays.asList(parts[1].strip().split(" ")));
            });
        } catch (IOException e) {
            throw new UncheckedIOException("the JAR's own " + RESOURCE + " cannot be read", e);
        }
    }

    private Abbreviations() {}

    /**
     * Returns whether the full stop at {@code stop} ends no sentence.
     *
     * @param more whether text may still follow
     */
    static boolean endsAt(CharSequence text, int stop, boolean more) {
        int from = stop;
        while (from > 0 && stop - from < LONGEST && partOfWord(text.charAt(from - 1))) {
            from--;
        }
        if (from == stop || from > 0 && partOfWord(text.charAt(from - 1))) {
            return false;
        }
        String word = text.subSequence(from, stop).toString();
        if (number(word)) {
            return word.length() <= NUMBER_DIGITS && !(from > 0 && ".,:".indexOf(text.charAt(from - 1)) >= 0);
        }
        if (initials(word)) {
            return true;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return ALWAYS.contains(lower) || BEFORE_NUMBER.contains(lower) && numberFollows(text, stop + 1, more);
    }

    private static boolean partOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '.';
    }

    private static boolean number(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!Character.isDigit(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Parts of at most two letters with full stops between them, or one letter: J, a.m, z.B, Ph.D. */
    private static boolean initials(String word) {
        int letters = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            letters = c == '.' ? 0 : letters + 1;
            if (Character.isDigit(c) || letters > 2 || letters == 2 && word.indexOf('.') < 0) {
                return false;
            }
        }
        return letters > 0;
    }

    private static boolean numberFollows(CharSequence text, int from, boolean more) {
        for (int i = from; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return Character.isDigit(text.charAt(i));
            }
        }
        return more;
    }
}
