package io.sidetone.transport.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** PEM files of certificates that a test makes, in one folder. */
public final class PemFiles {
    /** A time in seconds since 1970. */
    public static final long NOW_S = 1_800_000_000L;
    /** The end of what {@link #valid} makes. */
    public static final long END_S = NOW_S + 90 * 86_400;

    private final Path folder;
    private int made;

    /** Writes to {@code folder}. */
    public PemFiles(Path folder) {
        this.folder = folder;
    }

    /** A certificate, also fit to sign others, that is valid at {@link #NOW_S} until {@link #END_S}; EC unless the test changes it. */
    public static CertificateBuilder valid(String subject) {
        return new CertificateBuilder()
                .subject("CN=" + subject)
                .ecp256()
                .setIsCertificateAuthority(true)
                .notBefore(Instant.ofEpochSecond(NOW_S - 86_400))
                .notAfter(Instant.ofEpochSecond(END_S));
    }

    /** An authority by the clock of this machine. */
    public static X509Bundle authority() throws Exception {
        return lasting("Test authority").buildSelfSigned();
    }

    /** A certificate by the clock of this machine, which the JDK's own checks use. */
    public static CertificateBuilder lasting(String subject) {
        return new CertificateBuilder()
                .subject("CN=" + subject)
                .ecp256()
                .setIsCertificateAuthority(true)
                .notBefore(Instant.now().minusSeconds(86_400))
                .notAfter(Instant.now().plusSeconds(86_400));
    }

    /** Writes chain and key. */
    public CertificateFiles write(X509Bundle bundle) throws IOException {
        return new CertificateFiles(file(bundle.getCertificatePathPEM()), file(bundle.getPrivateKeyPEM()));
    }

    /** Writes {@code text}. */
    public Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file-" + ++made + ".pem"), text);
    }
}
