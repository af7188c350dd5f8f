package io.sidetone.vosk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Words that the library heard in one stretch.
 *
 * @param text its words with a space between; empty for none
 * @param count words it is sure about to some degree
 * @param confidence sum of these degrees, each in 0…1
 */
record Words(String text, int count, double confidence) {
    /** Nothing. */
    static final Words NONE = new Words("", 0, 0);

    private static final JsonFactory JSON = new JsonFactory();

    /** The library writes numbers as the locale of the process has them. */
    private static final Pattern COMMA = Pattern.compile("(\" : -?[0-9]+),([0-9]{6}\\b)");

    private static final Set<String> NO_WORDS = Set.of(Phrases.UNKNOWN, "<unk>", "<UNK>", "<eps>");

    /**
     * Reads an answer of the library: {@code partial}, or {@code text} with a {@code result} for each word.
     *
     * @throws IllegalStateException when it is none
     */
    static Words read(String json) {
        String text = "";
        int count = 0;
        double confidence = 0;
        try (JsonParser parser = JSON.createParser(COMMA.matcher(json).replaceAll("$1.$2"))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalStateException("Vosk answered with no object");
            }
            boolean known = true;
            double sure = -1;
            int depth = 1;
            while (depth > 0) {
                JsonToken token = parser.nextToken();
                if (token == null) {
                    throw new IllegalStateException("Vosk answered with half an object");
                }
                if (token.isStructStart()) {
                    depth++;
                    known = true;
                    sure = -1;
                } else if (token.isStructEnd()) {
                    if (token == JsonToken.END_OBJECT && depth == 3 && known && sure >= 0) {
                        count++;
                        confidence += sure;
                    }
                    depth--;
                } else if (depth == 1 && token == JsonToken.VALUE_STRING) {
                    text = spoken(parser.getText());
                } else if (depth == 3 && "conf".equals(parser.currentName()) && token.isNumeric()) {
                    sure = Math.max(0, Math.min(1, parser.getDoubleValue()));
                } else if (depth == 3 && "word".equals(parser.currentName()) && token == JsonToken.VALUE_STRING) {
                    known = !NO_WORDS.contains(parser.getText());
                }
            }
        } catch (IOException garbage) {
            throw new IllegalStateException("Vosk answered with what is no JSON", garbage);
        }
        return new Words(text, count, confidence);
    }

    private static String spoken(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (String word : text.strip().split("\\s+")) {
            if (!word.isEmpty() && !NO_WORDS.contains(word)) {
                kept.append(kept.length() == 0 ? "" : " ").append(word);
            }
        }
        return kept.toString();
    }

    /** Returns these words and what was heard after them. */
    Words and(Words next) {
        String joined = text.isEmpty() ? next.text : next.text.isEmpty() ? text : text + " " + next.text;
        return new Words(joined, count + next.count, confidence + next.confidence);
    }

    /** Returns whether their mean confidence is at least {@code least}; words without any are believed. */
    boolean sure(double least) {
        return count == 0 || confidence / count >= least;
    }
}
