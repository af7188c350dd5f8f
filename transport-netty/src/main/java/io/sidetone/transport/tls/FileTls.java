package io.sidetone.transport.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;

/** Parts that both sides of TLS have in common: files, and a context made of them that a reload replaces as a whole. */
abstract class FileTls implements TlsMaterial {
    /** RFC 8996 forbids the older versions. */
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    /** Those of RFC 9325 section 4.2: whoever records a connection learns nothing from a key that leaks later. */
    private static final List<String> SUITES = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private final Optional<CertificateFiles> own;
    private final Optional<Path> ca;
    private final LongSupplier epochS;
    private final Function<Optional<TlsIdentity>, SslContextBuilder> builder;
    private volatile Loaded loaded;

    private record Loaded(SslContext context, Optional<TlsIdentity> identity) {}

    FileTls(
            Optional<CertificateFiles> own,
            Optional<Path> ca,
            LongSupplier epochS,
            Function<Optional<TlsIdentity>, SslContextBuilder> builder)
            throws TlsFileException {
        this.own = own;
        this.ca = ca;
        this.epochS = epochS;
        this.builder = builder;
        this.loaded = load();
    }

    private Loaded load() throws TlsFileException {
        Optional<TlsIdentity> identity =
                own.isEmpty() ? Optional.empty() : Optional.of(TlsIdentity.read(own.get(), epochS.getAsLong()));
        SslContextBuilder made = builder.apply(identity)
                .sslProvider(SslProvider.JDK)
                .protocols(VERSIONS)
                .ciphers(SUITES, SupportedCipherSuiteFilter.INSTANCE);
        if (ca.isPresent()) {
            made.trustManager(PemFile.read(ca.get()).certificates().toArray(X509Certificate[]::new));
        }
        try {
            return new Loaded(made.build(), identity);
        } catch (SSLException refused) {
            throw new IllegalStateException("This Java offers no TLS 1.2 and 1.3", refused);
        }
    }

    /** Returns what new connections use. */
    final SslContext context() {
        return loaded.context;
    }

    @Override
    public final List<Path> files() {
        List<Path> files = new ArrayList<>();
        own.ifPresent(each -> files.addAll(List.of(each.certificate(), each.key())));
        ca.ifPresent(files::add);
        return files;
    }

    @Override
    public final synchronized void reload() throws TlsFileException {
        loaded = load();
    }

    @Override
    public final OptionalLong notAfter() {
        return loaded.identity
                .map(identity -> OptionalLong.of(identity.notAfterS()))
                .orElse(OptionalLong.empty());
    }

    @Override
    public final List<String> names() {
        return loaded.identity
                .map(identity -> SubjectNames.of(identity.chain().get(0)))
                .orElse(List.of());
    }
}
