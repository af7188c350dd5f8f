package io.sidetone.server.calls.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.message.SipUri;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedTargetsTest {
    private static final SipUri TRUNK = SipUri.of("sip:carrier.example:5080;transport=tcp");

    private final AllowedTargets allowed = new AllowedTargets(List.of("+4930*", "1", "sip:*@192.0.2.7"));

    private boolean allows(String to) throws RefusedCallException {
        return DialledTarget.of(to, TRUNK).allowedBy(allowed, TRUNK);
    }

    @ParameterizedTest
    @CsvSource({
        "+4930123456, true",
        "+49 (30) 123-456, true",
        "tel:+4930123456, true",
        "1000, true",
        "+4940123456, false",
        "004930123456, false",
        "+49, false",
        "sip:desk@192.0.2.7, true",
        "sip:desk@192.0.2.8, false",
        "sip:+4930123@carrier.example, true",
        "sip:+4930123@CARRIER.example, true",
        "sip:+4930123@carrier.example:5080, true",
        "sip:+4930123@carrier.example:17099, false",
        "sip:+4930123@carrier.example:5060, false",
        "sip:+4930123:pw@carrier.example;maddr=192.0.2.66;method=BYE, true",
        "sip:+1900@192.0.2.7;maddr=192.0.2.66, true",
        "sip:x@192.0.2.8;maddr=192.0.2.7, false",
        "sip:+4930123@elsewhere.example, false",
        "sip:+1900@carrier.example, false",
        "sip:desk@carrier.example, false",
        "sip:%2B1900@carrier.example, false"
    })
    void shouldAllowWhomTheListNames(String to, boolean may) throws RefusedCallException {
        assertThat(allows(to)).isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({"sip:desk@192.0.2.7?Replaces=x", "mailto:x@y", "''", "sip:", "hello world", "+49+30"})
    void shouldNameWhatIsNoTarget(String to) {
        assertThatThrownBy(() -> DialledTarget.of(to, TRUNK))
                .isInstanceOf(RefusedCallException.class)
                .hasMessageContaining("to:");
    }

    @ParameterizedTest
    @CsvSource({
        "sip:x:pw@192.0.2.7, sip:x@192.0.2.7",
        "sip:x@192.0.2.7;maddr=192.0.2.66, sip:x@192.0.2.7",
        "sip:x@192.0.2.7;method=BYE;ttl=1;user=phone, sip:x@192.0.2.7;user=phone"
    })
    void shouldDialNothingThatLeadsElsewhere(String to, String uri) throws RefusedCallException {
        assertThat(DialledTarget.of(to, TRUNK).uri()).hasToString(uri);
    }

    @ParameterizedTest
    @CsvSource({
        "sip:carrier.example, false",
        "sip:carrier.example;transport=tcp, false",
        "sip:carrier.example;transport=tls, true",
        "sips:carrier.example, true"
    })
    void shouldDialSecureTargetsOverEncryptedTrunksAlone(String trunk, boolean may) throws RefusedCallException {
        if (may) {
            assertThat(DialledTarget.of("sips:x@192.0.2.7", SipUri.of(trunk)).uri())
                    .hasToString("sips:x@192.0.2.7");
        } else {
            assertThatThrownBy(() -> DialledTarget.of("sips:x@192.0.2.7", SipUri.of(trunk)))
                    .hasMessageContaining("TLS only");
        }
    }

    @Test
    void shouldDialNumbersAtTheTrunk() throws RefusedCallException {
        assertThat(DialledTarget.of("+49 30 1234", TRUNK).uri())
                .hasToString("sip:+49301234@carrier.example:5080;user=phone");
        assertThat(DialledTarget.of("*21#", TRUNK).uri().user()).isEqualTo("*21#");
    }

    @Test
    void shouldAllowNobodyWithoutAListAndEverybodyWithAny() throws RefusedCallException {
        assertThat(new AllowedTargets(List.of()).none()).isTrue();
        AllowedTargets any = new AllowedTargets(List.of("any"));
        assertThat(DialledTarget.of("+1900", TRUNK).allowedBy(any, TRUNK)).isTrue();
        assertThat(DialledTarget.of("sip:x@elsewhere.example", TRUNK).allowedBy(any, TRUNK))
                .isTrue();
    }
}
