package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.X509Bundle;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Wire;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.tls.ClientAuth;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIP over TLS on real sockets of this machine: who is let in, who is believed, and what is said where it fails. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsEndpointTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @TempDir
    private Path folder;

    private final Heard heard = new Heard();
    private final Heard there = new Heard();
    private final EventLoops loops = EventLoops.open(2, "sip-tls-test");
    private TlsRig rig;
    private SipEndpoint endpoint;
    private SipEndpoint peer;

    @BeforeEach
    void rig() throws Exception {
        rig = new TlsRig(folder);
    }

    @AfterEach
    void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        if (peer != null) {
            peer.close();
        }
        loops.close();
    }

    private SipEndpoint bind(SipTls tls, SipMessageListener listener) throws Exception {
        InetSocketAddress address = new InetSocketAddress(HERE, 0);
        SipEndpointSettings settings = SipEndpointSettings.defaults(
                        List.of(
                                new ListeningPoint(SipTransport.TLS, address),
                                new ListeningPoint(SipTransport.TCP, address)),
                        SourcePolicy.loopbackOnly())
                .withTls(tls);
        return SipEndpoint.bind(settings, loops, listener, System::nanoTime, 4711);
    }

    private static void await(Heard side, BooleanSupplier condition) throws InterruptedException {
        synchronized (side) {
            while (!condition.getAsBoolean()) {
                side.wait(20);
            }
        }
    }

    /** Sends a request from {@link #endpoint} to {@link #peer}, which is asked for under {@code name}. */
    private SipFlow dial(String name) throws Exception {
        InetSocketAddress remote = NamedAddress.of(name, HERE, peer.local().getPort());
        return endpoint.eventLoop()
                .submit(() -> {
                    SipFlow flow = endpoint.connect(SipTransport.TLS, remote);
                    flow.send(Wire.bytes(Wire.request("OPTIONS")));
                    return flow;
                })
                .get(10, TimeUnit.SECONDS);
    }

    private String problemOf(SipFlow flow) throws Exception {
        await(heard, () -> heard.closed.contains(flow));
        assertThat(flow.isOpen()).isFalse();
        assertThat(there.messages).isEmpty();
        return flow.problem();
    }

    @Test
    void shouldSendAndAnswerWhenTheCertificateNamesTheHostThatWasDialled() throws Exception {
        endpoint = bind(rig.of("here.example.com"), heard);
        peer = bind(rig.of("there.example.com"), there);
        SipFlow flow = dial("there.example.com");
        await(there, () -> !there.messages.isEmpty());
        SipRequest arrived = (SipRequest) there.messages.get(0);
        assertThat(there.lastFlow().transport()).isEqualTo(SipTransport.TLS);
        byte[] ok = SipEncoder.encode(
                SipResponse.forRequest(arrived, 200, null, "t").build());
        peer.eventLoop().execute(() -> there.lastFlow().send(ok));
        await(heard, () -> !heard.messages.isEmpty());
        assertThat(heard.lastFlow()).isSameAs(flow);
        assertThat(flow.problem()).isEmpty();
        assertThat(flow.peerName()).as("who was dialled").isEqualTo("there.example.com");
        assertThat(there.lastFlow().peerName())
                .as("not asked for a certificate")
                .isEmpty();
        assertThat(dial("there.example.com")).isSameAs(flow);
        assertThat(peer.counters().value(SipCounter.TLS_HANDSHAKES)).isEqualTo(1);
    }

    @Test
    void shouldBelieveNoCertificateForAnotherName() throws Exception {
        endpoint = bind(rig.of("here.example.com"), heard);
        peer = bind(rig.of("there.example.com"), there);
        assertThat(problemOf(dial("bank.example.com"))).contains("does not name bank.example.com;");
        assertThat(endpoint.counters().value(SipCounter.TLS_FAILED)).isEqualTo(1);
    }

    @Test
    void shouldBelieveNoCertificateOfAnUnknownAuthority() throws Exception {
        endpoint = bind(rig.of("here.example.com"), heard);
        peer = bind(new TlsRig(Files.createDirectory(folder.resolve("other"))).of("there.example.com"), there);
        assertThat(problemOf(dial("there.example.com")))
                .contains("authority that is not trusted")
                .contains("sip.tls.ca");
    }

    @Test
    void shouldBelieveNoCertificateThatHasExpired() throws Exception {
        endpoint = bind(rig.of("here.example.com"), heard);
        Instant anHourAgo = Instant.now().minusSeconds(3_600);
        X509Bundle old = rig.issued(TlsRig.builder("there.example.com")
                .notBefore(anHourAgo.minusSeconds(3_600))
                .notAfter(anHourAgo));
        // The peer's clock is behind: it believes itself.
        peer = bind(rig.with(old, ClientAuth.NONE, anHourAgo.minusSeconds(60)::getEpochSecond), there);
        assertThat(problemOf(dial("there.example.com"))).contains("has expired;");
    }

    @Test
    void shouldAskForACertificateWhenOneIsRequired() throws Exception {
        peer = bind(rig.with(rig.issued("there.example.com"), ClientAuth.REQUIRED), there);
        SipEndpointSettings dialling = SipEndpointSettings.defaults(
                        List.of(ListeningPoint.dialling(SipTransport.TLS, HERE)), SourcePolicy.loopbackOnly())
                .withTls(rig.nobody());
        endpoint = SipEndpoint.bind(dialling, loops, heard, System::nanoTime, 4711);
        assertThat(problemOf(dial("there.example.com"))).contains("certificate");
        assertThat(peer.counters().value(SipCounter.TLS_FAILED)).isEqualTo(1);
        endpoint.close();

        endpoint = bind(rig.of("here.example.com"), heard);
        dial("there.example.com");
        await(there, () -> !there.messages.isEmpty());
        assertThat(there.lastFlow().peerName()).isEqualTo("here.example.com");
    }

    @Test
    void shouldSayThatThePeerSpeaksNoTls() throws Exception {
        endpoint = bind(rig.of("here.example.com"), heard);
        peer = SipEndpoint.bind(
                SipEndpointSettings.defaults(new InetSocketAddress(HERE, 0), SourcePolicy.loopbackOnly()),
                loops,
                there,
                System::nanoTime,
                4711);
        assertThat(problemOf(dial("there.example.com"))).contains("TLS");
        await(there, () -> peer.counters().value(SipCounter.TLS_ON_PLAIN) == 1);
        assertThat(peer.counters().value(SipCounter.NOT_SIP)).isZero();
    }

    @Test
    void shouldCloseAPeerThatSendsPlainTextToTheTlsPort() throws Exception {
        endpoint = bind(rig.of("here.example.com"), heard);
        try (Socket plain = new Socket(HERE, endpoint.local().getPort());
                InputStream in = plain.getInputStream()) {
            plain.getOutputStream().write(Wire.bytes(Wire.request("OPTIONS")));
            in.readAllBytes();
        }
        await(heard, () -> endpoint.counters().value(SipCounter.CONNECTIONS_CLOSED) == 1);
        assertThat(endpoint.counters().value(SipCounter.PLAIN_TEXT_ON_TLS)).isEqualTo(1);
        assertThat(endpoint.counters().value(SipCounter.SOCKET_ERRORS)).isZero();
        assertThat(heard.messages).isEmpty();
    }

    @Test
    void shouldCloseAHandshakeThatNeverEnds() throws Exception {
        endpoint = bind(TlsRig.hurried(rig.of("here.example.com")), heard);
        try (Socket silent = new Socket(HERE, endpoint.local().getPort())) {
            silent.getOutputStream().write(new byte[] {0x16, 3, 1});
            assertThat(silent.getInputStream().readAllBytes().length).isLessThan(100);
        }
        await(heard, () -> endpoint.counters().value(SipCounter.CONNECTIONS_CLOSED) == 1);
        assertThat(endpoint.counters().value(SipCounter.TLS_FAILED)).isEqualTo(1);
    }

    @Test
    void shouldNotListenWithoutACertificate() {
        assertThatThrownBy(() -> bind(SipTls.NONE, heard)).hasMessageContaining("no certificate");
        assertThatThrownBy(() -> bind(rig.nobody(), heard)).hasMessageContaining("no certificate");
    }
}
