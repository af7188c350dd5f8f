package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * The text of one message, with its words' places on the audio clock.
 *
 * @param fromMs begin of the stretch of audio that the message covers
 * @param toMs end of that stretch
 * @param text as the service wrote it
 * @param words in the order given; empty where the service gave no times
 */
record StreamWords(long fromMs, long toMs, String text, List<Word> words) {
    record Word(long middleMs, String text) {}

    /** Reads {@code words} of a message. A word without a time makes the others useless: the result is then empty. */
    static StreamWords of(long fromMs, long toMs, String text, JsonNode words) {
        List<Word> found = new ArrayList<>(words.size());
        for (JsonNode word : words) {
            JsonNode shown = word.path("punctuated_word");
            String said =
                    shown.isTextual() ? shown.textValue() : word.path("word").asText("");
            if (!word.path("start").isNumber() || !word.path("end").isNumber() || said.isEmpty()) {
                return new StreamWords(fromMs, toMs, text, List.of());
            }
            found.add(new Word(
                    (ms(word.path("start").doubleValue()) + ms(word.path("end").doubleValue())) / 2, said));
        }
        return new StreamWords(fromMs, toMs, text, found);
    }

    /** Converts seconds of the service to ms; accepts any number. */
    static long ms(double seconds) {
        return Math.round(Math.max(0, Math.min(1e9, seconds)) * 1_000);
    }

    /**
     * Returns the words from {@code beginMs} to {@code endMs}: the service's own text if all words lie there, else the
     * words whose middle lies there.
     */
    String within(long beginMs, long endMs) {
        if (words.isEmpty()) {
            long middle = (fromMs + toMs) / 2;
            return middle >= beginMs && middle < endMs ? text : "";
        }
        StringJoiner inside = new StringJoiner(" ");
        int outside = 0;
        for (Word word : words) {
            if (word.middleMs >= beginMs && word.middleMs < endMs) {
                inside.add(word.text);
            } else {
                outside++;
            }
        }
        return outside == 0 ? text : inside.toString();
    }
}
