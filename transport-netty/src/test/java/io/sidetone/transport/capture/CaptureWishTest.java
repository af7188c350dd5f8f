package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureWishTest {
    /** A trunk that writes national numbers; its plan made normal ones of them. */
    private static final CallSetup.Identity CALL = new CallSetup.Identity(
            "01J0000000000000000000ONE0",
            "one@sip",
            "sip-udp",
            "desk",
            "\"A\" <sip:0301234567@carrier.example>",
            "sip:desk@192.0.2.1",
            CallFacts.of("+49301234567", "", List.of(), 0),
            0,
            0,
            0);

    @ParameterizedTest
    @CsvSource({
        "'', '', true",
        "+49301234567, '', true",
        "+49 (30) 123-4567, '', true",
        "49301234567, '', true",
        "0301234567, '', true",
        "sip:0301234567@carrier.example, '', true",
        "030123456, '', false",
        "+49301234568, '', false",
        "'', desk, true",
        "'', DESK, true",
        "'', sip:desk@192.0.2.1, true",
        "'', sip:desk@192.0.2.9, false",
        "'', sales, false",
        "+49301234567, desk, true",
        "+49301234567, sales, false",
        "desk, '', false"
    })
    void shouldMeanACallByItsNumbersAndUsers(String from, String to, boolean wanted) {
        assertThat(new CaptureWish(CaptureWish.Next.CALL, from, to).wants(CALL)).isEqualTo(wanted);
    }

    @Test
    void shouldMeanNoCallWhenARefusalIsAwaited() {
        assertThat(new CaptureWish(CaptureWish.Next.REFUSED, "", "").wants(CALL))
                .isFalse();
    }
}
