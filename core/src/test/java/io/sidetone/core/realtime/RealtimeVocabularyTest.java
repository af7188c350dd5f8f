package io.sidetone.core.realtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealtimeVocabularyTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                RealtimeFields.class,
                SessionFields.class,
                TurnDetectionFields.class,
                ItemTypes.class,
                ResponseStatus.class,
                RealtimeErrors.class
            })
    void shouldNameEachConstantAfterItsValueWhenItIsAWordOfTheProtocol(Class<?> vocabulary) {
        assertThat(constants(vocabulary)).isNotEmpty().allSatisfy((name, value) -> assertThat(name)
                .isEqualTo(value.toUpperCase(Locale.ROOT)));
    }

    @Test
    void shouldHaveEachFieldOnceWhenSeveralTablesAreImportedTogether() {
        assertThat(Stream.of(RealtimeFields.class, SessionFields.class, TurnDetectionFields.class)
                        .flatMap(table -> constants(table).keySet().stream()))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldNameTheRateWhenTheFormatIsLinear() {
        assertThat(RealtimeAudio.values())
                .extracting(RealtimeAudio::type, RealtimeAudio::sampleRateHz, RealtimeAudio::bytesPerMs)
                .containsExactly(
                        tuple("audio/pcm", 24_000, 48), tuple("audio/pcmu", 8_000, 8), tuple("audio/pcma", 8_000, 8));
        assertThat(RealtimeAudio.values()).filteredOn(RealtimeAudio::namesRate).containsExactly(RealtimeAudio.PCM);
    }

    private static Map<String, String> constants(Class<?> vocabulary) {
        Map<String, String> constants = new TreeMap<>();
        for (Field field : vocabulary.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                try {
                    constants.put(field.getName(), (String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return constants;
    }
}
