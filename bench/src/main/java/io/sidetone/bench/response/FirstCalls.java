package io.sidetone.bench.response;

import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Spread;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.server.softphone.call.CallProgress;
import io.sidetone.server.softphone.call.CallResult;
import io.sidetone.server.softphone.call.PhoneCall;
import io.sidetone.server.softphone.scenario.ScenarioLimits;
import io.sidetone.server.softphone.script.CallScript;
import io.sidetone.server.softphone.script.CallerAction;
import io.sidetone.server.softphone.script.ScriptStep;
import io.sidetone.server.softphone.script.Trigger;
import io.sidetone.server.softphone.signalling.SipTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Fresh servers: how long until ready, and how the first call differs from the second. */
final class FirstCalls {
    private static final String CONFIGURATION =
            """
            sip: {port: 0}
            http: {port: 0}
            rtp: {ports: 10000-10400}
            limits: {max-calls: 20}
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;

    private final Path jar;
    private final List<Double> readyMs = new ArrayList<>();
    private final List<Double> firstMs = new ArrayList<>();
    private final List<Double> secondMs = new ArrayList<>();
    private double refused;

    FirstCalls(Path jar) {
        this.jar = jar;
    }

    /** Starts {@code servers} servers, one after the other, and calls each twice. */
    void run(int servers) throws Exception {
        for (int i = 0; i < servers; i++) {
            Path folder = Files.createTempDirectory("sidetone-first");
            long startNs = System.nanoTime();
            try (TestedServer server = TestedServer.serve("first", folder, jar, CONFIGURATION)) {
                readyMs.add((System.nanoTime() - startNs) / 1e6);
                firstMs.add(call(server));
                secondMs.add(call(server));
                Scrape after = server.scrape();
                refused += after.sum("sidetone_ring_refused_total", "");
            } finally {
                Folders.delete(folder);
            }
        }
    }

    private static double call(TestedServer server) throws Exception {
        PhoneCall phone = new PhoneCall(
                SipTarget.resolve("sip:desk@" + server.sip()),
                new CallScript(
                        List.of(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.HangUp())), false),
                ScenarioLimits.DEFAULT,
                CallProgress.NONE,
                1,
                System::nanoTime);
        if (phone.run() instanceof CallResult.Completed completed) {
            return completed.report().answerMs();
        }
        throw new IllegalStateException("the first call failed");
    }

    /** Returns the rows of a Markdown table. */
    List<String> rows() {
        return List.of(
                row("start to ready", readyMs),
                row("INVITE to 200, first call", firstMs),
                row("INVITE to 200, second call", secondMs),
                String.format(Locale.ROOT, "| frames refused in these calls | %.0f | |", refused));
    }

    private static String row(String what, List<Double> ms) {
        Spread spread = Spread.of(ms);
        return String.format(Locale.ROOT, "| %s | %.0f | %.0f |", what, spread.p50(), spread.max());
    }
}
