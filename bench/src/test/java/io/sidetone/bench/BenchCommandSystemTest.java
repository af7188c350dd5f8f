package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command of docs/benchmarks.md, on the JAR that was packaged. What it measures is not judged here. */
class BenchCommandSystemTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("CARD-07")
    @Tag("CARD-07.a")
    @Tag("CARD-07.b")
    @Tag("CARD-10")
    @Tag("CARD-10.a")
    void shouldMeasureAndReportWithOneCommand() throws Exception {
        String said = BenchScript.run(
                folder, "interruption", "--rounds", "1", "--seconds", "1", "--calls", "5", "--arms", "shipped,again");
        assertThat(said)
                .containsPattern("shipped  .*-XX:\\+UseZGC")
                .contains("**5 calls beside, shipped**", "**5 calls beside, again**")
                .containsPattern("[|] commit → fence [|] [0-9]+ [|] [0-9]+ [|] [0-9]+ [|] [0-9]+ [|]")
                .containsPattern("[|] → its turn in the ring [|] [0-9]+ ")
                .containsPattern("[|] frame heard → the agent pauses [|] [0-9]+ ")
                .containsPattern("[|] due → it goes on [|] [0-9]+ ")
                .containsPattern("[|] hung up → fence [|] [0-9]+ ")
                .containsPattern("[|] bare wake-up [|] [0-9]+ ")
                .containsPattern("Waited over 200 µs for their turn, of [1-9][0-9]*: collector .*; stale frames 0")
                .containsPattern("- p99 ÷ a bare wake-up's, 5 calls beside, shipped [0-9.]+ ")
                .contains("results  ");
        Path results = BenchScript.root().resolve("bench/target/bench");
        assertThat(results.resolve("interruption.md"))
                .content()
                .contains("| p99 ÷ a bare wake-up's, 5 calls beside, again |");
        assertThat(results.resolve("interruption.svg")).content().contains("5 other calls", "commit → fence, again");
    }

    @Test
    void shouldReplayWhatItHasJournaled() throws Exception {
        assertThat(BenchScript.run(folder, "journal"))
                .containsPattern("journal of a G.711 call +[1-9][0-9]* bytes a frame; 0 journals given up")
                .containsPattern("replay 3 +[0-9]+ s of the call in .* times real time, identical")
                .containsPattern("replay of a short call, median +10 s of the call in .*, identical");
    }
}
