package io.sidetone.transport.tls;

import static io.sidetone.transport.tls.PemFiles.lasting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.netty.pkitesting.X509Bundle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both sides against each other, without sockets. */
class HandshakeTest {
    private static final UnpooledByteBufAllocator BUFFERS = UnpooledByteBufAllocator.DEFAULT;
    private static final int RECORD = 1 << 15;

    @TempDir
    private Path folder;

    private PemFiles files;
    private X509Bundle authority;
    private Path ca;

    @BeforeEach
    void authority() throws Exception {
        files = new PemFiles(folder);
        authority = PemFiles.authority();
        ca = files.file(authority.getCertificatePEM());
    }

    private static long nowS() {
        return System.currentTimeMillis() / 1_000;
    }

    private ServerTls server(X509Bundle certificate, ClientAuth auth) throws Exception {
        return ServerTls.open(
                new ServerTlsSettings(files.write(certificate), Optional.of(ca), auth), HandshakeTest::nowS);
    }

    private ClientTls client(Optional<CertificateFiles> own) throws Exception {
        return ClientTls.open(new ClientTlsSettings(Optional.of(ca), own), HandshakeTest::nowS);
    }

    /** Shakes hands; returns both engines, or what either side refused. */
    private static SSLEngine[] shake(ServerTls server, ClientTls client, String host, String... versions)
            throws SSLException {
        SslHandler dialled = client.newHandler(BUFFERS, host, 5061);
        SSLEngine c = dialled.engine();
        SSLEngine s = server.newHandler(BUFFERS).engine();
        if (versions.length > 0) {
            c.setEnabledProtocols(versions);
        }
        c.beginHandshake();
        s.beginHandshake();
        ByteBuffer toServer = ByteBuffer.allocate(RECORD);
        ByteBuffer toClient = ByteBuffer.allocate(RECORD);
        while (busy(c) || busy(s) || toServer.position() > 0 || toClient.position() > 0) {
            step(c, toClient, toServer);
            step(s, toServer, toClient);
        }
        return new SSLEngine[] {c, s};
    }

    private static boolean busy(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            engine.wrap(ByteBuffer.allocate(0), out);
            return;
        }
        in.flip();
        SSLEngineResult result = engine.unwrap(in, ByteBuffer.allocate(RECORD));
        in.compact();
        assertThat(result.getStatus()).isNotEqualTo(SSLEngineResult.Status.CLOSED);
    }

    private static Throwable refused(ServerTls server, ClientTls client, String host, String... versions) {
        Throwable thrown = catchThrowable(() -> shake(server, client, host, versions));
        assertThat(thrown).isInstanceOf(SSLException.class);
        return thrown;
    }

    @Test
    void shouldSpeakTheNewestVersionWhenBothKnowIt() throws Exception {
        ServerTls server =
                server(lasting("x").addSanDnsName("sip.example.com").buildIssuedBy(authority), ClientAuth.NONE);
        ClientTls client = client(Optional.empty());
        assertThat(shake(server, client, "sip.example.com")[0].getSession().getProtocol())
                .isEqualTo("TLSv1.3");
        assertThat(shake(server, client, "sip.example.com", "TLSv1.2")[0]
                        .getSession()
                        .getProtocol())
                .isEqualTo("TLSv1.2");
        assertThat(server.newHandler(BUFFERS).engine().getEnabledProtocols())
                .containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
        assertThat(client.newHandler(BUFFERS, "h", 1).engine().getEnabledProtocols())
                .containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
    }

    @Test
    void shouldAcceptTheHostOnlyWhenTheCertificateNamesIt() throws Exception {
        ServerTls server = server(
                lasting("sip.example.org")
                        .addSanDnsName("sip.example.com")
                        .addSanIpAddress("192.0.2.7")
                        .buildIssuedBy(authority),
                ClientAuth.NONE);
        ClientTls client = client(Optional.empty());
        assertThat(shake(server, client, "sip.example.com")).hasSize(2);
        assertThat(shake(server, client, "192.0.2.7")).hasSize(2);
        assertThat(refused(server, client, "example.net")).hasMessageContaining("example.net");
        assertThat(refused(server, client, "192.0.2.8")).hasMessageContaining("192.0.2.8");
    }

    @Test
    void shouldRefuseTheServerWhenNobodyTrustedSignedIt() throws Exception {
        ServerTls server = server(lasting("x").addSanDnsName("sip.example.com").buildSelfSigned(), ClientAuth.NONE);
        assertThat(refused(server, client(Optional.empty()), "sip.example.com")).hasMessageContaining("path");
        ClientTls platform = ClientTls.open(ClientTlsSettings.DEFAULT, HandshakeTest::nowS);
        assertThat(platform.files()).isEmpty();
        assertThat(platform.notAfter()).isEmpty();
        assertThat(platform.names()).isEmpty();
        assertThat(refused(server, platform, "sip.example.com")).hasMessageContaining("path");
    }

    @Test
    void shouldTakeAClientsCertificateWhenItsAuthorityIsTrusted() throws Exception {
        X509Bundle certificate = lasting("x").addSanDnsName("sip.example.com").buildIssuedBy(authority);
        ClientTls known = client(Optional.of(files.write(lasting("trunk").buildIssuedBy(authority))));
        ClientTls strange = client(Optional.of(files.write(lasting("stranger").buildSelfSigned())));
        ClientTls nobody = client(Optional.empty());
        ServerTls required = server(certificate, ClientAuth.REQUIRED);
        assertThat(shown(shake(required, known, "sip.example.com")[1])).isEqualTo("CN=trunk");
        refused(required, nobody, "sip.example.com");
        refused(required, strange, "sip.example.com", "TLSv1.2");
        ServerTls optional = server(certificate, ClientAuth.OPTIONAL);
        assertThat(shown(shake(optional, known, "sip.example.com")[1])).isEqualTo("CN=trunk");
        assertThat(shake(optional, nobody, "sip.example.com")).hasSize(2);
    }

    private static String shown(SSLEngine engine) throws SSLException {
        return ((X509Certificate) engine.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    @Test
    void shouldShowTheNewCertificateWhenReloadedAndTheSameClientComesAgain() throws Exception {
        X509Bundle first = lasting("first").addSanDnsName("sip.example.com").buildIssuedBy(authority);
        CertificateFiles there = files.write(first);
        ServerTls server = ServerTls.open(ServerTlsSettings.of(there), HandshakeTest::nowS);
        ClientTls client = client(Optional.empty());
        assertThat(shown(shake(server, client, "sip.example.com", "TLSv1.2")[0]))
                .isEqualTo("CN=first");
        X509Bundle second = lasting("second").addSanDnsName("sip.example.com").buildIssuedBy(authority);
        Files.writeString(there.certificate(), second.getCertificatePathPEM());
        Files.writeString(there.key(), second.getPrivateKeyPEM());
        server.reload();
        assertThat(shown(shake(server, client, "sip.example.com", "TLSv1.2")[0]))
                .isEqualTo("CN=second");
    }
}
