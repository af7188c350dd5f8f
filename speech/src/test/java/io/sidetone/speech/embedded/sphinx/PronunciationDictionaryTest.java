package io.sidetone.speech.embedded.sphinx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PronunciationDictionaryTest {
    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private Path full;

    @BeforeEach
    void dictionary() throws IOException {
        full = directory.resolve("full.dict");
        Files.writeString(full, "a AH\na(2) EY\nno N OW\nnoon N UW N\nyes Y EH S\n");
    }

    @Test
    void shouldKeepEveryVariantOfTheWordsOfTheGrammars() throws IOException {
        assertThat(reduce(Map.of("a", "f: x", "yes", "f: x"), Map.of()))
                .containsExactly("a AH", "a(2) EY", "yes Y EH S");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldNameEveryUnknownWordWithItsOrigin() throws IOException {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("sidetone", "desk.yaml: states.menu.on.hours.say[1]");
        words.put("no", "desk.yaml: states.menu");
        words.put("xyzzy", "desk.yaml: lists.day.xyzzy");
        reduce(words, Map.of());
        assertThat(problems).hasSize(2);
        assertThat(problems.get(0))
                .startsWith("desk.yaml: states.menu.on.hours.say[1]: the word \"sidetone\"")
                .contains("use another word");
        assertThat(problems.get(1)).startsWith("desk.yaml: lists.day.xyzzy");
    }

    @Test
    void shouldTakePronunciationsFromTheFlow() throws IOException {
        assertThat(reduce(Map.of("sidetone", "f: x", "no", "f: x"), Map.of("sidetone", "S AY D T OW N", "no", "N AA")))
                .containsExactly("no N AA", "sidetone S AY D T OW N");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldRefusePhonesThatAreNone() throws IOException {
        reduce(Map.of("sidetone", "f: x"), Map.of("sidetone", "S AY1 D"));
        assertThat(problems)
                .containsExactly("pronunciations.sidetone: \"AY1\" is not a phone; use the CMU phones without"
                        + " stress, as in S AY D T OW N");
    }

    @Test
    void shouldStripSuffixesAndFillersFromAHypothesis() {
        assertThat(TranscriptFilter.words("<s> the(2) Office <sil> ++NOISE++ [SPEECH] on a(12) day </s>"))
                .isEqualTo("the office on a day");
        assertThat(TranscriptFilter.words("")).isEmpty();
    }

    private List<String> reduce(Map<String, String> words, Map<String, String> pronunciations) throws IOException {
        Path cut = directory.resolve("cut.dict");
        PronunciationDictionary.reduce(full, new GrammarSet(Map.of(), words, pronunciations), problems)
                .write(cut);
        return Files.readAllLines(cut);
    }
}
