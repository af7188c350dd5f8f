package io.sidetone.config.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.Interpolator;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.TreeReader;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.ValueRule;
import io.sidetone.config.yaml.YamlReader;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordBinderTest {
    private static final Path FOLDER = Path.of("/nonexistent-folder");

    private enum Speed {
        SLOW,
        VERY_FAST
    }

    private record Car(@Key(why = "Names it.", mandatory = true) String name) {}

    @Section("A garage.")
    private record Garage(
            @Key(why = "How long it opens.", min = 10, max = 5_000, byDefault = "1s", unit = "duration")
                    Duration openFor,
            @FileType(ValueType.SIZE) @Key(name = "area", why = "Its size.", byDefault = "2KiB") int areaBytes,
            @Key(why = "How fast.", byDefault = "very-fast") Speed speed,
            @Key(why = "Where plans are.") Optional<Path> plans,
            @Rule(Upper.class) @Key(why = "Who may open it.") List<String> keepers,
            @Section("What stands in it.") List<Car> cars) {}

    private record Silent(int port) {}

    private static final class Upper implements ValueRule<List<String>, List<String>> {
        @Override
        public List<String> apply(List<String> value, String path, Problems problems) {
            if (value.contains("thief")) {
                problems.add(path, "names a thief", "leave it out");
            }
            return value.stream().map(String::toUpperCase).toList();
        }
    }

    private static Garage bind(String yaml, Problems problems) throws ConfigException {
        KeyTree tree = KeyTree.of(RecordKeys.of("garage", Garage.class));
        return new RecordBinder(
                        new TreeReader(tree, new Interpolator(name -> null, FOLDER), problems)
                                .read(YamlReader.read(yaml, "test.yaml", problems)),
                        problems,
                        FOLDER)
                .bind("garage", Garage.class);
    }

    private static List<String> problems(String yaml) {
        Problems problems = new Problems();
        try {
            bind(yaml, problems);
            problems.throwIfAny("test.yaml");
            return List.of();
        } catch (ConfigException e) {
            return e.problems().stream().map(Object::toString).toList();
        }
    }

    @Test
    void shouldSayEveryKeyOnceInTheOrderOfTheComponents() {
        assertThat(RecordKeys.of("garage", Garage.class))
                .extracting(ConfigKey::path)
                .containsExactly(
                        "garage",
                        "garage.open-for",
                        "garage.area",
                        "garage.speed",
                        "garage.plans",
                        "garage.keepers",
                        "garage.cars",
                        "garage.cars[].name");
    }

    @Test
    void shouldTakeTypeWordsUnitAndDefaultFromTheComponent() {
        ConfigKey speed = RecordKeys.of("garage", Garage.class).get(3);
        assertThat(speed.type()).isEqualTo(ValueType.WORD);
        assertThat(speed.words()).containsExactly("slow", "very-fast");
        assertThat(speed.unit()).isEqualTo("word");
        assertThat(speed.defaultText()).isEqualTo("very-fast");
    }

    @Test
    void shouldBindDefaultsWhenNothingIsGiven() throws Exception {
        assertThat(bind("{}", new Problems()))
                .isEqualTo(new Garage(
                        Duration.ofSeconds(1), 2_048, Speed.VERY_FAST, Optional.empty(), List.of(), List.of()));
    }

    @Test
    void shouldBindWhatIsGiven() throws Exception {
        assertThat(bind(
                        "garage: {open-for: 20ms, area: 1B, speed: slow, plans: a/../b, keepers: [joe],"
                                + " cars: [{name: one}, {name: two}]}",
                        new Problems()))
                .isEqualTo(new Garage(
                        Duration.ofMillis(20),
                        1,
                        Speed.SLOW,
                        Optional.of(FOLDER.resolve("b")),
                        List.of("JOE"),
                        List.of(new Car("one"), new Car("two"))));
    }

    @Test
    void shouldNameEveryProblemAtOnce() {
        assertThat(problems("garage: {open-for: 9ms, sped: slow, keepers: thief, cars: [{}]}"))
                .containsExactlyInAnyOrder(
                        "garage.sped: is not a known key (line 1); did you mean garage.speed?",
                        "garage.open-for: '9ms' is outside 10ms to 5s (line 1); write a duration from 10ms to 5s",
                        "garage.cars[0].name: is missing; give it: Names it.",
                        "garage.keepers: names a thief; leave it out");
    }

    @Test
    void shouldRefuseARecordThatDoesNotSayItsKeys() {
        assertThatThrownBy(() -> RecordKeys.of("silent", Silent.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no @Section");
        assertThatThrownBy(() -> RecordKeys.of("garage", Unsaid.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("garage.port has no @Key");
    }

    @Section("Says nothing of its port.")
    private record Unsaid(int port) {}
}
