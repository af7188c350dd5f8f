package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.NumberPlan;
import org.junit.jupiter.api.Test;

class InviteFactsTest {
    private static final NumberPlan GERMAN = new NumberPlan("+49", "0", "00", NumberPlan.Bare.AS_IS);
    private static final String ASSERTED =
            "P-Asserted-Identity: \"A\" <sip:alice@pbx.example>, <tel:030-123456;verstat=TN-Validation-Passed>\r\n";

    private static InviteFacts of(boolean trusted, String from, String extra) {
        return of(trusted, new FakeIncomingCall("sip:030999@192.0.2.1;user=phone", from, "<sip:100@192.0.2.1>", extra));
    }

    private static InviteFacts of(boolean trusted, FakeIncomingCall call) {
        return new InviteFacts(call.invite(), call.flow(), call.remoteOffer(), trusted, GERMAN);
    }

    @Test
    void shouldGiveHeadersThatMeanSomethingAndNoneOfTheStack() {
        CallFacts facts = of(
                        true,
                        "\"Zoe\" <sip:+4917@x>",
                        "X-Customer: 42\r\nDiversion: <sip:1@x>;reason=no-answer\r\nDiversion: <sip:2@x>\r\n"
                                + "User-Agent: phone\r\nSubject: tea\r\nUser-to-User: 6162;encoding=hex\r\n"
                                + "Authorization: Digest username=\"secret\"\r\n"
                                + "Proxy-Authorization: Digest username=\"secret\"\r\n"
                                + "Supported: timer\r\nRecord-Route: <sip:proxy;lr>\r\nSession-Expires: 1800\r\n")
                .facts();
        assertThat(facts.headers())
                .extracting(CallHeader::name)
                .containsExactlyInAnyOrder(
                        "From", "To", "X-Customer", "Diversion", "Diversion", "User-Agent", "Subject", "User-to-User");
        assertThat(facts.headers()).contains(CallHeader.of("Diversion", "<sip:1@x>;reason=no-answer"));
        assertThat(facts.headers().toString()).doesNotContain("secret").contains("\"Zoe\" <sip:+4917@x>");
        assertThat(facts.omitted()).isZero();
    }

    @Test
    void shouldTakeTheNumberThatTheTrunkAsserts() {
        InviteFacts facts = of(true, "<sip:spoofed@x>", ASSERTED);
        assertThat(facts.from()).isEqualTo("sip:alice@pbx.example");
        assertThat(facts.facts().caller()).isEqualTo("+4930123456");
        assertThat(facts.facts().called()).isEqualTo("+4930999");
        assertThat(facts.facts().headers().toString()).contains("verstat=TN-Validation-Passed");
    }

    @Test
    void shouldNotBelieveWhatAStrangerAsserts() {
        InviteFacts facts = of(false, "<sip:0301@x>", ASSERTED + "P-Called-Party-ID: <tel:+4955>\r\n");
        assertThat(facts.from()).isEqualTo("sip:0301@x");
        assertThat(facts.facts().caller()).isEqualTo("+49301");
        assertThat(facts.facts().called()).isEqualTo("+4930999");
        assertThat(facts.facts().headers()).extracting(CallHeader::name).containsExactlyInAnyOrder("From", "To");
        assertThat(facts.facts().omitted()).isEqualTo(2);
    }

    @Test
    void shouldTellNobodyWhoCallsWhenTheCallerHides() {
        InviteFacts facts = of(
                true,
                "\"Anonymous\" <sip:anonymous@anonymous.invalid>",
                ASSERTED + "Privacy: header; ID\r\nRemote-Party-ID: <sip:030123456@x>\r\nX-Kept: yes\r\n");
        assertThat(facts.from()).isEqualTo("sip:anonymous@anonymous.invalid");
        assertThat(facts.facts().caller()).isEmpty();
        assertThat(facts.facts().headers().toString()).doesNotContain("123456").contains("X-Kept");
        assertThat(facts.facts().omitted()).isEqualTo(2);
        assertThat(of(true, "<sip:0301@x>", "Privacy: none\r\n").facts().caller())
                .isEqualTo("+49301");
    }

    @Test
    void shouldFindTheCalledNumberWhereTheRequestUriIsOurOwnAddress() {
        FakeIncomingCall registered =
                new FakeIncomingCall("sip:desk@192.0.2.1", "<sip:1@x>", "<sip:0309@carrier.example>", "");
        assertThat(of(true, registered).facts().called()).isEqualTo("+49309");
        FakeIncomingCall told = new FakeIncomingCall(
                "sip:desk@192.0.2.1",
                "<sip:1@x>",
                "<sip:0309@carrier.example>",
                "P-Called-Party-ID: <sip:0308@carrier.example>\r\n");
        assertThat(of(true, told).facts().called()).isEqualTo("+49308");
    }
}
