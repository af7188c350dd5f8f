package io.sidetone.transport.http.history;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** Words by which a call is found: letters and digits, without case and accents; each ideograph is a word of its own. */
public final class CallWords {
    /** Characters of a word; longer ones are cut. */
    public static final int LONGEST = 40;

    /** Different words of one call; further ones are not found. */
    public static final int MOST = 400;

    private CallWords() {}

    /** Returns the words of {@code text} in their order, each once; none of null. */
    public static Set<String> of(String text) {
        Set<String> words = new LinkedHashSet<>();
        add(words, text);
        return words;
    }

    /** Adds the words of {@code text} to {@code words}, as far as there is room. */
    public static void add(Set<String> words, String text) {
        if (text == null) {
            return;
        }
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
        StringBuilder word = new StringBuilder();
        plain.codePoints().forEach(c -> {
            boolean ideograph = Character.isIdeographic(c);
            if (ideograph || !Character.isLetterOrDigit(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
                close(words, word);
            }
            if (Character.isLetterOrDigit(c)) {
                word.appendCodePoint(c);
            }
            if (ideograph) {
                close(words, word);
            }
        });
        close(words, word);
    }

    private static void close(Set<String> words, StringBuilder word) {
        if (!word.isEmpty() && words.size() < MOST) {
            int end = Math.min(word.length(), LONGEST);
            words.add(word.substring(0, Character.isHighSurrogate(word.charAt(end - 1)) ? end - 1 : end));
        }
        word.setLength(0);
    }
}
