package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectionTest {
    private static SipResponse moved(String contact) {
        return SipResponse.builder(302, "Moved Temporarily")
                .header("Via", "SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1")
                .header("From", "<sip:a@192.0.2.1>;tag=1")
                .header("To", "<sip:b@192.0.2.2>;tag=2")
                .header("Call-ID", "x")
                .header("CSeq", "1 INVITE")
                .header("Contact", contact)
                .build();
    }

    @Test
    void shouldPreferTheContactWithTheHighestWeight() {
        assertThat(Redirection.of(
                        moved("<sip:low@h>;q=0.1, <tel:+1>, <sip:none@h>, <sip:odd@h>;q=much, <sip:high@h>;q=0.9")))
                .extracting(Object::toString)
                .containsExactly("sip:none@h", "sip:high@h", "sip:low@h", "sip:odd@h");
    }

    /** A carrier's proxy may follow what is written besides user and host past the list of whom we may call. */
    @ParameterizedTest
    @CsvSource({
        "sip:+4930@h?Route=%3Csip:evil;lr%3E&X-Evil=1, sip:+4930@h",
        "sip:+4930@h;maddr=192.0.2.66, sip:+4930@h",
        "sip:+4930@h;MADDR=192.0.2.66;user=phone, sip:+4930@h;user=phone",
        "sip:+4930@h;method=BYE;transport=tcp, sip:+4930@h;transport=tcp",
        "sip:+4930@h;ttl=255, sip:+4930@h",
        "sip:+4930:pw@h:5070, sip:+4930@h:5070",
        "sips:+4930:pw@h;maddr=x?a=b, sips:+4930@h",
        "sip:+4930@[2001:db8::1]:5070;maddr=x, sip:+4930@[2001:db8::1]:5070",
        "sip:+4930@h, sip:+4930@h"
    })
    void shouldKeepUserAndHostOfAContact(String contact, String target) {
        assertThat(Redirection.of(moved('<' + contact + '>')))
                .extracting(Object::toString)
                .containsExactly(target);
    }

    @Test
    void shouldGoNowhereWithoutAContact() {
        SipMessage none = SipResponse.builder(302, "Moved Temporarily")
                .header("Via", "SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1")
                .header("From", "<sip:a@192.0.2.1>;tag=1")
                .header("To", "<sip:b@192.0.2.2>;tag=2")
                .header("Call-ID", "x")
                .header("CSeq", "1 INVITE")
                .build();
        assertThat(Redirection.of((SipResponse) none)).isEmpty();
    }
}
