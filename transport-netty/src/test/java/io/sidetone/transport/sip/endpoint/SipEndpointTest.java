package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Via;
import io.sidetone.transport.sip.message.Wire;
import io.sidetone.transport.sip.source.SourcePolicy;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint on real sockets of this machine. Waits end when the thing awaited happens; the limit only ends a hang. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SipEndpointTest {
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final Heard heard = new Heard();
    private EventLoops loops;
    private SipEndpoint endpoint;

    private void open(boolean epoll) throws BindFailedException {
        loops = epoll ? EventLoops.open(1, "sip-test") : EventLoops.nio(1, "sip-test");
        endpoint = bind(new InetSocketAddress(loopback, 0), heard);
    }

    private SipEndpoint bind(InetSocketAddress address, SipMessageListener listener) throws BindFailedException {
        SipEndpointSettings settings = SipEndpointSettings.defaults(address, SourcePolicy.loopbackOnly());
        return SipEndpoint.bind(settings, loops, listener, System::nanoTime, 4711);
    }

    @AfterEach
    void close() {
        endpoint.close();
        loops.close();
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        synchronized (heard) {
            while (!condition.getAsBoolean()) {
                heard.wait(1000);
            }
        }
    }

    private byte[] ok() {
        SipRequest request = (SipRequest) heard.messages.get(heard.messages.size() - 1);
        return SipEncoder.encode(
                SipResponse.forRequest(request, 200, null, "tag1").build());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerFromSamePortOverUdp(boolean epoll) throws Exception {
        open(epoll);
        try (DatagramSocket peer = new DatagramSocket(0, loopback)) {
            byte[] request = Wire.bytes(Wire.request("OPTIONS"));
            peer.send(new DatagramPacket(request, request.length, endpoint.local()));
            await(() -> !heard.messages.isEmpty());
            byte[] response = ok();
            endpoint.eventLoop().execute(() -> heard.lastFlow().send(response));

            DatagramPacket answer = new DatagramPacket(new byte[2000], 2000);
            peer.receive(answer);
            assertThat(answer.getSocketAddress()).isEqualTo(endpoint.local());
            String text = new String(answer.getData(), 0, answer.getLength(), StandardCharsets.UTF_8);
            assertThat(text).startsWith("SIP/2.0 200 OK").contains("rport=" + peer.getLocalPort());
            assertThat(heard.lastFlow().local()).isEqualTo(endpoint.local());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerOnConnectionOverTcp(boolean epoll) throws Exception {
        open(epoll);
        try (Socket peer = new Socket(loopback, endpoint.local().getPort())) {
            byte[] request = Wire.bytes("\n\n" + Wire.request("OPTIONS") + Wire.request("INVITE"));
            for (byte b : request) {
                peer.getOutputStream().write(b);
            }
            await(() -> heard.messages.size() == 2);
            byte[] response = ok();
            endpoint.eventLoop().execute(() -> heard.lastFlow().send(response));

            String text = new String(peer.getInputStream().readNBytes(response.length + 2), StandardCharsets.UTF_8);
            assertThat(text).startsWith("\r\nSIP/2.0 200 OK");
            peer.shutdownOutput();
            await(() -> heard.closed.size() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCloseAfterAnswerWhenStreamIsCorrupt(boolean epoll) throws Exception {
        open(epoll);
        try (Socket peer = new Socket(loopback, endpoint.local().getPort());
                InputStream in = peer.getInputStream()) {
            heard.farewell = "said before the end";
            peer.getOutputStream().write(Wire.bytes(Wire.request("OPTIONS", "Content-Length: x")));
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);

            assertThat(text).startsWith("SIP/2.0 400 Bad Request").endsWith("said before the end");
            assertThat(endpoint.counters().value(SipCounter.STREAM_CORRUPT)).isEqualTo(1);
        }
    }

    @Test
    void shouldCloseAPeerThatSaysNothing() throws Exception {
        loops = EventLoops.open(1, "sip-test");
        SipEndpointSettings usual =
                SipEndpointSettings.defaults(new InetSocketAddress(loopback, 0), SourcePolicy.loopbackOnly());
        SipEndpointSettings short50Ms = new SipEndpointSettings(
                usual.listeners(),
                usual.tls(),
                usual.sources(),
                usual.datagramLimits(),
                usual.streamLimits(),
                usual.invitesPerSecond(),
                usual.trunkInvitesPerSecond(),
                usual.maxConnections(),
                usual.idlePerSource(),
                50_000_000L,
                usual.partialMessageTimeoutNs(),
                usual.idleTimeoutNs(),
                usual.logIntervalNs(),
                usual.tap());
        endpoint = SipEndpoint.bind(short50Ms, loops, heard, System::nanoTime, 4711);
        try (Socket peer = new Socket(loopback, endpoint.local().getPort())) {
            peer.setSoTimeout(30_000);
            assertThat(peer.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(endpoint.counters().value(SipCounter.STREAM_STALLED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UDP", "TCP"})
    void shouldReachPeerWhenWeConnect(SipTransport transport) throws Exception {
        open(true);
        Heard there = new Heard();
        SipEndpoint peer = bind(new InetSocketAddress(loopback, 0), there);
        try {
            byte[] request = SipEncoder.encode(SipRequest.builder(SipMethod.OPTIONS, SipUri.of("sip:x@127.0.0.1"))
                    .header(
                            "Via",
                            Via.client(
                                    transport.name(),
                                    "127.0.0.1",
                                    endpoint.local().getPort(),
                                    "z9hG4bKme"))
                    .header("From", "<sip:me@127.0.0.1>;tag=1")
                    .header("To", "<sip:x@127.0.0.1>")
                    .header("Call-ID", "1@me")
                    .header("CSeq", "1 OPTIONS")
                    .build());
            endpoint.eventLoop().execute(() -> {
                SipFlow flow = endpoint.connect(transport, peer.local());
                flow.send(request);
                assertThat(endpoint.connect(transport, peer.local())).isEqualTo(flow);
            });
            synchronized (there) {
                while (there.messages.isEmpty()) {
                    there.wait(1000);
                }
            }
            SipRequest arrived = (SipRequest) there.messages.get(0);
            byte[] response = SipEncoder.encode(
                    SipResponse.forRequest(arrived, 200, null, "t").build());
            peer.eventLoop().execute(() -> there.lastFlow().send(response));
            await(() -> !heard.messages.isEmpty());
            assertThat(heard.messages.get(0)).isInstanceOf(SipResponse.class);
        } finally {
            peer.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellListenerWhenConnectionIsRefused(boolean epoll) throws Exception {
        open(epoll);
        InetSocketAddress nobody;
        try (ServerSocket closing = new ServerSocket(0, 1, loopback)) {
            nobody = (InetSocketAddress) closing.getLocalSocketAddress();
        }
        endpoint.eventLoop()
                .execute(() -> endpoint.connect(SipTransport.TCP, nobody).send(new byte[] {1}));
        await(() -> heard.closed.size() == 1);

        assertThat(heard.closed.get(0).isOpen()).isFalse();
        assertThat(endpoint.counters().value(SipCounter.CONNECT_FAILED)).isEqualTo(1);
        assertThat(endpoint.counters().value(SipCounter.SEND_FAILED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameAddressAndOwnerWhenPortIsTaken(boolean epoll) throws IOException {
        open(epoll);
        InetSocketAddress taken = endpoint.local();

        BindFailedException failure = catchThrowableOfType(BindFailedException.class, () -> bind(taken, heard));

        assertThat(failure).hasMessageContaining("sip").hasMessageContaining("UDP " + loopback.getHostAddress());
        assertThat(failure).hasMessageContaining("port " + taken.getPort());
        assertThat(failure)
                .hasMessageContaining("process " + ProcessHandle.current().pid() + " (");
        assertThat(failure.address()).isEqualTo(taken);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReleaseUdpWhenTcpPortIsTaken(boolean epoll) throws IOException {
        open(epoll);
        try (ServerSocket other = new ServerSocket(0, 1, loopback)) {
            InetSocketAddress taken = (InetSocketAddress) other.getLocalSocketAddress();

            BindFailedException failure = catchThrowableOfType(BindFailedException.class, () -> bind(taken, heard));

            assertThat(failure).hasMessageContaining("TCP");
            assertThat(becomesFree(taken)).isTrue();
        }
    }

    /** NIO lets go of a closed descriptor at the loop's next select. */
    private static boolean becomesFree(InetSocketAddress address) throws IOException {
        while (true) {
            try (DatagramSocket free = new DatagramSocket(address)) {
                return free.isBound();
            } catch (BindException stillClosing) {
                Thread.yield();
            }
        }
    }
}
