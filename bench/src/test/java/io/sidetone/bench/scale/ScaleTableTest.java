package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleTableTest {
    private final ScaleResults results = Measured.results(
            false,
            Measured.cell(Arm.SIDETONE, 50, 40, 50, 60).with(new Memory(395.4, 310.2, Double.NaN)),
            Measured.cell(Arm.RTPENGINE, 50, 20, 20, 20).with(new Memory(Double.NaN, Double.NaN, 61)),
            new Cell(Arm.ECHO, 50, List.of(Measured.turn(8), Measured.undelivered(1)), Memory.NONE),
            new Cell(Arm.SIDETONE, 200, List.of(Measured.refusing(45)), Memory.NONE));

    @TempDir
    private Path folder;

    @Test
    void shouldHaveARowForEachArmAtEachNumberOfCalls() {
        results.addIdle(Arm.SIDETONE, 4.126);
        assertThat(new ScaleTable(results).lines())
                .contains(
                        "- machine \"a\"",
                        "RTP calls; 3 rounds of 5 s after a warm-up of 15 s; medians with the least and greatest round.",
                        "Without calls, in ms of processor a second: sidetone 4.13.",
                        "| 50 | sidetone | 50.00 (40.00 to 60.00) | 49.00 | 1.00 | 0.00 | 0.00 | 0.00 | 0.00 | 1.000 |",
                        "| 50 | sidetone | 0.50 (0.50 to 0.50) | 0.20 (0.20 to 0.20) | 0.30 (0.30 to 0.30) | 0 | 0 | 395 / 310 | – | "
                                + "400 |",
                        "| calls | sidetone ÷ rtpengine | sidetone ÷ echo | oneport ÷ rtpengine | oneport ÷ echo | oneport ÷ sidetone "
                                + "| again ÷ sidetone |",
                        "| 50 | 2.50 (2.00 to 3.00) | 5.00 (5.00 to 5.00) | – | – | – | – |",
                        "- sidetone does not carry 200 calls: in 1 of 1 rounds it did not, in the first of them a lane's ring refused "
                                + "12 events. More calls were not tried.",
                        "- Round 2 of echo with 50 calls is refused: only 90 % of the packets sent came back.");
    }

    @Test
    void shouldHaveAsManyColumnsInEachRowAsInItsHead() {
        int columns = 0;
        for (String line : new ScaleTable(results).lines()) {
            int bars = (int) line.chars().filter(c -> c == '|').count();
            if (line.startsWith("| calls")) {
                columns = bars;
            }
            if (line.startsWith("|")) {
                assertThat(bars).as(line).isEqualTo(columns);
            }
        }
        assertThat(columns).isPositive();
    }

    @Test
    void shouldWriteJsonWhereUnmeasuredNumbersAreNull() throws Exception {
        JsonNode json = new ObjectMapper().readTree(ScaleJson.text(results));
        JsonNode ours = json.get("cells").get(0);
        assertThat(ours.get("costUs").get("greatest").asDouble()).isEqualTo(60);
        assertThat(ours.get("memory").get("quietKb").asDouble()).isEqualTo(310.2);
        assertThat(ours.get("memory").get("residentKb").isNull()).isTrue();
        assertThat(json.get("cells").get(2).get("turns").get(1).get("refusal").asText())
                .contains("came back");
        assertThat(json.get("cells").get(3).get("carried").asBoolean()).isFalse();
        assertThat(json.get("ratios").get(0).get("of").asText()).isEqualTo("sidetone / rtpengine");
        assertThat(json.get("machine").get(0).asText()).isEqualTo("- machine \"a\"");
    }

    @Test
    void shouldDrawALineForEachArmWithItsRange() throws Exception {
        Path data = Files.writeString(folder.resolve("scale.json"), ScaleJson.text(results));
        Path svg = folder.resolve("scale.svg");
        Path program = Path.of(System.getProperty("sidetone.root"), "scripts", "lib", "scale_picture.py");
        Process drawing = new ProcessBuilder("python3", program.toString(), data.toString(), svg.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertThat(drawing.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(drawing.exitValue())
                .as(Files.readString(folder.resolve("said")))
                .isZero();
        String picture = Files.readString(svg);
        assertThat(picture)
                .contains("processor µs per packet pair", "calls at once", ">50<", ">200<")
                .contains(">sidetone<", ">rtpengine<", ">echo<", ">not carried<")
                .doesNotContain(">again<");
        assertThat(picture.split("<polyline", -1)).hasSize(4);
        assertThat(picture.split("<circle", -1)).hasSize(5);
    }
}
