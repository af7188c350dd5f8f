package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is spoken of a model's text, however it is cut. */
class SpokenTextTest {
    private static final Map<String, String> SPOKEN = Map.ofEntries(
            Map.entry("Plain text, a - b, 2 * 3 < 7.", "Plain text, a - b, 2 * 3 < 7."),
            Map.entry("<think>no\n\n* really</think>\n\nYes.", "Yes."),
            Map.entry("A <think>b</think> c <thin d", "A c <thin d"),
            Map.entry("It is **very** *nice*.", "It is very nice."),
            Map.entry("**Bold** start", "Bold start"),
            Map.entry("# Title\n## Sub\nText", "Title\nSub\nText"),
            Map.entry("- one\n- two\n* three\n\u2022 four", "one\ntwo\nthree\nfour"),
            Map.entry("-5 degrees\n#1 of all", "-5 degrees\n#1 of all"),
            Map.entry("Say `hello`.\n---\nBye", "Say hello.\n\nBye"),
            Map.entry("<think>never closed", ""),
            Map.entry("Ends with <", "Ends with <"),
            Map.entry("", ""));

    @Test
    void shouldSpeakTheSameHoweverItIsCut() {
        long seed = 20_261_122;
        Random random = new Random(seed);
        SPOKEN.forEach((text, spoken) -> {
            for (int round = 0; round < 200; round++) {
                SpokenText filter = new SpokenText();
                StringBuilder out = new StringBuilder();
                int at = 0;
                while (at < text.length()) {
                    int end = Math.min(text.length(), at + 1 + random.nextInt(round == 0 ? text.length() : 4));
                    out.append(filter.add(text.substring(at, end)));
                    at = end;
                }
                out.append(filter.end());
                assertThat(out.toString()).as("seed %d, text %s", seed, text).isEqualTo(spoken);
            }
        });
    }

    @Test
    void shouldHoldNothingBackOfPlainText() {
        SpokenText filter = new SpokenText();
        assertThat(filter.add("Good")).isEqualTo("Good");
        assertThat(filter.add(" morning.")).isEqualTo(" morning.");
        assertThat(filter.end()).isEmpty();
    }
}
