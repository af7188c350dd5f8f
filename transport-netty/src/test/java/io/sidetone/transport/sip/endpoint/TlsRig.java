package io.sidetone.transport.sip.endpoint;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sidetone.transport.tls.CertificateFiles;
import io.sidetone.transport.tls.ClientAuth;
import io.sidetone.transport.tls.ClientTls;
import io.sidetone.transport.tls.ClientTlsSettings;
import io.sidetone.transport.tls.PemFiles;
import io.sidetone.transport.tls.ServerTls;
import io.sidetone.transport.tls.ServerTlsSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** An authority, and endpoints' TLS that trusts it. */
public final class TlsRig {
    private final PemFiles files;
    private final X509Bundle authority;
    private final Path ca;

    /** Writes the files of {@code folder}. */
    public TlsRig(Path folder) throws Exception {
        files = new PemFiles(folder);
        authority = PemFiles.authority();
        ca = files.file(authority.getCertificatePEM());
    }

    /** TLS with a certificate for {@code name} and 127.0.0.1 that asks clients for none. */
    public SipTls of(String name) throws Exception {
        return with(issued(name), ClientAuth.NONE);
    }

    /** A certificate for {@code name} and 127.0.0.1 of the authority. */
    X509Bundle issued(String name) throws Exception {
        return builder(name).buildIssuedBy(authority);
    }

    static CertificateBuilder builder(String name) {
        return PemFiles.lasting(name).addSanDnsName(name).addSanIpAddress("127.0.0.1");
    }

    X509Bundle issued(CertificateBuilder builder) throws Exception {
        return builder.buildIssuedBy(authority);
    }

    SipTls with(X509Bundle certificate, ClientAuth auth) throws Exception {
        return with(certificate, auth, TlsRig::epochS);
    }

    /** The same for an endpoint whose clock says {@code epochS}. */
    SipTls with(X509Bundle certificate, ClientAuth auth, LongSupplier epochS) throws Exception {
        CertificateFiles own = files.write(certificate);
        return new SipTls(
                Optional.of(ServerTls.open(new ServerTlsSettings(own, Optional.of(ca), auth), epochS)),
                Optional.of(ClientTls.open(new ClientTlsSettings(Optional.of(ca), Optional.of(own)), epochS)));
    }

    /** TLS that only dials, shows no certificate and trusts the authority. */
    SipTls nobody() throws Exception {
        return new SipTls(
                Optional.empty(),
                Optional.of(ClientTls.open(new ClientTlsSettings(Optional.of(ca), Optional.empty()), TlsRig::epochS)));
    }

    static SipTls hurried(SipTls tls) {
        return new SipTls(tls.server(), tls.client(), TimeUnit.MILLISECONDS.toNanos(50));
    }

    private static long epochS() {
        return System.currentTimeMillis() / 1_000;
    }
}
