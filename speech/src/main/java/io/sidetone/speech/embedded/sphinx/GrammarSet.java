package io.sidetone.speech.embedded.sphinx;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What callers may say: one grammar per dialogue state.
 *
 * @param jsgfByName a complete JSGF grammar under each name, in order; the first serves when none is asked for
 * @param originByWord for every word of the grammars, lower case, where it was first written (file and path), for errors
 * @param pronunciations phones of words the dictionary lacks, as in {@code S AY D T OW N}
 */
public record GrammarSet(
        Map<String, String> jsgfByName, Map<String, String> originByWord, Map<String, String> pronunciations) {
    /** Copies the maps; their order is kept. */
    public GrammarSet {
        jsgfByName = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(jsgfByName));
        originByWord = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(originByWord));
        pronunciations = Map.copyOf(pronunciations);
    }

    /** This set and {@code other}; what this one names stays. */
    public GrammarSet and(GrammarSet other) {
        Map<String, String> jsgf = new LinkedHashMap<>(jsgfByName);
        other.jsgfByName.forEach(jsgf::putIfAbsent);
        Map<String, String> origins = new LinkedHashMap<>(originByWord);
        other.originByWord.forEach(origins::putIfAbsent);
        Map<String, String> phones = new LinkedHashMap<>(other.pronunciations);
        phones.putAll(pronunciations);
        return new GrammarSet(jsgf, origins, phones);
    }

    /** The grammar that serves a caller when the dialogue has not named one. */
    public String first() {
        return jsgfByName.isEmpty() ? "" : jsgfByName.keySet().iterator().next();
    }
}
