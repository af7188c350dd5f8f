package io.sidetone.speech.embedded.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.speech.embedded.flow.PhraseParser.BadPhraseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhraseTest {
    private static final Map<String, Phrase> SHARED = Map.of("want", parse("i want to | can i"));
    private static final Map<String, ValueList> LISTS = lists();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "book an appointment|{}",
                "i want to book an appointment please|{}",
                "can i book an appointment for monday|{day=mon}",
                "book an appointment for monday at half past nine please|{day=mon, time=09:30}",
                "book an appointment for monday at nine|{day=mon, time=09:00}",
                "book an appointment at nine|null",
                "book an appointment for|null",
                "book an appointment for monday monday|null",
                "monday|null",
            })
    void shouldFindWhatWasMeant(String said, String values) {
        Phrase phrase = parse("[<want>] book an appointment [for {day} [at {time}]] [please]");
        List<String> words = List.of(said.split(" "));
        assertThat(String.valueOf(phrase.match(words, 0).get(words.size()))).isEqualTo(values);
    }

    @Test
    void shouldWriteTheGrammarOfTheSameTree() {
        StringBuilder jsgf = new StringBuilder();
        parse("[<want>] (book | make it) {day} [please]").jsgf(jsgf);
        assertThat(jsgf.toString()).isEqualTo("[<phrase_want>] (book | make it) <list_day> [please]");
    }

    @ParameterizedTest
    @CsvSource({
        "book, true",
        "i want to, true",
        "book an appointment, true",
        "book an appointment please, false",
        "book an appointment for, true",
        "book an appointment for monday, true",
        "book an appointment for monday at half, true",
        "book an appointment for monday at half past nine please, false",
        "book an appointment at, false",
        "monday, false",
    })
    void shouldKnowWhetherMoreMayFollow(String said, boolean more) {
        Phrase phrase = parse("[<want>] book an appointment [for {day} [at {time}]] [please]");
        assertThat(phrase.goesOn(List.of(said.split(" ")), 0)).isEqualTo(more);
    }

    @Test
    void shouldMatchWhateverTheGrammarCanSay() {
        long seed = 99;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Phrase phrase = parse("[(a | b) [c]] ([<want>] d | e [f | g]) [{day} [{time}]] [h]");
        for (int i = 0; i < 2_000; i++) {
            List<String> words = new ArrayList<>();
            say(phrase, random, words);
            assertThat(phrase.match(words, 0)).as("%s", words).containsKey(words.size());
            for (int said = 0; said < words.size(); said++) {
                assertThat(phrase.goesOn(words.subList(0, said), 0))
                        .as("%s after %d words", words, said)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "~nothing stands between the marks",
                "a | ~nothing stands between the marks",
                "[a~\"]\" is missing",
                "(a | b~\")\" is missing",
                "a]~closes nothing",
                "press 1~\"1\" cannot be said",
                "e-mail~\"e-\" in \"e-mail\" is no word",
                "{date}~there is no list {date}; did you mean \"day\"?",
                "<went>~there is no shared phrase <went>; did you mean \"want\"?",
                "{day~\"}\" is missing",
                "((((((((((((((((((a))))))))))))))))))~more than 16 brackets",
            })
    void shouldNameWhatIsWrong(String text, String problem) {
        assertThatThrownBy(() -> PhraseParser.parse(text == null ? "" : text, SHARED, LISTS))
                .isInstanceOf(BadPhraseException.class)
                .hasMessageContaining(problem);
    }

    private static void say(Phrase phrase, Random random, List<String> words) {
        if (phrase instanceof Phrase.Word word) {
            words.add(word.text());
        } else if (phrase instanceof Phrase.Sequence sequence) {
            sequence.parts().forEach(part -> say(part, random, words));
        } else if (phrase instanceof Phrase.Choice choice) {
            say(choice.options().get(random.nextInt(choice.options().size())), random, words);
        } else if (phrase instanceof Phrase.Maybe maybe) {
            if (random.nextBoolean()) {
                say(maybe.phrase(), random, words);
            }
        } else if (phrase instanceof Phrase.Named named) {
            say(named.body(), random, words);
        }
    }

    private static Phrase parse(String text) {
        try {
            return PhraseParser.parse(text, SHARED == null ? Map.of() : SHARED, LISTS == null ? Map.of() : LISTS);
        } catch (BadPhraseException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, ValueList> lists() {
        Map<String, ValueList.Entry> days = new LinkedHashMap<>();
        days.put("mon", new ValueList.Entry(parse("monday"), "Monday", "1"));
        days.put("tue", new ValueList.Entry(parse("tuesday"), "Tuesday", "2"));
        Map<String, ValueList.Entry> times = new LinkedHashMap<>();
        times.put("09:00", new ValueList.Entry(parse("nine [o'clock]"), "nine", "09"));
        times.put("09:30", new ValueList.Entry(parse("nine thirty | half past nine"), "half past nine", ""));
        return Map.of("day", new ValueList("day", days), "time", new ValueList("time", times));
    }
}
