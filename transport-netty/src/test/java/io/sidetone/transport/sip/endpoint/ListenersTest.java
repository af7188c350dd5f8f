package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.message.Wire;
import io.sidetone.transport.sip.source.SourcePolicy;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An endpoint of several listeners, on real sockets of this machine. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ListenersTest {
    private static final InetAddress V4 = address("127.0.0.1");
    private static final InetAddress OTHER_V4 = address("127.0.0.2");
    private static final InetAddress V6 = address("::1");

    private final Heard heard = new Heard();
    private final EventLoops loops = EventLoops.open(1, "sip-listeners");
    private SipEndpoint endpoint;

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (java.net.UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ListeningPoint point(SipTransport transport, InetAddress address, String advertised) {
        return new ListeningPoint(transport, new InetSocketAddress(address, 0)).advertised(advertised, 0);
    }

    private void open(ListeningPoint... points) throws BindFailedException {
        SipEndpointSettings settings = SipEndpointSettings.defaults(List.of(points), SourcePolicy.loopbackOnly());
        endpoint = SipEndpoint.bind(settings, loops, heard, System::nanoTime, 4711);
    }

    private <T> T onLoop(Callable<T> task) throws Exception {
        return endpoint.eventLoop().submit(task).get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        loops.close();
    }

    private SipFlow heardFrom(InetAddress here, InetSocketAddress listener) throws Exception {
        int before = heard.messages.size();
        try (DatagramSocket peer = new DatagramSocket(0, here)) {
            byte[] request = Wire.bytes(Wire.request("OPTIONS"));
            peer.send(new DatagramPacket(request, request.length, listener));
            synchronized (heard) {
                while (heard.messages.size() == before) {
                    heard.wait(1000);
                }
            }
        }
        return heard.lastFlow();
    }

    @Test
    void shouldPresentTheListenerThatWasReached() throws Exception {
        open(
                point(SipTransport.UDP, V4, "four.example.com"),
                point(SipTransport.UDP, OTHER_V4, "other.example.com"),
                point(SipTransport.UDP, V6, "six.example.com"));
        List<ListeningPoint> bound = endpoint.listeners();
        String[] names = {"four.example.com", "other.example.com", "six.example.com"};
        InetAddress[] peers = {V4, V4, V6};
        for (int i = 0; i < names.length; i++) {
            InetSocketAddress listener = bound.get(i).address();
            assertThat(listener.getPort()).isPositive();
            assertThat(heardFrom(peers[i], listener).sentBy())
                    .isEqualTo(new ContactAddress(names[i], listener.getPort()));
        }
    }

    @Test
    void shouldLeaveFromTheListenerOfThePeersFamily() throws Exception {
        open(point(SipTransport.UDP, V4, "four.example.com"), point(SipTransport.UDP, V6, "six.example.com"));
        SipFlow flow = onLoop(() -> endpoint.connect(SipTransport.UDP, new InetSocketAddress(V6, 5060)));
        assertThat(flow.sentBy().host()).isEqualTo("six.example.com");
        assertThat(flow.local()).isEqualTo(endpoint.listeners().get(1).address());
        assertThat(onLoop(() -> endpoint.connect(SipTransport.UDP, new InetSocketAddress(V4, 5060)))
                        .sentBy()
                        .host())
                .isEqualTo("four.example.com");
    }

    @Test
    void shouldSayWhichListenerIsMissing() throws Exception {
        open(point(SipTransport.UDP, V4, null), point(SipTransport.TCP, V4, null));
        SipFlow flow = onLoop(() -> endpoint.connect(SipTransport.UDP, new InetSocketAddress(V6, 5060)));
        assertThat(flow.isOpen()).isFalse();
        assertThat(flow.problem())
                .contains("no listener of udp")
                .contains("IPv6")
                .contains("sip.listeners");
        SipFlow encrypted = onLoop(() -> endpoint.connect(SipTransport.TLS, new InetSocketAddress(V4, 5061)));
        assertThat(encrypted.problem()).contains("no listener of tls");
    }

    @Test
    void shouldTakeOnePortForUdpAndTcpAtOneAddress() throws Exception {
        open(
                point(SipTransport.UDP, V4, null),
                point(SipTransport.UDP, OTHER_V4, null),
                point(SipTransport.TCP, OTHER_V4, null));
        List<ListeningPoint> bound = endpoint.listeners();
        assertThat(bound.get(2).address()).isEqualTo(bound.get(1).address());
        assertThat(bound.get(0).address().getPort())
                .isNotEqualTo(bound.get(1).address().getPort());
    }

    @Test
    void shouldBindNothingWhenOneAddressIsTaken() throws Exception {
        InetSocketAddress first;
        try (DatagramSocket free = new DatagramSocket(0, V4)) {
            first = (InetSocketAddress) free.getLocalSocketAddress();
        }
        try (ServerSocket other = new ServerSocket(0, 1, OTHER_V4)) {
            ListeningPoint taken =
                    new ListeningPoint(SipTransport.TCP, (InetSocketAddress) other.getLocalSocketAddress());

            BindFailedException failure = catchThrowableOfType(
                    BindFailedException.class, () -> open(new ListeningPoint(SipTransport.UDP, first), taken));

            assertThat(failure).hasMessageContaining("TCP 127.0.0.2");
            try (DatagramSocket again = new DatagramSocket(first)) {
                assertThat(again.isBound()).isTrue();
            }
        }
    }

    @Test
    void shouldShareAConnectionByAddressAndName() throws Exception {
        open(point(SipTransport.TCP, V4, null));
        try (ServerSocket server = new ServerSocket(0, 4, V4)) {
            onLoop(() -> {
                SipFlow one =
                        endpoint.connect(SipTransport.TCP, NamedAddress.of("a.example", V4, server.getLocalPort()));
                SipFlow same =
                        endpoint.connect(SipTransport.TCP, NamedAddress.of("a.example", V4, server.getLocalPort()));
                SipFlow other =
                        endpoint.connect(SipTransport.TCP, NamedAddress.of("b.example", V4, server.getLocalPort()));
                assertThat(same).isSameAs(one);
                assertThat(other).isNotSameAs(one);
                return null;
            });
        }
    }
}
