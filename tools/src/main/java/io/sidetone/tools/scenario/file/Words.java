package io.sidetone.tools.scenario.file;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Words as they are compared: without case and punctuation. */
public final class Words {
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{M}\\p{N}']+");

    private Words() {}

    /** Returns the words of {@code text}, with one blank between them. */
    public static String of(String text) {
        return NO_WORD.matcher(text.toLowerCase(Locale.ROOT).replace('\u2019', '\''))
                .replaceAll(" ")
                .strip();
    }

    /** Returns whether {@code text} has the words of {@code part}, whole and one after the other. */
    public static boolean contains(String text, String part) {
        return (" " + of(text) + " ").contains(" " + of(part) + " ");
    }

    /** Returns {@code text} as it was written, split where a recognizer would. */
    public static List<String> spoken(String text) {
        return List.of(text.strip().split("\\s+"));
    }
}
