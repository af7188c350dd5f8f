package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/bench scale} with two calls: servers start, calls come up, files are written. What it measures is not judged here. */
class ScaleCommandSystemTest {
    @TempDir
    private Path folder;

    @Test
    void shouldMeasureEveryArmAndWriteTableDataAndPicture() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/rtpengine")),
                "rtpengine is not installed (package rtpengine-daemon)");
        Path results = folder.resolve("results");
        String said = BenchScript.run(
                folder,
                "scale",
                "--calls",
                "2",
                "--rounds",
                "1",
                "--seconds",
                "1",
                "--warmup",
                "1",
                "--rest",
                "0",
                "--srtp",
                "--out",
                results.toString());
        assertThat(said)
                .containsPattern("\\| 2 \\| sidetone \\| [0-9.]+ \\(")
                .containsPattern("\\| 2 \\| rtpengine \\| [0-9.]+ \\(")
                .containsPattern("\\| 2 \\| echo \\| [0-9.]+ \\(")
                .containsPattern("\\| 2 \\| again \\| [0-9.]+ \\(");
        assertThat(results.resolve("scale.md")).content().contains("SRTP calls; 1 rounds of 1 s");
        assertThat(results.resolve("scale.json")).content().contains("\"costUs\"");
        assertThat(results.resolve("scale.svg")).content().startsWith("<svg ").contains(">rtpengine<");
    }
}
