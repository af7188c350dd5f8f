package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PausesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadThePausesOfCollectorsAndNoOthers() throws Exception {
        Path log = Files.writeString(
                folder.resolve("log"),
                """
                [1.2s] Safepoint "G1CollectForAllocation", Time since last: 9 ns, Reaching safepoint: 1 ns, At safepoint: 2 ns, Total: 1500000 ns
                [1.3s] Safepoint "FindDeadlocks", Time since last: 9 ns, Reaching safepoint: 1 ns, At safepoint: 2 ns, Total: 9000000 ns
                [1.4s] Safepoint "ZMarkStartYoung", Time since last: 9 ns, Reaching safepoint: 1 ns, At safepoint: 2 ns, Total: 20000 ns
                [1.5s] Safepoint "SerialCollectForAllocation", Time since last: 9 ns, Reaching safepoint: 1 ns, At safepoint: 2 ns, Total: 4000000 ns
                """);
        Pauses pauses = new Pauses(log);

        assertThat(pauses.ms()).containsExactly(1.5, 0.02, 4.0);
        assertThat(new CollectedTurn(null, pauses.ms()).pauses().max()).isEqualTo(4);
        assertThat(new CollectedTurn(null, pauses.ms().subList(3, 3)).pauses().max())
                .isNaN();
    }
}
