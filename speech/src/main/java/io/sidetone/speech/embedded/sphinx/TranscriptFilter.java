package io.sidetone.speech.embedded.sphinx;

import java.util.Locale;

/** Converts a decoder's hypothesis into words: no pronunciation suffixes, no fillers, single spaces, lower case. */
final class TranscriptFilter {
    private TranscriptFilter() {}

    /** Returns the words of {@code hypothesis}, as in {@code the(2) office <sil>} → {@code the office}. */
    static String words(String hypothesis) {
        StringBuilder words = new StringBuilder(hypothesis.length());
        for (String part : hypothesis.split("\\s+")) {
            String word = part;
            int variant = part.indexOf('(');
            if (variant > 0 && part.endsWith(")")) {
                word = part.substring(0, variant);
            }
            if (word.isEmpty() || word.charAt(0) == '<' || word.charAt(0) == '[' || word.startsWith("++")) {
                continue;
            }
            if (words.length() > 0) {
                words.append(' ');
            }
            words.append(word.toLowerCase(Locale.ROOT));
        }
        return words.toString();
    }
}
