package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The openssl command: makes certificates, and is the client that others use to look at a server's TLS. */
final class OpenSsl {
    private static final int LIMIT_S = 60;

    private OpenSsl() {}

    /** Writes a certificate of 127.0.0.1 that is signed by itself to {@code cert.pem}, and its key to {@code key.pem}. */
    static void certificate(Path folder, String name, int days) throws Exception {
        Process made = run(List.of(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-subj",
                "/CN=" + name,
                "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-days",
                Integer.toString(days),
                "-keyout",
                folder.resolve("key.pem").toString(),
                "-out",
                folder.resolve("cert.pem").toString()));
        String said = output(made);
        assertThat(made.exitValue()).as(said).isZero();
    }

    /** Connects to {@code address}, sends {@code input} and returns everything that the client printed until the server ended. */
    static String client(String address, String input, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("s_client", "-connect", address));
        arguments.addAll(List.of(options));
        Process client = run(arguments);
        // With its input at an end the client would leave before the answer.
        try (OutputStream in = client.getOutputStream()) {
            send(in, input);
            return output(client);
        }
    }

    private static void send(OutputStream in, String input) {
        try {
            in.write(input.getBytes(StandardCharsets.US_ASCII));
            in.flush();
        } catch (IOException ended) {
            // The client has ended already; what it printed says why.
        }
    }

    private static Process run(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as("openssl ended; it said %s", said).isTrue();
        return said;
    }
}
