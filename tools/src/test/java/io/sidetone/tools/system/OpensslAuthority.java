package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority made by openssl, whose certificates are real files as an operator has them. */
final class OpensslAuthority {
    private static final List<String> NEW_KEY =
            List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes");

    private final Path folder;
    private int issued;

    /** A certificate and its key, PEM. */
    record Identity(Path certificate, Path key) {
        /** As the configuration says it. */
        String yaml() {
            return "certificate: " + certificate + ", key: " + key;
        }
    }

    /** Makes it in {@code folder}. */
    OpensslAuthority(Path folder) throws Exception {
        this.folder = Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of("req", "-x509", "-days", "2", "-subj", "/CN=Test authority"));
        command.addAll(NEW_KEY);
        command.addAll(List.of("-keyout", path("ca.key"), "-out", path("ca.pem")));
        run(command);
    }

    /** The file of its own certificate. */
    Path file() {
        return folder.resolve("ca.pem");
    }

    /** Issues a certificate for {@code names}, {@code DNS:…} and {@code IP:…}, that ends {@code days} from now. */
    Identity issue(String names, int days) throws Exception {
        issued++;
        Identity identity = new Identity(folder.resolve(issued + ".pem"), folder.resolve(issued + ".key"));
        Path wanted = folder.resolve(issued + ".csr");
        List<String> request = new ArrayList<>(List.of("req", "-subj", "/CN=number " + issued));
        request.addAll(NEW_KEY);
        request.addAll(List.of("-addext", "subjectAltName=" + names));
        request.addAll(List.of("-keyout", identity.key().toString(), "-out", wanted.toString()));
        run(request);
        List<String> signing = new ArrayList<>(List.of("x509", "-req", "-in", wanted.toString()));
        signing.addAll(List.of("-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial"));
        signing.addAll(List.of("-copy_extensions", "copy", "-days", Integer.toString(days)));
        signing.addAll(List.of("-out", identity.certificate().toString()));
        run(signing);
        return identity;
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private void run(List<String> arguments) throws IOException, InterruptedException {
        Process openssl = openssl(folder.resolve("openssl.log"), arguments);
        assertThat(openssl.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(openssl.exitValue())
                .as(Files.readString(folder.resolve("openssl.log")))
                .isZero();
    }

    /** Starts openssl; what it says goes to {@code output}. */
    static Process openssl(Path output, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }
}
