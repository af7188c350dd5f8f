package io.sidetone.server.trunks;

import io.sidetone.config.SipConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.transport.sip.endpoint.SipTls;
import io.sidetone.transport.tls.CertificateFiles;
import io.sidetone.transport.tls.ClientAuth;
import io.sidetone.transport.tls.ClientTls;
import io.sidetone.transport.tls.ClientTlsSettings;
import io.sidetone.transport.tls.ServerTls;
import io.sidetone.transport.tls.ServerTlsSettings;
import io.sidetone.transport.tls.TlsFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The certificates of {@code sip.tls}. Nothing is read where nothing speaks TLS.
 *
 * @param server what listeners show; empty without a certificate
 * @param client whom we trust; empty where nothing is called over TLS
 */
public record SipCertificates(Optional<ServerTls> server, Optional<ClientTls> client) {
    /**
     * Reads the files. Blocks.
     *
     * @param source the file or resource of the configuration
     * @throws ConfigException with the key and the remedy of a file that is missing or wrong
     */
    public static SipCertificates open(SipConfig config, String source) throws ConfigException {
        if (!SipListeners.encrypted(SipListeners.of(config))) {
            return new SipCertificates(Optional.empty(), Optional.empty());
        }
        Problems problems = new Problems();
        try {
            return open(config.tls());
        } catch (TlsFileException wrong) {
            String path = "sip.tls." + key(config.tls(), wrong.file());
            problems.add(path, "'" + wrong.file() + "': " + wrong.problem(), wrong.remedy());
            problems.throwIfAny(source);
            throw new IllegalStateException(wrong);
        }
    }

    private static SipCertificates open(SipConfig.Tls tls) throws TlsFileException {
        Optional<CertificateFiles> own = tls.on()
                ? Optional.of(new CertificateFiles(
                        tls.certificate().orElseThrow(), tls.key().orElseThrow()))
                : Optional.empty();
        ClientTls client = ClientTls.open(new ClientTlsSettings(tls.ca(), own), SipCertificates::epochS);
        if (own.isEmpty()) {
            return new SipCertificates(Optional.empty(), Optional.of(client));
        }
        ClientAuth auth = ClientAuth.valueOf(tls.clientAuth().toUpperCase(Locale.ROOT));
        ServerTlsSettings shown = new ServerTlsSettings(own.get(), tls.ca(), auth);
        return new SipCertificates(Optional.of(ServerTls.open(shown, SipCertificates::epochS)), Optional.of(client));
    }

    private static String key(SipConfig.Tls tls, Path file) {
        if (tls.certificate().filter(file::equals).isPresent()) {
            return "certificate";
        }
        return tls.key().filter(file::equals).isPresent() ? "key" : "ca";
    }

    private static long epochS() {
        return System.currentTimeMillis() / 1_000;
    }

    /** Returns them in the terms of the SIP stack. */
    public SipTls tls() {
        return new SipTls(server, client);
    }
}
