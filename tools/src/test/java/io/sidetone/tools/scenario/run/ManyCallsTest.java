package io.sidetone.tools.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.persona.Personas;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many calls a minute scenarios make. The figure is printed, for it depends on the machine: -Dsidetone.scenario.calls=1000. */
class ManyCallsTest {
    private static final String CALL =
            """
            agent: appointment-desk
            scenarios:
              call:
                outcomes: [{action: book_appointment, after: 700ms}]
                caller:
                  - say: I would like to book an appointment
                  - digits: "1"
                  - say: ten o'clock please
                    into-answer: 1s
                    expect: {interrupted: true}
                  - say: yes please
                    expect: {actions: [{name: book_appointment, result: ok}], said: [is booked]}
            """;

    private static final int LEAST_MS = 20_000;
    private static final int CALLS = Integer.getInteger("sidetone.scenario.calls", 60);
    private static final int JOURNALS = 5;

    @TempDir
    private Path folder;

    @Test
    void shouldPlayManyCallsAndSayHowFast() throws Exception {
        ScenarioAgents agents = Played.shipped();
        ScenarioCase call = Played.cases(folder, CALL).get(0);
        List<ScenarioCase> calls =
                IntStream.range(0, CALLS).mapToObj(call::withSeed).toList();
        long startNs = System.nanoTime();
        List<ScenarioResult> results =
                new ScenarioRunner(agents, Personas.none()).run(calls, 2, ScenarioRunner.Journaling.none());
        double tookS = (System.nanoTime() - startNs) / 1e9;
        assertThat(results)
                .allMatch(ScenarioResult::passed)
                .allMatch(result -> result.turns() >= 3)
                .allMatch(result -> result.lengthMs() >= LEAST_MS);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (ScenarioCase each : calls.subList(0, Math.min(JOURNALS, CALLS))) {
            digest.update(Played.journal(agents, each));
        }
        System.out.printf(
                Locale.ROOT,
                "%d scenario calls, %.0f s of calls, in %.1f s: %.0f a minute; journals %s%n",
                CALLS,
                results.stream().mapToLong(ScenarioResult::lengthMs).sum() / 1e3,
                tookS,
                CALLS / tookS * 60,
                HexFormat.of().formatHex(digest.digest()).substring(0, 16));
    }
}
