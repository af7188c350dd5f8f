package io.sidetone.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.harness.AllocationProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantTimesTest {
    private static final int FRAMES = 10;

    @TempDir
    private Path folder;

    private final Variant reference = variant("theirs", null);
    private final Variant ours = variant("ours", reference).atMost(2.5, 1.5);
    private final VariantTimes times = new VariantTimes(List.of(reference, ours, variant("ours against itself", ours)));

    private static Variant variant(String title, Variant reference) {
        return new Variant(title, reference, FRAMES) {
            @Override
            long second() {
                return 0;
            }
        };
    }

    @AfterEach
    void forgetTheFile() {
        System.clearProperty(AllocationProbe.FILE_PROPERTY);
    }

    private List<String> judged(long oursNs, long againNs, long bytes) throws IOException {
        times.nextRound();
        times.sample(0, 1_000, 0);
        times.sample(1, oursNs, bytes);
        times.sample(2, againNs, 0);
        Path file = folder.resolve("findings");
        System.setProperty(AllocationProbe.FILE_PROPERTY, file.toString());
        AllocationProbe findings = AllocationProbe.of("io.sidetone.bench.cost.AudioCostBench.round");
        times.judge(findings);
        findings.report();
        return Files.readAllLines(file);
    }

    @Test
    void shouldJudgeAVariantThatHasALimit() throws IOException {
        assertThat(judged(2_000, 2_000, 0))
                .containsExactly(
                        "AudioCostBench.round  ours ÷ theirs 2.00 (2.00 to 2.00): at most 2.5, wanted 1.5: ok",
                        "AudioCostBench.round  ours, allocated for a frame 0.00 B: at most 0 B: ok");
    }

    @Test
    void shouldMissWhenItTakesTooLongOrAllocates() throws IOException {
        assertThat(judged(2_600, 2_600, 8 * FRAMES))
                .containsExactly(
                        "AudioCostBench.round  ours ÷ theirs 2.60 (2.60 to 2.60): at most 2.5, wanted 1.5: MISSED",
                        "AudioCostBench.round  ours, allocated for a frame 8.00 B: at most 0 B: MISSED");
    }

    @Test
    void shouldJudgeNoTimesWhenAVariantDiffersFromItself() throws IOException {
        assertThat(judged(2_600, 3_000, 0).get(0)).endsWith(": not judged, the machine is busy");
    }
}
