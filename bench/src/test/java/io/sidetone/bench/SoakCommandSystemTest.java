package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/bench soak} for a few seconds: calls come up, and it ends. What grows shows only after hours. */
class SoakCommandSystemTest {
    @TempDir
    private Path folder;

    @Test
    void shouldKeepCallsUpAndRefuseNothing() throws Exception {
        String said =
                BenchScript.run(folder, "soak", "--calls", "4", "--minutes", "0.2", "--warmup", "0.05", "--seed", "7");

        assertThat(said)
                .contains("soak     4 lines, 0.2 minutes, 1.0 % lost, seed 7")
                .contains("held: ");
        assertThat(BenchScript.root().resolve("bench/target/bench/soak.json"))
                .content()
                .contains("\"failures\" : { }")
                .contains("\"active\" : 4.0");
    }
}
