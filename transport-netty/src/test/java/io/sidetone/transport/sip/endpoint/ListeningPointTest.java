package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListeningPointTest {
    private static ListeningPoint at(String address) throws Exception {
        return new ListeningPoint(SipTransport.UDP, new InetSocketAddress(InetAddress.getByName(address), 5060));
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 203.0.113.5, true",
        "192.0.2.1, 127.0.0.1, true",
        "192.0.2.1, 2001:db8::5, false",
        "0.0.0.0, 203.0.113.5, true",
        "0.0.0.0, 2001:db8::5, false",
        "2001:db8::1, 2001:db8::5, true",
        "2001:db8::1, 203.0.113.5, false",
        "::, 203.0.113.5, true",
        "::, 2001:db8::5, true",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 203.0.113.5, false",
        "127.0.0.1, ::1, false",
        "::1, 2001:db8::5, false"
    })
    void shouldReachPeersOfItsFamilyAndNoneBeyondLoopback(String here, String peer, boolean reached) throws Exception {
        assertThat(at(here).reach(InetAddress.getByName(peer)) > ListeningPoint.UNREACHABLE)
                .isEqualTo(reached);
    }

    @Test
    void shouldPresentTheAdvertisedHostAndTheBoundPort() throws Exception {
        InetSocketAddress local = new InetSocketAddress("192.0.2.1", 40_000);
        assertThat(at("192.0.2.1").sentBy(local)).isEqualTo(new ContactAddress("192.0.2.1", 5060));
        assertThat(at("192.0.2.1").advertised("sip.example.com", 0).sentBy(local))
                .isEqualTo(new ContactAddress("sip.example.com", 5060));
        assertThat(at("192.0.2.1").advertised("sip.example.com", 5070).sentBy(local))
                .isEqualTo(new ContactAddress("sip.example.com", 5070));
        assertThat(ListeningPoint.dialling(SipTransport.TCP, InetAddress.getByName("192.0.2.1"))
                        .sentBy(local))
                .isEqualTo(new ContactAddress("192.0.2.1", -1));
    }

    @Test
    void shouldRefuseUdpThatTakesNothing() {
        assertThatThrownBy(() -> ListeningPoint.dialling(SipTransport.UDP, InetAddress.getLoopbackAddress()))
                .hasMessageContaining("responses come back to it");
    }
}
