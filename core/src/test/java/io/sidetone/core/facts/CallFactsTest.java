package io.sidetone.core.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallFactsTest {
    private static CallFacts of(CallHeader... headers) {
        return CallFacts.of("+49", "100", List.of(headers), 0);
    }

    @Test
    void shouldKeepWhatFitsAndSayWhatDoesNot() {
        CallFacts facts = of(
                CallHeader.of("Subject", "a\r\nb\u0000c"),
                CallHeader.of("Identity", "x".repeat(3_000)),
                CallHeader.of("N".repeat(65), "y"));
        assertThat(facts.headers().get(0)).isEqualTo(CallHeader.of("Subject", "a  b c"));
        assertThat(facts.headers().get(1)).isEqualTo(new CallHeader("Identity", "x".repeat(2_048), true));
        assertThat(facts.headers()).hasSize(2);
        assertThat(facts.omitted()).isEqualTo(1);
    }

    @Test
    void shouldKeepNoMoreThanSixtyFourHeadersAndEightThousandCharacters() {
        List<CallHeader> many = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            many.add(CallHeader.of("X-" + i, "v"));
        }
        CallFacts counted = CallFacts.of("", "", many, 2);
        assertThat(counted.headers()).hasSize(64).first().isEqualTo(CallHeader.of("X-0", "v"));
        assertThat(counted.omitted()).isEqualTo(8);

        CallHeader large = CallHeader.of("X-Large", "v".repeat(2_000));
        CallFacts bounded = of(large, large, large, large, large, CallHeader.of("X-Small", "still fits"));
        assertThat(bounded.headers()).hasSize(5).last().isEqualTo(CallHeader.of("X-Small", "still fits"));
        assertThat(bounded.omitted()).isEqualTo(1);
    }

    @Test
    void shouldCutNoCharacterInHalf() {
        CallHeader header = of(CallHeader.of("X", "v".repeat(2_047) + "\ud83d\ude00"))
                .headers()
                .get(0);
        assertThat(header.value()).isEqualTo("v".repeat(2_047));
        assertThat(header.cut()).isTrue();
    }

    @Test
    void shouldShowFieldsThatSayWhatIsMissing() {
        CallFacts facts = new CallFacts(
                "+49",
                "",
                List.of(new CallHeader("X-A", "1", true)),
                3,
                Map.of(),
                CallTerms.NONE,
                HandedOver.NONE,
                CallOrigin.NONE);
        assertThat(FactsFields.of(facts))
                .containsEntry("caller", "+49")
                .containsEntry("called", "")
                .containsEntry("headers", List.of(Map.of("name", "X-A", "value", "1", "cut", true)))
                .containsEntry("headersOmitted", 3);
        assertThat(FactsFields.of(of(CallHeader.of("X-A", "1"))))
                .containsEntry("headers", List.of(Map.of("name", "X-A", "value", "1")))
                .doesNotContainKey("headersOmitted");
    }

    @Test
    void shouldKnowTheCallerByTheNumberFirst() {
        assertThat(of().callerOr("sip:030@x")).isEqualTo("+49");
        assertThat(CallFacts.NONE.callerOr("sip:030@x")).isEqualTo("sip:030@x");
    }
}
