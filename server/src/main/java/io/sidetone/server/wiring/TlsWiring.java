package io.sidetone.server.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.tls.CertificateWatch;
import io.sidetone.server.tls.ConfiguredTls;
import io.sidetone.transport.tls.ServerTls;
import java.util.Optional;

/** The certificates of all listeners, and the one watch over them. */
final class TlsWiring implements AutoCloseable {
    private final CertificateWatch watch = new CertificateWatch(() -> System.currentTimeMillis() / 1_000);
    private final Optional<ServerTls> http;

    private TlsWiring(Optional<ServerTls> http) {
        this.http = http;
    }

    /** Reads the files that the configuration names. */
    static TlsWiring open(LoadedConfig loaded) throws ConfigException {
        return new TlsWiring(ConfiguredTls.http(loaded.config(), loaded.source()));
    }

    /** Returns the certificate of the HTTP port; empty where it speaks plain HTTP. */
    Optional<ServerTls> http() {
        return http;
    }

    /** Watches all certificates from now on. */
    void watch(MeterRegistry registry) {
        http.ifPresent(tls -> watch.add("http", tls, registry));
    }

    /** Reads all files again. Never blocks. */
    void reload() {
        watch.request();
    }

    @Override
    public void close() {
        watch.close();
    }
}
