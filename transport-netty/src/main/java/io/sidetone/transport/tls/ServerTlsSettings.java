package io.sidetone.transport.tls;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of what a listener shows and asks for.
 *
 * @param identity its certificate and key
 * @param ca PEM file of the authorities whose client certificates count
 * @param clientAuth whether clients must show one; anything but {@code NONE} needs {@code ca}
 */
public record ServerTlsSettings(CertificateFiles identity, Optional<Path> ca, ClientAuth clientAuth) {
    /** Checks that there is an authority where clients are to show certificates. */
    public ServerTlsSettings {
        if (clientAuth != ClientAuth.NONE && ca.isEmpty()) {
            throw new IllegalArgumentException("client certificates need the file of their authority");
        }
    }

    /** Returns the settings of a listener that asks clients for no certificate. */
    public static ServerTlsSettings of(CertificateFiles identity) {
        return new ServerTlsSettings(identity, Optional.empty(), ClientAuth.NONE);
    }
}
