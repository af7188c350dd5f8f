package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.harness.Findings;
import io.sidetone.bench.lane.InterruptionBench;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;

/** The bench runs, and finds no frame of a cancelled turn. Its speed is not judged here. */
class InterruptionBenchTest {
    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(Findings.FILE_PROPERTY);
    }

    @Test
    @Tag("CARD-06")
    @Tag("CARD-07")
    @Tag("CARD-07.a")
    @Tag("CARD-07.b")
    void shouldFindNoStaleFrameBehindTheFence() throws Exception {
        Path findings = folder.resolve("findings.txt");
        System.setProperty(Findings.FILE_PROPERTY, findings.toString());

        Collection<RunResult> results = JmhRun.of(InterruptionBench.class, 2_000);

        assertThat(results).hasSize(1);
        assertThat(findings)
                .content()
                .containsPattern(
                        "commit → fence, µs: p50 [0-9.]+  p99 [0-9.]+  p99.9 [0-9.]+  max [0-9.]+  \\(n = [1-9]")
                .containsPattern("→ its turn in the ring, µs: p50 [0-9.]+  .*\\(n = [1-9]")
                .containsPattern("bare wake-up, µs: p50 [0-9.]+  p99 [0-9.]+  .*\\(n = [1-9]")
                .containsPattern("frame heard → the agent pauses, µs: p50 [0-9.]+  .*\\(n = [1-9]")
                .containsPattern("due → it goes on, µs: p50 [0-9.]+  .*\\(n = [1-9]")
                .containsPattern("hung up → fence, µs: p50 [0-9.]+  .*\\(n = [1-9]")
                .containsPattern("commit → fence p99 [0-9.]+ ms, [0-9.]+ times a bare wake-up's .*, 50 other calls")
                .contains("stale frames: 0\n")
                .doesNotContain(" interruptions: 0\n")
                .doesNotContain("frames checked: 0\n");
    }
}
