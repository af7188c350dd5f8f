package io.sidetone.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtraHeadersTest {
    @ParameterizedTest
    @ValueSource(strings = {"X-Tenant", "P-Asserted-Identity", "Diversion", "User-to-User", "Subject", "X.a_b~c"})
    void shouldTakeHeadersThatAreNotTheStacks(String name) {
        assertThat(ExtraHeaders.problem(name, "a; b=\"c\" <d>\u00e9")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "via, via is written by the SIP stack itself; leave it out",
        "Content-Length, Content-Length is written by the SIP stack itself; leave it out",
        "Proxy-Authorization, Proxy-Authorization is written by the SIP stack itself; leave it out",
        "f, 'f' is no name of a header",
        "X Y, 'X Y' is no name of a header",
        "X-Y:, 'X-Y:' is no name of a header",
        "X-Grüße, 'X-Grüße' is no name of a header"
    })
    void shouldNameTheHeaderAndTheRule(String name, String problem) {
        assertThat(ExtraHeaders.problem(name, "v"))
                .hasValueSatisfying(text -> assertThat(text).startsWith(problem));
    }

    @Test
    void shouldRefuseValuesThatBreakTheMessage() {
        assertThat(ExtraHeaders.problem("X-A", "b\r\nVia: evil"))
                .hasValue("X-A: has a line break or another control character; remove it");
        assertThat(ExtraHeaders.problem("X-A", " ")).hasValue("X-A: has 1 characters; give 1 to 1024");
        assertThat(ExtraHeaders.problem("X-A", "v".repeat(1_025))).isPresent();
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 17; i++) {
            many.put("X-" + i, "v");
        }
        assertThat(ExtraHeaders.problem(many)).hasValue("has 17 headers; give at most 16");
    }

    @Test
    void shouldLetAnActionSetNothingThatACarrierBillsOrRoutesBy() {
        assertThat(ExtraHeaders.ofAction(Map.of(
                        "X-Ticket",
                        7,
                        "User-to-User",
                        "61;encoding=hex",
                        "P-Asserted-Identity",
                        "<tel:+1900>",
                        "X-Bad",
                        "a\nb")))
                .isEqualTo(Map.of("X-Ticket", "7", "User-to-User", "61;encoding=hex"));
        assertThat(ExtraHeaders.ofAction("X-A: b")).isEmpty();
        assertThat(ExtraHeaders.ofAction(null)).isEmpty();
    }
}
