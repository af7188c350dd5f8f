package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.net.DatagramSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls on one port whose new offers name the media address of another call. */
class SharedAddressTest extends TrunkRig {
    @Override
    int maxCalls() {
        return 3;
    }

    @Override
    boolean sharedPort() {
        return true;
    }

    private static final class Reply implements OfferReply {
        private String said = "";

        @Override
        public boolean accept(byte[] sdp) {
            said = "200";
            return true;
        }

        @Override
        public boolean repeat() {
            said = "repeated";
            return true;
        }

        @Override
        public boolean reject(int status, String reason, SipHeader... headers) {
            said = status + " " + headers[0].value();
            return true;
        }
    }

    private byte[] media(int rtp, int rtcp) {
        return offer("m=audio " + rtp + " RTP/AVP 0\r\n", "a=rtcp:" + rtcp + " IN IP4 127.0.0.1\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private FakeIncomingCall call(byte[] offer) throws Exception {
        FakeIncomingCall sip = invite(new String(offer, StandardCharsets.US_ASCII));
        until("the answer", () -> sip.answer != null);
        return sip;
    }

    private Reply asks(FakeIncomingCall sip, byte[] offer) throws Exception {
        Reply reply = new Reply();
        onSip(() -> sip.listener.onOffer(offer, false, reply));
        return reply;
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 488", "0, 0, 488", "2, 3, 200", "4, 5, 200"})
    void shouldNotTakeTheAddressOfAnotherCall(int rtp, int rtcp, int status) throws Exception {
        try (DatagramSocket elsewhere = new DatagramSocket(0, loopback)) {
            int[] ports = {
                phone.getLocalPort(),
                phone.getLocalPort() + 1,
                40_000,
                40_001,
                elsewhere.getLocalPort(),
                elsewhere.getLocalPort() + 1
            };
            call(media(ports[0], ports[1]));
            FakeIncomingCall second = call(media(ports[2], ports[3]));
            Reply reply = asks(second, media(ports[rtp], ports[rtcp]));
            assertThat(reply.said).startsWith(Integer.toString(status));
            if (status == 488) {
                assertThat(reply.said).contains("399 sidetone \"another call has this media address\"");
            }
        }
    }

    @Test
    void shouldTakeTheAddressOfACallThatIsOver() throws Exception {
        byte[] first = media(phone.getLocalPort(), phone.getLocalPort() + 1);
        FakeIncomingCall over = call(first);
        FakeIncomingCall second = call(media(40_000, 40_001));
        onSip(() -> over.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end", () -> {
            try {
                return asks(second, first).said.equals("200");
            } catch (Exception interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
    }
}
