package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.transport.rtp.MediaAddress;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that is reached by IPv4 and IPv6: each call has the kind of address that its offer has (RFC 6157 section 4.2). */
class TwoAddressKindsTest extends TrunkRig {
    private static final String SIX = "::1";

    @Override
    List<MediaAddress> addresses() {
        try {
            InetAddress six = InetAddress.getByName(SIX);
            return List.of(MediaAddress.usual(loopback), new MediaAddress(six, six));
        } catch (java.net.UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Test
    void shouldAnswerInIpv6WhereTheOfferIsOfIpv6() throws Exception {
        assumeTrue(
                NetworkInterface.getByInetAddress(InetAddress.getByName(SIX)) != null,
                "this machine has no IPv6 on its loopback interface");
        try (DatagramSocket telephone = new DatagramSocket(0, InetAddress.getByName(SIX))) {
            telephone.setSoTimeout(10_000);
            String offer = offer("m=audio " + telephone.getLocalPort() + " RTP/AVP 0\r\n", "")
                    .replace("c=IN IP4 127.0.0.1", "c=IN IP6 ::1");
            FakeIncomingCall sip = invite(offer);
            until("the answer", () -> sip.answer != null);
            assertThat(new String(sip.answer, StandardCharsets.US_ASCII)).contains("c=IN IP6 0:0:0:0:0:0:0:1");
            onSip(() -> sip.listener.onAck(null));
            DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
            telephone.receive(packet);
            assertThat(packet.getAddress()).isEqualTo(InetAddress.getByName(SIX));
        }
    }

    @Test
    void shouldAnswerInIpv4WhereTheOfferIsOfIpv4() throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII)).contains("c=IN IP4 127.0.0.1");
        assertThat(receive()).isZero();
    }
}
