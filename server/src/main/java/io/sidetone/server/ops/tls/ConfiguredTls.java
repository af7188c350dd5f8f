package io.sidetone.server.ops.tls;

import io.sidetone.config.HttpConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.server.trunks.SipCertificates;
import io.sidetone.transport.tls.CertificateFiles;
import io.sidetone.transport.tls.ServerTls;
import io.sidetone.transport.tls.ServerTlsSettings;
import io.sidetone.transport.tls.TlsFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The certificates that a configuration names. */
public final class ConfiguredTls {
    private ConfiguredTls() {}

    /**
     * Reads every file that {@code config} names. Blocks.
     *
     * @param source the file or resource of the configuration
     * @throws ConfigException with the key and the remedy of each file that is missing or wrong
     */
    public static void check(SidetoneConfig config, String source) throws ConfigException {
        http(config, source);
        SipCertificates.open(config.sip(), source);
    }

    /**
     * Opens what {@code http.tls} names; empty where it names nothing. Blocks.
     *
     * @param source the file or resource of the configuration
     * @throws ConfigException with the key and the remedy of each file that is missing or wrong
     */
    public static Optional<ServerTls> http(SidetoneConfig config, String source) throws ConfigException {
        HttpConfig.Tls files = config.http().tls();
        if (!files.on()) {
            return Optional.empty();
        }
        Problems problems = new Problems();
        CertificateFiles identity = new CertificateFiles(
                files.certificate().orElseThrow(), files.key().orElseThrow());
        Optional<ServerTls> opened = open("http.tls", ServerTlsSettings.of(identity), problems);
        problems.throwIfAny(source);
        return opened;
    }

    /**
     * Opens {@code settings}; empty with what is wrong in {@code problems}. Blocks.
     *
     * @param section its path, with the keys certificate, key and ca
     */
    public static Optional<ServerTls> open(String section, ServerTlsSettings settings, Problems problems) {
        try {
            return Optional.of(ServerTls.open(settings, ConfiguredTls::epochS));
        } catch (TlsFileException wrong) {
            String path = section + "." + key(settings, wrong.file());
            problems.add(path, "'" + wrong.file() + "': " + wrong.problem(), wrong.remedy());
            return Optional.empty();
        }
    }

    private static String key(ServerTlsSettings settings, Path file) {
        if (file.equals(settings.identity().certificate())) {
            return "certificate";
        }
        return file.equals(settings.identity().key()) ? "key" : "ca";
    }

    private static long epochS() {
        return System.currentTimeMillis() / 1_000;
    }
}
