package io.sidetone.server.ops.tls;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.Part;
import io.sidetone.server.trunks.SipCertificates;
import io.sidetone.transport.tls.ServerTls;
import java.util.Optional;

/** The certificates of all listeners, and the one watch over them. */
public final class ServerCertificates implements Part {
    private final CertificateWatch watch = new CertificateWatch(() -> System.currentTimeMillis() / 1_000);
    private final Optional<ServerTls> http;
    private final SipCertificates sip;

    private ServerCertificates(Optional<ServerTls> http, SipCertificates sip) {
        this.http = http;
        this.sip = sip;
    }

    /**
     * Reads the files that the configuration names. Blocks.
     *
     * @throws ConfigException with the key and the remedy of each file that is missing or wrong
     */
    public static ServerCertificates open(LoadedConfig loaded) throws ConfigException {
        return new ServerCertificates(
                ConfiguredTls.http(loaded.config(), loaded.source()),
                SipCertificates.open(loaded.config().sip(), loaded.source()));
    }

    /** Returns the certificate of the HTTP port; empty where it speaks plain HTTP. */
    public Optional<ServerTls> http() {
        return http;
    }

    /** Returns the certificates of SIP; empty where it speaks no TLS. */
    public SipCertificates sip() {
        return sip;
    }

    /** Watches all certificates from now on. */
    public void watch(MeterRegistry registry) {
        http.ifPresent(tls -> watch.add("http", tls, registry));
        sip.server().ifPresent(tls -> watch.add("sip", tls, registry));
        sip.client().filter(tls -> !tls.files().isEmpty()).ifPresent(tls -> watch.add("sip-client", tls, registry));
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
