package io.sidetone.server.tls;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.transport.tls.ServerTls;
import java.util.Optional;

/** The certificates of all listeners, and the one watch over them. */
public final class ServerCertificates implements AutoCloseable {
    private final CertificateWatch watch = new CertificateWatch(() -> System.currentTimeMillis() / 1_000);
    private final Optional<ServerTls> http;

    private ServerCertificates(Optional<ServerTls> http) {
        this.http = http;
    }

    /**
     * Reads the files that the configuration names. Blocks.
     *
     * @throws ConfigException with the key and the remedy of each file that is missing or wrong
     */
    public static ServerCertificates open(LoadedConfig loaded) throws ConfigException {
        return new ServerCertificates(ConfiguredTls.http(loaded.config(), loaded.source()));
    }

    /** Returns the certificate of the HTTP port; empty where it speaks plain HTTP. */
    public Optional<ServerTls> http() {
        return http;
    }

    /** Watches all certificates from now on. */
    public void watch(MeterRegistry registry) {
        http.ifPresent(tls -> watch.add("http", tls, registry));
    }

    /** Reads all files again. Never blocks. */
    public void reload() {
        watch.request();
    }

    /** Ends the watch. */
    @Override
    public void close() {
        watch.close();
    }
}
