package io.sidetone.transport.tls;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Whom a connection that we dial trusts, and what it shows.
 *
 * @param ca PEM file of the authorities that are trusted; without it, those of the platform
 * @param identity certificate and key for servers that ask for one
 */
public record ClientTlsSettings(Optional<Path> ca, Optional<CertificateFiles> identity) {
    /** Trust of the platform, no certificate of our own. */
    public static final ClientTlsSettings DEFAULT = new ClientTlsSettings(Optional.empty(), Optional.empty());
}
