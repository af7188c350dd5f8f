package io.sidetone.transport.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The blocks of a PEM file (RFC 7468). Text around the blocks is ignored. */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\\s]*+)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC");
    private static final long MAX_BYTES = 1L << 20;

    private final Path path;
    private final List<Block> blocks;

    private record Block(String label, byte[] der) {}

    private PemFile(Path path, List<Block> blocks) {
        this.path = path;
        this.blocks = blocks;
    }

    /** Reads {@code path}. Blocks. */
    static PemFile read(Path path) throws TlsFileException {
        String text = text(path);
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException cut) {
                throw new TlsFileException(
                        path, "a block " + matcher.group(1) + " is not Base64", "copy the file again, as a whole");
            }
        }
        return new PemFile(path, blocks);
    }

    private static String text(Path path) throws TlsFileException {
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new TlsFileException(
                        path, "larger than 1 MiB", "this is no file of certificates; check the path");
            }
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            throw new TlsFileException(path, "there is no such file", "check the path");
        } catch (AccessDeniedException denied) {
            throw new TlsFileException(path, "may not be read", "let the user of this process read it");
        } catch (IOException failed) {
            throw new TlsFileException(path, "cannot be read (" + failed.getMessage() + ")", "check the path");
        }
    }

    /** Returns the certificates in the order of the file, at least one. */
    List<X509Certificate> certificates() throws TlsFileException {
        List<X509Certificate> found = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label.equals("CERTIFICATE")) {
                found.add(certificate(block, found.size() + 1));
            }
        }
        if (found.isEmpty()) {
            throw new TlsFileException(
                    path,
                    "no certificate in it",
                    "it must hold PEM blocks that begin with -----BEGIN CERTIFICATE-----");
        }
        return List.copyOf(found);
    }

    private X509Certificate certificate(Block block, int number) throws TlsFileException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der));
        } catch (CertificateException broken) {
            throw new TlsFileException(
                    path, "certificate " + number + " is damaged", "copy the file again, as a whole");
        }
    }

    /** Returns the first private key. */
    PrivateKey key() throws TlsFileException {
        for (Block block : blocks) {
            if (block.label.equals("PRIVATE KEY")) {
                return key(block.der);
            }
            if (block.label.equals("ENCRYPTED PRIVATE KEY")) {
                throw new TlsFileException(
                        path,
                        "the private key has a password",
                        "remove it: openssl pkcs8 -in " + path + " -out NEW, and let only this process read the file");
            }
            if (block.label.endsWith(" PRIVATE KEY")) {
                throw new TlsFileException(
                        path,
                        "the private key is " + block.label + ", not PKCS#8",
                        "convert it: openssl pkcs8 -topk8 -nocrypt -in " + path + " -out NEW");
            }
        }
        throw new TlsFileException(
                path, "no private key in it", "it must hold a PEM block that begins with -----BEGIN PRIVATE KEY-----");
    }

    private PrivateKey key(byte[] der) throws TlsFileException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException other) {
                continue;
            } catch (GeneralSecurityException missing) {
                throw new IllegalStateException(missing);
            }
        }
        throw new TlsFileException(
                path, "the private key is neither RSA nor EC, or is damaged", "take an RSA or an EC key");
    }
}
