package io.sidetone.bench.calls;

import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.TestedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs many calls at once against the server and measures refusals, lateness of frames, and cost.
 *
 * <p>Exit code 1 when calls failed or frames were refused or stale.
 */
@Command(
        name = "calls",
        description = "Runs N calls with G.711 in both directions against the server with mock engines.",
        mixinStandardHelpOptions = true)
public final class CallsCommand implements Callable<Integer> {
    private static final int RAMP_S = 5;
    private static final int FIRST_PORT = 10_000;

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "200",
            description = "Calls. Default: ${DEFAULT-VALUE}")
    private int calls;

    @Option(names = "--seconds", defaultValue = "20", description = "How long is measured. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--warmup", defaultValue = "15", description = "Seconds before. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(
            names = "--srtp",
            description = "Encrypted calls beside plain ones, in turns, instead: what SRTP costs a packet.")
    private boolean srtp;

    @Option(
            names = "--handshakes",
            paramLabel = "RATE",
            description =
                    "So many TLS handshakes a second beside the calls, in turns with quiet, instead: what they do "
                            + "to the calls' media.")
    private int handshakes;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "With --srtp and --handshakes, of each kind. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine.print(System.out);
        Path folder = Files.createTempDirectory("sidetone-calls");
        if (handshakes > 0) {
            makeCertificate(folder);
        }
        try (TestedServer server = TestedServer.serve("sidetone", folder, jar, configuration())) {
            if (srtp) {
                boolean held = new SrtpComparison(server, calls).run(rounds, seconds, warmupS);
                return held ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
            }
            if (handshakes > 0) {
                try (TestedServer second = TestedServer.serve("second", folder, jar, configuration())) {
                    boolean held =
                            new HandshakeComparison(server, second, calls, handshakes).run(rounds, seconds, warmupS);
                    return held ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
                }
            }
            return measure(folder, server);
        } finally {
            Folders.delete(folder);
        }
    }

    private String configuration() {
        return MockDesk.configuration(
                signalling(), MockDesk.ports(FIRST_PORT, FIRST_PORT + 3 * calls + 400), calls + 20);
    }

    private String signalling() {
        if (handshakes > 0) {
            return "tls: {certificate: cert.pem, key: key.pem}, listeners: [{transport: udp, bind: 127.0.0.1, port: 0}, "
                    + "{transport: tls, bind: 127.0.0.1, port: 0}]";
        }
        return "port: 0" + (srtp ? ", srtp: optional, srtp-over-plain-signalling: true" : "");
    }

    private static void makeCertificate(Path folder) throws IOException, InterruptedException {
        Process openssl = new ProcessBuilder(
                        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem"
                                .split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openssl.log").toFile())
                .start();
        if (openssl.waitFor() != 0) {
            throw new IOException(
                    "openssl made no certificate; it said:\n" + Files.readString(folder.resolve("openssl.log")));
        }
    }

    private int measure(Path folder, TestedServer server) throws IOException, InterruptedException {
        int perSecond = Math.max(1, calls / RAMP_S);
        int lengthS = RAMP_S + warmupS + seconds + 5;
        try (CallGenerator generator = CallGenerator.start(folder, server.sip(), calls, perSecond, lengthS)) {
            awaitCalls(server, generator);
            TimeUnit.SECONDS.sleep(warmupS);
            Snapshot before;
            Snapshot after;
            double controlMs;
            try (ControlTimer control = new ControlTimer()) {
                before = Snapshot.of(server);
                TimeUnit.SECONDS.sleep(seconds);
                after = Snapshot.of(server);
                controlMs = control.stop().p99();
            }
            boolean ok = generator.succeeded(lengthS + 60);
            if (!ok) {
                System.err.println("calls failed; sipp said:\n" + generator.output());
            }
            CallsReport report = new CallsReport(calls, before, after, new Quiet(controlMs));
            report.lines().forEach(System.out::println);
            return ok && report.held() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private void awaitCalls(TestedServer server, CallGenerator generator) throws IOException, InterruptedException {
        for (int i = 0; i < (RAMP_S + 20) * 5; i++) {
            if (Snapshot.of(server).sum("sidetone_calls_active") >= calls) {
                return;
            }
            if (!generator.running()) {
                throw new IOException(
                        "the generator ended before all calls were up; sipp said:\n" + generator.output());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
        throw new IOException("only " + Snapshot.of(server).sum("sidetone_calls_active") + " of " + calls
                + " calls came up; sipp said:\n" + generator.output());
    }
}
