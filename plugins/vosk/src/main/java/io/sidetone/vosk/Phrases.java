package io.sidetone.vosk;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sidetone.core.port.vad.UnusableModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Phrases that callers may say, in the words of a model. */
final class Phrases {
    /** Word that a model makes of anything else, where it has it. */
    static final String UNKNOWN = "[unk]";

    private Phrases() {}

    /**
     * Returns {@code phrases} with a way out for whatever else is said.
     *
     * @throws UnusableModelException when the model cannot be bound to phrases, or lacks their words
     */
    static List<String> of(List<String> phrases, ModelFolder folder, SpeechModel model) throws UnusableModelException {
        if (phrases.isEmpty()) {
            return List.of();
        }
        if (!folder.phrasesPossible()) {
            throw new UnusableModelException(
                    folder.path() + " has a fixed graph (HCLG.fst), which cannot be bound to phrases;"
                            + " use a small model, which has HCLr.fst and Gr.fst, or leave out phrases");
        }
        TreeSet<String> unknown = new TreeSet<>();
        List<String> known = new ArrayList<>();
        for (String phrase : phrases) {
            String normal = phrase.strip().replaceAll("\\s+", " ");
            for (String word : normal.split(" ")) {
                if (!model.knows(word)) {
                    unknown.add(word);
                }
            }
            known.add(normal);
        }
        if (!unknown.isEmpty()) {
            throw new UnusableModelException(folder.path() + " does not know the words " + String.join(", ", unknown)
                    + " of phrases; spell them as its graph/words.txt does, without capitals, digits and punctuation");
        }
        if (model.knows(UNKNOWN)) {
            known.add(UNKNOWN);
        }
        return known;
    }

    /** Returns them as the library wants them. */
    static String json(List<String> phrases) {
        return phrases.stream()
                .map(phrase -> "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(phrase)) + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
