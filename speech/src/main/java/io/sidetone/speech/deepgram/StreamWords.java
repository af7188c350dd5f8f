package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * A piece of text with its words' places on the audio clock: what one message says.
 *
 * @param fromMs where the stretch of audio begins that it speaks of
 * @param toMs where it ends
 * @param text as the service wrote it
 * @param words in the order given; empty where the service gave no times
 */
record StreamWords(long fromMs, long toMs, String text, List<Word> words) {
    record Word(long middleMs, String text) {}

    /** Reads {@code words} of a message; all or nothing: a word without a time makes the others useless. */
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

    /** Seconds of the service in ms, whatever they are. */
    static long ms(double seconds) {
        return Math.round(Math.max(0, Math.min(1e9, seconds)) * 1_000);
    }

    /**
     * Returns what was said from {@code beginMs} to {@code endMs}: the whole text as the service wrote it if all of it was,
     * else the words whose middle lies there.
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
