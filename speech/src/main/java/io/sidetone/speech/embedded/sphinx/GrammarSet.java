package io.sidetone.speech.embedded.sphinx;

import io.sidetone.core.dialogue.SentenceEnd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Phrases that callers may say: one grammar per dialogue state.
 *
 * @param jsgfByName a complete JSGF grammar under each name, in order; the first is the default
 * @param originByWord for every word of the grammars, lower case, where it was first written (file and path), for
 *     errors
 * @param pronunciations phones of words that the dictionary lacks, as in {@code S AY D T OW N}
 * @param judgeByName says of the words so far whether they are a sentence of the grammar; none where nothing is known
 */
public record GrammarSet(
        Map<String, String> jsgfByName,
        Map<String, String> originByWord,
        Map<String, String> pronunciations,
        Map<String, Judge> judgeByName) {
    /** Knowledge that a grammar has of the end of words. Any thread. */
    @FunctionalInterface
    public interface Judge {
        /** Returns whether {@code words}, lower case, are a sentence of the grammar and may go on. */
        SentenceEnd of(List<String> words);
    }

    /** Copies the maps; their order is kept. */
    public GrammarSet {
        jsgfByName = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(jsgfByName));
        originByWord = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(originByWord));
        pronunciations = Map.copyOf(pronunciations);
        judgeByName = Map.copyOf(judgeByName);
    }

    /** Creates grammars of which nothing more is known. */
    public GrammarSet(
            Map<String, String> jsgfByName, Map<String, String> originByWord, Map<String, String> pronunciations) {
        this(jsgfByName, originByWord, pronunciations, Map.of());
    }

    /** Returns the union of this set and {@code other}; on equal names this set's entry wins. */
    public GrammarSet and(GrammarSet other) {
        Map<String, String> jsgf = new LinkedHashMap<>(jsgfByName);
        other.jsgfByName.forEach(jsgf::putIfAbsent);
        Map<String, String> origins = new LinkedHashMap<>(originByWord);
        other.originByWord.forEach(origins::putIfAbsent);
        Map<String, String> phones = new LinkedHashMap<>(other.pronunciations);
        phones.putAll(pronunciations);
        Map<String, Judge> judges = new LinkedHashMap<>(other.judgeByName);
        judges.putAll(judgeByName);
        return new GrammarSet(jsgf, origins, phones, judges);
    }

    /** Returns the grammar for a caller whose dialogue has not named one. */
    public String first() {
        return jsgfByName.isEmpty() ? "" : jsgfByName.keySet().iterator().next();
    }
}
