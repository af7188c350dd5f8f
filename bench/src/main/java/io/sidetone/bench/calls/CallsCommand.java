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

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine.print(System.out);
        Path folder = Files.createTempDirectory("sidetone-calls");
        try (TestedServer server = TestedServer.serve(
                "sidetone",
                folder,
                jar,
                MockDesk.configuration(
                        "port: 0", MockDesk.ports(FIRST_PORT, FIRST_PORT + 3 * calls + 400), calls + 20))) {
            return measure(folder, server);
        } finally {
            Folders.delete(folder);
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
