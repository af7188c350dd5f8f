package io.sidetone.transport.tls;

import java.nio.file.Path;

/**
 * The two files of an identity; they may be one file.
 *
 * @param certificate PEM: the own certificate first, then the intermediate ones up to an authority that the peer trusts
 * @param key PEM: the private key of the own certificate, PKCS#8 without a password
 */
public record CertificateFiles(Path certificate, Path key) {}
