package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("VAN-06")
class ClauseSplitterTest {
    private static List<String> split(String... pieces) {
        ClauseSplitter splitter = new ClauseSplitter();
        List<String> clauses = new ArrayList<>();
        for (String piece : pieces) {
            splitter.add(piece);
            for (String c = splitter.next(); c != null; c = splitter.next()) {
                clauses.add(c);
            }
        }
        for (String c = splitter.rest(); c != null; c = splitter.rest()) {
            clauses.add(c);
        }
        return clauses;
    }

    @Test
    void shouldCutAtSentenceEndsWhenTextStreamsIn() {
        assertThat(split("Hel", "lo. We a", "re open from 9.30 to five! ", "Anything else?"))
                .containsExactly("Hello.", "We are open from 9.30 to five!", "Anything else?");
    }

    @Test
    void shouldCutAtACommaOnlyWhenTheClauseIsLongEnough() {
        assertThat(split("Yes, of course. We are open from Monday to Friday, and on Saturday morning."))
                .containsExactly("Yes, of course.", "We are open from Monday to Friday,", "and on Saturday morning.");
    }

    @Test
    void shouldSpeakNothingWhenThereIsOnlyWhiteSpace() {
        assertThat(split(" ", "\n", "  ")).isEmpty();
    }

    @Test
    void shouldLoseNoCharacterAndBoundEveryClauseWhenTextIsRandom() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 500; run++) {
            StringBuilder text = new StringBuilder();
            List<String> pieces = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                StringBuilder piece = new StringBuilder();
                for (int c = random.nextInt(40); c > 0; c--) {
                    piece.append("ab c,.;!? \n".charAt(random.nextInt(11)));
                }
                pieces.add(piece.toString());
                text.append(piece);
            }
            List<String> clauses = split(pieces.toArray(String[]::new));
            assertThat(String.join("", clauses).replaceAll("\\s", ""))
                    .as("seed %d", seed)
                    .isEqualTo(text.toString().replaceAll("\\s", ""));
            assertThat(clauses).allSatisfy(c -> assertThat(c.length()).isBetween(1, 201));
        }
    }
}
