package io.sidetone.transport.sip.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.message.Written;
import org.junit.jupiter.api.Test;

class DialogTest {
    private static final NameAddress CONTACT = Written.address("<sip:us@203.0.113.5:5060>");
    private static final Via VIA = Via.client("UDP", "203.0.113.5", 5060, "z9hG4bKnew");

    private static SipRequest.Builder invite() {
        return SipRequest.builder(SipMethod.INVITE, SipUri.of("sip:us@203.0.113.5"))
                .header("Via", "SIP/2.0/UDP 198.51.100.7;branch=z9hG4bK1")
                .header("From", "\"Al\" <sip:al@198.51.100.7>;tag=a1")
                .header("To", "<sip:us@203.0.113.5>")
                .header("Call-ID", "c1")
                .header("CSeq", "5 INVITE")
                .header("Contact", "<sip:al@198.51.100.7:5070?Subject=x>");
    }

    private static SipRequest inDialog(long number) {
        return invite().replaceHeader("CSeq", number + " INVITE").build();
    }

    @Test
    void shouldBeTheMirrorOfThePeersInvite() {
        Dialog dialog = Dialog.ofServer(invite().build(), "ours", CONTACT, 40);
        SipRequest bye = dialog.request(SipMethod.BYE, VIA).build();

        assertThat(dialog.id()).isEqualTo(new DialogId("c1", "ours", "a1"));
        assertThat(bye.requestUri()).hasToString("sip:al@198.51.100.7:5070");
        assertThat(bye.from()).hasToString("<sip:us@203.0.113.5>;tag=ours");
        assertThat(bye.to()).hasToString("\"Al\" <sip:al@198.51.100.7>;tag=a1");
        assertThat(bye.cseq()).hasToString("41 BYE");
        assertThat(bye.contact()).isNull();
        assertThat(bye.maxForwards()).isEqualTo(70);
        assertThat(dialog.request(SipMethod.UPDATE, VIA).build().contact()).isEqualTo(CONTACT);
        assertThat(dialog.request(SipMethod.INFO, VIA).build().cseq().number()).isEqualTo(43);
    }

    @Test
    void shouldTakeOnlyGrowingSequenceNumbers() {
        Dialog dialog = Dialog.ofServer(invite().build(), "ours", CONTACT, 0);

        assertThat(dialog.inOrder(inDialog(4))).isFalse();
        assertThat(dialog.inOrder(inDialog(5))).isFalse();
        assertThat(dialog.inOrder(inDialog(90))).isTrue();
        assertThat(dialog.inOrder(inDialog(89))).isFalse();
        assertThat(dialog.inOrder(inDialog(91))).isTrue();
    }

    @Test
    void shouldReverseTheRecordRouteOfAResponse() {
        SipResponse ok = SipResponse.forRequest(invite().build(), 200, null, "peer")
                .header("Record-Route", "<sip:p2;lr>, <sip:p1;lr>")
                .header("Contact", "<sip:bob@192.0.2.9>")
                .build();
        Dialog dialog = Dialog.ofClient(invite().build(), ok, CONTACT);

        assertThat(dialog.id()).isEqualTo(new DialogId("c1", "a1", "peer"));
        assertThat(dialog.routeSet()).hasToString("[<sip:p1;lr>, <sip:p2;lr>]");
        assertThat(dialog.nextHop()).hasToString("sip:p1;lr");
        SipRequest ack = dialog.ack(5, VIA);
        assertThat(ack.cseq()).hasToString("5 ACK");
        assertThat(ack.requestUri()).hasToString("sip:bob@192.0.2.9");
        assertThat(dialog.request(SipMethod.BYE, VIA).build().cseq().number()).isEqualTo(6);
    }

    @Test
    void shouldKeepTheTargetWithoutAUsableContact() {
        SipResponse ok =
                SipResponse.forRequest(invite().build(), 200, null, "peer").build();
        Dialog dialog = Dialog.ofClient(invite().build(), ok, CONTACT);
        assertThat(dialog.remoteTarget()).hasToString("sip:us@203.0.113.5");
        dialog.refreshTarget(invite().replaceHeader("Contact", "<tel:+1555>").build());
        assertThat(dialog.remoteTarget()).hasToString("sip:us@203.0.113.5");
        dialog.refreshTarget(invite().build());
        assertThat(dialog.remoteTarget().host()).isEqualTo("198.51.100.7");
    }

    @Test
    void shouldTakePeersWithoutATag() {
        SipRequest old = invite().replaceHeader("From", "<sip:al@198.51.100.7>").build();
        Dialog dialog = Dialog.ofServer(old, "ours", CONTACT, 0);
        SipRequest bye = SipRequest.builder(SipMethod.BYE, SipUri.of("sip:us@203.0.113.5"))
                .header("From", "<sip:al@198.51.100.7>")
                .header("To", "<sip:us@203.0.113.5>;tag=ours")
                .header("Call-ID", "c1")
                .build();

        assertThat(DialogId.of(bye)).isEqualTo(dialog.id());
        assertThat(DialogId.of(old)).as("no To tag").isNull();
    }
}
