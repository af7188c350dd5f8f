package io.sidetone.config.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.setting.Flatten;
import io.sidetone.core.setting.Key;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionReaderTest {
    private static final Engine USUAL =
            new Engine("fast", 40, 0.5, false, Tone.SOFT, List.of(), null, new Header("Authorization"));

    private enum Tone {
        SOFT,
        VERY_LOUD
    }

    private record Header(@Key(name = "key-header", why = "Where the key goes.") String name) {
        Header {
            if (name.isBlank() || name.contains(" ")) {
                throw new IllegalArgumentException("'" + name + "' is no header; name one");
            }
        }
    }

    private record Engine(
            String model,
            @Key(why = "Audio in a message.", unit = "ms", min = 20, max = 250) int messageMs,
            @Key(why = "How sure.", min = 0, max = 1) double threshold,
            @Key(why = "Whether it ends.") boolean forceEnd,
            @Key(why = "How it sounds.") Tone tone,
            @Key(why = "Words.") List<String> keyterms,
            @Key(why = "How much it varies.") Double temperature,
            @Flatten Header header) {}

    private static Engine read(Map<String, String> texts) {
        return OptionReader.read("engines.e.options", texts, Map.of(), USUAL);
    }

    @Test
    void shouldKeepWhatIsUsualWhenNothingIsGiven() throws Exception {
        assertThat(read(Map.of())).isEqualTo(USUAL);
    }

    @Test
    void shouldReadEveryKind() throws Exception {
        assertThat(read(Map.of(
                        "message-ms", " 60 ",
                        "threshold", "0.75",
                        "force-end", "true",
                        "tone", "VERY_LOUD",
                        "keyterms", "Meyer, ${HOME} ,",
                        "temperature", "0.3",
                        "key-header", "api-key")))
                .isEqualTo(new Engine(
                        "fast",
                        60,
                        0.75,
                        true,
                        Tone.VERY_LOUD,
                        List.of("Meyer", "${HOME}"),
                        0.3,
                        new Header("api-key")));
    }

    @Test
    void shouldNameTheLineOfWhatIsWrong() {
        Map<String, String> texts = Map.of("message-m", "60", "threshold", "2", "tone", "soft-ish");
        Map<String, Integer> lines = Map.of("message-m", 12, "threshold", 13);
        assertThatThrownBy(() -> OptionReader.read("engines.e.options", texts, lines, USUAL))
                .hasMessageContaining("engines.e.options.message-m: is not a known key (line 12); did you mean")
                .hasMessageContaining("engines.e.options.threshold: '2' is outside 0.0 to 1.0 (line 13); write")
                .hasMessageContaining("engines.e.options.tone: 'soft-ish' is not one of");
    }

    @Test
    void shouldNameEverythingThatIsWrongAtOnce() {
        assertThatThrownBy(() -> read(Map.of("message-m", "60", "threshold", "2", "tone", "soft-ish")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "engines.e.options.message-m: is not a known key; did you mean engines.e.options.message-ms?")
                .hasMessageContaining("engines.e.options.threshold: '2' is outside 0.0 to 1.0; write a number")
                .hasMessageContaining("engines.e.options.tone: 'soft-ish' is not one of soft, very-loud")
                .satisfies(refused -> assertThat(refused.getMessage().lines()).hasSize(3));
    }

    @Test
    void shouldNameTheOptionWhenARecordRefusesItsValue() {
        assertThatThrownBy(() -> read(Map.of("key-header", "a b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("engines.e.options.key-header: 'a b' is no header; name one");
    }

    @Test
    void shouldNotTakeWhatIsNoKey() {
        assertThatThrownBy(() -> read(Map.of("model", "slow"))).hasMessageContaining("engines.e.options.model: is not");
    }
}
