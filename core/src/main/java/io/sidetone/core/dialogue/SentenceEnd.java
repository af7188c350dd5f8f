package io.sidetone.core.dialogue;

import java.util.Set;

/**
 * Verdicts on whether the words that were understood so far are a whole sentence: judged by their end, in English and German, or by a
 * recognizer that knows more. Journals keep the ordinals.
 */
public enum SentenceEnd {
    /** The words do not show it. */
    UNKNOWN,
    /** Probably whole: a full stop, a question mark, a number of the expected length, the judgment of a service. */
    COMPLETE,
    /** More must follow: "my number is", "and", "um", a comma, half a number, the beginning of a sentence of the grammar. */
    GOES_ON,
    /** Whole: a sentence of the grammar, with which longer ones begin. */
    WHOLE,
    /** Whole, and no sentence of the grammar goes on from here. */
    CLOSED;

    private static final SentenceEnd[] ALL = values();

    private static final String QUESTION_MARKS = "?\uFF1F\u061F";

    private static final String BEHIND_THE_MARK = " \n\t\"'\u201C\u201D\u2019\u00AB\u00BB)]";

    /** Words after which something follows, and sounds of somebody who looks for words. */
    private static final Set<String> OPEN_WORDS = Set.of(
            "and", "or", "but", "because", "if", "the", "a", "an", "my", "your", "our", "their", "of", "from", "with",
            "um", "uhm", "uh", "er", "erm", "und", "oder", "aber", "weil", "wenn", "dass", "der", "die", "den", "dem",
            "ein", "eine", "einen", "einem", "mein", "meine", "meinen", "unser", "unsere", "von", "mit", "äh", "ähm");

    /** Words that announce a number or a name when "is" or "ist" follows. */
    private static final Set<String> ANNOUNCED =
            Set.of("name", "number", "address", "code", "date", "email", "nummer", "adresse", "datum", "kennwort");

    private static final Set<String> COPULAS = Set.of("is", "ist", "lautet");

    private static final Set<String> DIGITS = Set.of(
            "zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "null", "eins",
            "zwei", "zwo", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun");

    /**
     * Judges {@code text}.
     *
     * @param digitsExpected how many digits the answer should have; 1 or less: it is no number
     */
    public static SentenceEnd of(String text, int digitsExpected) {
        String said = text.strip();
        String normal = Phrases.normal(said);
        if (normal.isEmpty()) {
            return UNKNOWN;
        }
        String[] words = normal.split(" ");
        int digits = digitsAtEnd(words);
        if (digits > 0 && digits < digitsExpected || opens(words)) {
            return GOES_ON;
        }
        char last = said.charAt(said.length() - 1);
        return switch (last) {
            case ',', '-', '–', ':', '…' -> GOES_ON;
            case '.' -> said.endsWith("..") ? GOES_ON : COMPLETE;
            case '?', '!' -> COMPLETE;
            default -> digits > 1 && digits == digitsExpected ? COMPLETE : UNKNOWN;
        };
    }

    /** Returns the judgment with {@code ordinal}. */
    public static SentenceEnd of(long ordinal) {
        return ALL[(int) ordinal];
    }

    /**
     * Judges {@code text} of which a recognizer says this. A grammar knows; a service that only guesses is not believed where the words
     * go on.
     *
     * @param digitsExpected how many digits the answer should have; 1 or less: it is no number
     */
    public SentenceEnd with(String text, int digitsExpected) {
        return switch (this) {
            case GOES_ON, WHOLE, CLOSED -> this;
            case UNKNOWN -> of(text, digitsExpected);
            case COMPLETE -> of(text, digitsExpected) == GOES_ON ? GOES_ON : COMPLETE;
        };
    }

    /** Returns whether the sentence may be over. */
    public boolean mayBeWhole() {
        return this == COMPLETE || this == WHOLE || this == CLOSED;
    }

    /** Returns whether {@code text} ends in a question mark, quotation marks and brackets behind it not counted. */
    public static boolean asks(String text) {
        int end = text.length();
        while (end > 0 && BEHIND_THE_MARK.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end > 0 && QUESTION_MARKS.indexOf(text.charAt(end - 1)) >= 0;
    }

    private static boolean opens(String[] words) {
        String last = words[words.length - 1];
        return OPEN_WORDS.contains(last)
                || words.length > 1 && COPULAS.contains(last) && ANNOUNCED.contains(words[words.length - 2]);
    }

    /** Returns how many digits {@code words} end with. */
    static int digitsAtEnd(String[] words) {
        int digits = 0;
        for (int i = words.length - 1; i >= 0; i--) {
            if (words[i].chars().allMatch(Character::isDigit)) {
                digits += words[i].length();
            } else if (DIGITS.contains(words[i])) {
                digits++;
            } else {
                return digits;
            }
        }
        return digits;
    }
}
