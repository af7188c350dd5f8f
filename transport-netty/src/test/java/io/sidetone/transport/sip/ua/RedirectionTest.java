package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipResponse;
import org.junit.jupiter.api.Test;

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
