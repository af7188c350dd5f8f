package io.sidetone.transport.tls;

import static io.sidetone.transport.tls.PemFiles.END_S;
import static io.sidetone.transport.tls.PemFiles.NOW_S;
import static io.sidetone.transport.tls.PemFiles.valid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTlsTest {
    @TempDir
    private Path folder;

    private PemFiles files;

    @BeforeEach
    void files() {
        files = new PemFiles(folder);
    }

    private static ServerTls open(CertificateFiles identity) throws TlsFileException {
        return ServerTls.open(ServerTlsSettings.of(identity), () -> NOW_S);
    }

    private void shouldBeRefused(CertificateFiles identity, Path guilty, String problem, String remedy) {
        assertThatThrownBy(() -> open(identity))
                .isInstanceOfSatisfying(TlsFileException.class, wrong -> assertThat(wrong.file())
                        .isEqualTo(guilty))
                .hasMessageStartingWith(guilty + ": ")
                .hasMessageContaining(problem)
                .hasMessageContaining(remedy);
    }

    @Test
    void shouldTellNamesAndExpiryWhenTheFilesAreRight() throws Exception {
        ServerTls ec = open(files.write(valid("unused")
                .addSanDnsName("sip.example.com")
                .addSanIpAddress("192.0.2.7")
                .addSanUriName("sip:example.com")
                .buildSelfSigned()));
        assertThat(ec.names()).containsExactlyInAnyOrder("sip.example.com", "192.0.2.7", "sip:example.com");
        assertThat(ec.notAfter()).hasValue(END_S);
        ServerTls rsa = open(files.write(valid("old style").rsa2048().buildSelfSigned()));
        assertThat(rsa.names()).containsExactly("CN=old style");
    }

    /** A recorded connection stays closed though the key of the certificate leaks later. */
    @Test
    void shouldOfferNothingWithoutForwardSecrecyOrWithoutAuthenticatedEncryption() throws Exception {
        SSLEngine server = open(files.write(valid("x").rsa2048().buildSelfSigned()))
                .newHandler(UnpooledByteBufAllocator.DEFAULT)
                .engine();
        SSLEngine client = ClientTls.open(new ClientTlsSettings(Optional.empty(), Optional.empty()), () -> NOW_S)
                .newHandler(UnpooledByteBufAllocator.DEFAULT, "h", 1)
                .engine();
        for (SSLEngine engine : new SSLEngine[] {server, client}) {
            assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
            assertThat(engine.getEnabledCipherSuites())
                    .hasSizeGreaterThanOrEqualTo(7)
                    .allMatch(
                            suite -> suite.matches(
                                    "TLS_(?:ECDHE_(?:RSA|ECDSA)_WITH_)?(?:AES_(?:128|256)_GCM_SHA(?:256|384)|CHACHA20_POLY1305_SHA256)"));
        }
    }

    @Test
    void shouldTellTheEarliestExpiryWhenAnIntermediateEndsFirst() throws Exception {
        X509Bundle root = valid("root").buildSelfSigned();
        X509Bundle middle =
                valid("middle").notAfter(Instant.ofEpochSecond(NOW_S + 5)).buildIssuedBy(root);

        assertThat(open(files.write(valid("leaf").buildIssuedBy(middle))).notAfter())
                .hasValue(NOW_S + 5);
    }

    @Test
    void shouldReadBothFromOneFileWhenTextIsAroundThem() throws Exception {
        X509Bundle made = valid("one file").buildSelfSigned();
        Path both = files.file(
                "subject=one file\n" + made.getPrivateKeyPEM() + "\nissuer=itself\n" + made.getCertificatePEM());
        assertThat(open(new CertificateFiles(both, both)).names()).containsExactly("CN=one file");
    }

    @Test
    void shouldNameTheFileWhenItIsMissing() throws Exception {
        CertificateFiles there = files.write(valid("x").buildSelfSigned());
        Path missing = folder.resolve("missing.pem");
        shouldBeRefused(new CertificateFiles(missing, there.key()), missing, "there is no such file", "check the path");
        shouldBeRefused(new CertificateFiles(there.certificate(), missing), missing, "no such file", "check the path");
        shouldBeRefused(new CertificateFiles(folder, there.key()), folder, "cannot be read", "check the path");
    }

    @Test
    void shouldSayWhatIsMissingWhenAFileHoldsSomethingElse() throws Exception {
        CertificateFiles there = files.write(valid("x").buildSelfSigned());
        CertificateFiles swapped = new CertificateFiles(there.key(), there.certificate());
        shouldBeRefused(swapped, there.key(), "no certificate in it", "BEGIN CERTIFICATE");
        shouldBeRefused(
                new CertificateFiles(there.certificate(), there.certificate()),
                there.certificate(),
                "no private key in it",
                "BEGIN PRIVATE KEY");
    }

    @Test
    void shouldSayHowToConvertTheKeyWhenItIsNotPkcs8() throws Exception {
        Path certificate = files.write(valid("x").buildSelfSigned()).certificate();
        Path old = files.file("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        shouldBeRefused(new CertificateFiles(certificate, old), old, "RSA PRIVATE KEY", "openssl pkcs8 -topk8");
        Path locked = files.file("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
        shouldBeRefused(new CertificateFiles(certificate, locked), locked, "has a password", "openssl pkcs8 -in");
    }

    @Test
    void shouldSayDamagedWhenABlockIsCut() throws Exception {
        CertificateFiles there = files.write(valid("x").buildSelfSigned());
        String whole = Files.readString(there.certificate());
        Path cut = files.file(whole.substring(0, 164) + "\n-----END CERTIFICATE-----\n");
        shouldBeRefused(new CertificateFiles(cut, there.key()), cut, "certificate 1 is damaged", "copy the file again");
        Path junk = files.file("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        shouldBeRefused(
                new CertificateFiles(there.certificate(), junk), junk, "neither RSA nor EC", "RSA or an EC key");
    }

    @Test
    void shouldSayTheKeyDoesNotFitWhenItIsOfAnotherCertificate() throws Exception {
        CertificateFiles one = files.write(valid("one").buildSelfSigned());
        CertificateFiles other = files.write(valid("other").buildSelfSigned());
        CertificateFiles rsa = files.write(valid("rsa").rsa2048().buildSelfSigned());
        for (CertificateFiles strange : new CertificateFiles[] {other, rsa}) {
            shouldBeRefused(
                    new CertificateFiles(one.certificate(), strange.key()),
                    strange.key(),
                    "does not fit the certificate in " + one.certificate() + " (CN=one)",
                    "issued");
        }
    }

    @Test
    void shouldSayTheOrderIsWrongWhenTheKeyFitsALaterCertificate() throws Exception {
        X509Bundle root = valid("root").buildSelfSigned();
        X509Bundle leaf = valid("leaf").buildIssuedBy(root);
        Path upsideDown = files.file(root.getCertificatePEM() + leaf.getCertificatePEM());
        shouldBeRefused(
                new CertificateFiles(upsideDown, files.file(leaf.getPrivateKeyPEM())),
                upsideDown,
                "belongs to a later certificate of the file (CN=leaf)",
                "put that certificate first");
    }

    @Test
    void shouldSayExpiredOrTooEarlyWhenTheCertificateIsNotValidNow() throws Exception {
        CertificateFiles past = files.write(
                valid("past").notAfter(Instant.ofEpochSecond(NOW_S - 1)).buildSelfSigned());
        shouldBeRefused(past, past.certificate(), "(CN=past) expired at 2027-01-15T07:59:59Z", "renew it");
        CertificateFiles future = files.write(
                valid("future").notBefore(Instant.ofEpochSecond(NOW_S + 1)).buildSelfSigned());
        shouldBeRefused(future, future.certificate(), "not valid before 2027-01-15T08:00:01Z", "clock");
    }

    @Test
    void shouldKeepTheOldCertificateWhenTheNewOneIsBroken() throws Exception {
        CertificateFiles there = files.write(valid("old").buildSelfSigned());
        ServerTls tls = open(there);
        X509Bundle fresh =
                valid("new").notAfter(Instant.ofEpochSecond(END_S + 7)).buildSelfSigned();
        Files.writeString(there.certificate(), fresh.getCertificatePEM());
        assertThatThrownBy(tls::reload).isInstanceOf(TlsFileException.class).hasMessageContaining("does not fit");
        assertThat(tls.names()).containsExactly("CN=old");
        Files.writeString(there.key(), fresh.getPrivateKeyPEM());
        tls.reload();
        assertThat(tls.names()).containsExactly("CN=new");
        assertThat(tls.notAfter()).hasValue(END_S + 7);
    }

    @Test
    void shouldWatchTheAuthorityTooWhenClientsShowCertificates() throws Exception {
        CertificateFiles own = files.write(valid("x").buildSelfSigned());
        Path none = folder.resolve("ca.pem");
        ServerTlsSettings mutual = new ServerTlsSettings(own, Optional.of(none), ClientAuth.REQUIRED);
        assertThatThrownBy(() -> ServerTls.open(mutual, () -> NOW_S))
                .isInstanceOf(TlsFileException.class)
                .hasMessageStartingWith(none.toString());
        Files.copy(own.certificate(), none);
        assertThat(ServerTls.open(mutual, () -> NOW_S).files()).containsExactly(own.certificate(), own.key(), none);
        assertThatThrownBy(() -> new ServerTlsSettings(own, Optional.empty(), ClientAuth.OPTIONAL))
                .hasMessageContaining("authority");
    }
}
