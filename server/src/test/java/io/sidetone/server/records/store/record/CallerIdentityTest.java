package io.sidetone.server.records.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("VIP-04")
class CallerIdentityTest {
    @ParameterizedTest
    @CsvSource({
        "sip:+4930123456@10.0.0.1:5060;user=phone, +4930123456",
        "tel:+49-30-123456, +4930123456",
        "\"Bob\" <sip:+4930123456@carrier.example>, +4930123456",
        "sip:Alice@Example.NET:5061, alice@example.net",
        "sips:alice:secret@example.net, alice@example.net",
        "alice, alice@"
    })
    void shouldFindTheSameCallerBehindEveryAddress(String caller, String identity) {
        assertThat(CallerIdentity.identity(caller)).isEqualTo(identity);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "sip:anonymous@anonymous.invalid", "sip:x@anonymous.invalid", "Restricted", "sip:@host"})
    void shouldKnowNobodyWhoHidesHisNumber(String caller) {
        assertThat(CallerIdentity.key("desk", caller)).isEmpty();
    }

    @Test
    void shouldTellAgentsApartAndShowNoNumber() {
        String key = CallerIdentity.key("desk", "sip:+4930123456@x");
        assertThat(key)
                .hasSize(64)
                .doesNotContain("4930123456")
                .isNotEqualTo(CallerIdentity.key("shop", "sip:+4930123456@x"));
    }
}
