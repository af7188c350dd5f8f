package io.sidetone.speech.loopback;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A certificate of this machine that nobody trusts unless told to; made by the JDK's own tool. */
public record OwnCertificate(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    private static OwnCertificate first;

    /** Returns copies in {@code folder} of the one that this process makes. */
    public static synchronized OwnCertificate in(Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        if (first == null) {
            Path own = Files.createTempDirectory("own-certificate");
            first = made(own);
            for (Path file : List.of(own, own.resolve("store.p12"), first.certificate, first.key)) {
                file.toFile().deleteOnExit();
            }
        }
        return new OwnCertificate(
                Files.copy(first.certificate, folder.resolve("cert.pem")),
                Files.copy(first.key, folder.resolve("key.pem")));
    }

    private static OwnCertificate made(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("store.p12");
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process made = new ProcessBuilder(
                        tool,
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        made.getInputStream().readAllBytes();
        if (made.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path certificate = folder.resolve("cert.pem");
        Path key = folder.resolve("key.pem");
        Files.writeString(
                certificate, pem("CERTIFICATE", keys.getCertificate("own").getEncoded()));
        Files.writeString(
                key,
                pem("PRIVATE KEY", keys.getKey("own", PASSWORD.toCharArray()).getEncoded()));
        return new OwnCertificate(certificate, key);
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }
}
