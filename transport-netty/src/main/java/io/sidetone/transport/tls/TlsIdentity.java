package io.sidetone.transport.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate chain and its key, checked to belong together and to be valid now.
 *
 * @param chain the own certificate first
 */
record TlsIdentity(PrivateKey key, List<X509Certificate> chain) {
    private static final byte[] PROBE = {1, 2, 3, 4};

    /**
     * Reads both files. Blocks.
     *
     * @param nowS seconds since 1970
     * @throws TlsFileException if a file is missing or holds something else, if the key is another one's, and if a
     *     certificate of the chain is not valid now
     */
    static TlsIdentity read(CertificateFiles files, long nowS) throws TlsFileException {
        List<X509Certificate> chain = PemFile.read(files.certificate()).certificates();
        PrivateKey key = PemFile.read(files.key()).key();
        if (!fits(key, chain.get(0).getPublicKey())) {
            throw misfit(files, key, chain);
        }
        for (int i = 0; i < chain.size(); i++) {
            validNow(files.certificate(), i + 1, chain.get(i), nowS);
        }
        return new TlsIdentity(key, chain);
    }

    private static TlsFileException misfit(CertificateFiles files, PrivateKey key, List<X509Certificate> chain) {
        for (X509Certificate other : chain) {
            if (fits(key, other.getPublicKey())) {
                return new TlsFileException(
                        files.certificate(),
                        "the key belongs to a later certificate of the file (" + subject(other) + ")",
                        "put that certificate first, then the one that signed it, and so on");
            }
        }
        return new TlsFileException(
                files.key(),
                "the key does not fit the certificate in " + files.certificate() + " (" + subject(chain.get(0)) + ")",
                "take the key for which that certificate was issued");
    }

    private static void validNow(Path file, int number, X509Certificate certificate, long nowS)
            throws TlsFileException {
        String which = "certificate " + number + " (" + subject(certificate) + ")";
        Instant end = certificate.getNotAfter().toInstant();
        if (end.getEpochSecond() < nowS) {
            throw new TlsFileException(file, which + " expired at " + end, "renew it");
        }
        Instant begin = certificate.getNotBefore().toInstant();
        if (begin.getEpochSecond() > nowS) {
            throw new TlsFileException(
                    file, which + " is not valid before " + begin, "check the clock of this machine, or wait");
        }
    }

    private static String subject(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    /** True when {@code key} signs what {@code open} verifies. */
    private static boolean fits(PrivateKey key, PublicKey open) {
        if (!key.getAlgorithm().equals(open.getAlgorithm())) {
            return false;
        }
        try {
            Signature signature =
                    Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(open);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException another) {
            return false;
        }
    }

    /** Returns when the first certificate of the chain expires, in seconds since 1970. */
    long notAfterS() {
        return chain.stream()
                .mapToLong(each -> each.getNotAfter().toInstant().getEpochSecond())
                .min()
                .orElseThrow();
    }

    X509Certificate[] chainArray() {
        return chain.toArray(X509Certificate[]::new);
    }
}
