package io.sidetone.server.records.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerMatchTest {
    @ParameterizedTest
    @CsvSource({
        "+4930123456, sip:+4930123456@trunk.example, '', true",
        "+4930123456, sip:030123456@trunk.example, +4930123456, true",
        "030123456, sip:030123456@trunk.example, +4930123456, true",
        "sip:030123456@trunk.example, sip:030123456@trunk.example, +4930123456, true",
        "sip:Alice@example.com, sip:alice@example.com:5070;transport=tcp, '', true",
        "sip:alice@example.com, sip:alice@other.example, '', false",
        "+4930123456, sip:+49301234567@trunk.example, +49301234567, false",
        "100, sip:100@a.example, 100, true"
    })
    void shouldKnowACallerByEveryFormOfTheAddress(String given, String from, String number, boolean same) {
        assertThat(CallerMatch.of(given).is(from, number)).isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "anonymous", "sip:anonymous@anonymous.invalid", "sip:", "<>", "@"})
    void shouldMeanNobodyWhenNobodyIsNamed(String given) {
        assertThat(CallerMatch.of(given).nobody()).isTrue();
    }

    @Test
    void shouldNotTakeAHiddenCallerForAnotherHiddenOne() {
        assertThat(CallerMatch.of("+4930123456").is("sip:anonymous@anonymous.invalid", ""))
                .isFalse();
    }
}
