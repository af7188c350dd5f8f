package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.evaluate.TestCorpus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code eval-turns}: results of good manifests, answers to bad ones. */
class EvalTurnsCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(Path manifest, String... more) {
        List<String> args = new ArrayList<>(
                List.of("eval-turns", manifest.toString(), "--out", results().toString()));
        args.addAll(List.of(more));
        Commands commands = new Commands(
                new ConfigLoader(ConfigEnvironment.system()),
                (config, again, o, e) -> ExitCode.OK,
                (options, o, e) -> ExitCode.OK);
        return commands.run(new PrintWriter(out), new PrintWriter(err), args.toArray(String[]::new));
    }

    private Path results() {
        return folder.resolve("results.jsonl");
    }

    private Path corpus() throws IOException {
        return new TestCorpus(folder)
                .caller("a", TestCorpus.voice(3_000, -20, 3, new int[] {500, 1_200}))
                .caller("b", new short[16_000])
                .manifest();
    }

    private Path manifest(String text) throws IOException {
        return Files.writeString(folder.resolve("manifest.json"), text);
    }

    @Test
    void shouldWriteOneLineOfJsonForEachClip() throws Exception {
        assertThat(run(corpus())).as(err.toString()).isZero();
        assertThat(out.toString())
                .startsWith("2 clips, 0.1 min, heard in ")
                .contains(results().toString());
        List<String> lines = Files.readAllLines(results());
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.path("id").asText()).isEqualTo("a");
        assertThat(first.path("frame_ms").asInt()).isEqualTo(20);
        assertThat(first.path("scores").size()).isEqualTo(150);
        assertThat(first.path("flags").asText()).hasSize(150);
        assertThat(first.path("events").get(0).path("e").asText()).isEqualTo("speech_start");
        assertThat(first.path("events").get(0).path("t").asLong()).isBetween(580L, 700L);
        assertThat(new ObjectMapper().readTree(lines.get(1)).path("events")).isEmpty();
    }

    @Test
    void shouldTakeThePolicyThatIsNamedAndTheNumbersThatAreSet() throws Exception {
        Path manifest = corpus();
        assertThat(run(manifest)).isZero();
        String shipped = Files.readString(results());
        assertThat(run(manifest, "--set", "yieldMs=200", "--set", "endSilenceMs=1500"))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(results())).isNotEqualTo(shipped);
        Path config = Files.writeString(
                folder.resolve("c.yaml"),
                "policies: {slow: {yieldMs: 200, endSilenceMs: 1500}}\n"
                        + "engines: {m: {type: mock}}\nagents: {desk: {recognizer: m, dialogue: m, synthesizer: m}}\n");
        String slow = Files.readString(results());
        assertThat(run(manifest, "--policy", "slow", "-c", config.toString()))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(results())).isEqualTo(slow);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--policy fast      | profile: 'fast' is not one of [default, assertive, hands-free, custom]; or name its configuration: -c FILE",
                "--set yieldMs=x    | --set yieldMs: 'x' is no number",
                "--set yieldMs=5000 | --set yieldMs: '5000' is outside 20 to 1000 ms; choose a value within",
                "--set yeldMs=80    | is no field of a policy"
            })
    void shouldEndWithTwoWhenTheOptionsMakeNoSense(String options, String message) throws Exception {
        assertThat(run(corpus(), options.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void shouldEndWithTwoWhenThereIsNoManifest() {
        assertThat(run(folder.resolve("none.json"))).isEqualTo(2);
        assertThat(err.toString()).contains("none.json cannot be read; name the manifest of a corpus");
        assertThat(run(folder)).isEqualTo(2);
    }

    @Test
    void shouldEndWithTwoWhenTheResultsCannotBeWritten() throws Exception {
        Path manifest = corpus();
        Files.createDirectory(results());
        assertThat(run(manifest)).isEqualTo(2);
        assertThat(err.toString()).contains(" cannot be written; name a file in a folder that exists");
    }

    @Test
    void shouldEndWith78WhenTheConfigurationCannotBeUsed() throws Exception {
        Path config = Files.writeString(folder.resolve("c.yaml"), "policies: {slow: {yieldMs: 2}}\n");
        assertThat(run(corpus(), "-c", config.toString())).isEqualTo(78);
        assertThat(err.toString()).contains("policies.slow.yieldMs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{                                       | is no JSON",
                "''                                      | has no clips; give an array 'clips' with at least one clip",
                "[]                                      | has no clips",
                "{\"clips\":{}}                          | has no clips",
                "{\"sample_rate\":16000,\"clips\":[{}]}  | sample_rate 16000 is not 8000; convert the clips",
                "{\"clips\":[7]}                         | clips[0]: has no id; give every clip a name of its own",
                "{\"clips\":[{\"id\":7}]}                | clips[0]: has no id",
                "{\"clips\":[{\"id\":\"a\"}]}            | a: has no near; give the path of its audio, relative to the manifest",
                "{\"clips\":[{\"id\":\"a\",\"near\":3}]} | a: has no near",
                "{\"clips\":[{\"id\":\"a\",\"near\":\"n\"}]}                     | n is no readable file; put the audio there or mend the path",
                "{\"clips\":[{\"id\":\"a\",\"near\":\".\"}]}                     | is no readable file",
                "{\"clips\":[{\"id\":\"a\",\"near\":\"\\u0000\"}]}               | is no path; give one relative to the manifest",
                "{\"clips\":[{\"id\":\"a\",\"near\":\"empty\"}]}                 | has 0 bytes; give 1 to 115200000, raw G.711 µ-law, 8000 a second",
                "{\"clips\":[{\"id\":\"a\",\"near\":\"good\",\"far\":\"f\"}]}    | a: far",
                "{\"clips\":[{\"id\":\"a\",\"near\":\"good\",\"far\":[]}]}       | a: has no far",
                "{\"clips\":[{\"id\":\"a\",\"near\":\"good\"},{\"id\":\"a\",\"near\":\"good\"}]} | a: is there twice"
            })
    void shouldEndWithOneAndNameTheClipWhenTheManifestCannotBeUsed(String text, String message) throws Exception {
        Files.createFile(folder.resolve("empty"));
        Files.write(folder.resolve("good"), new byte[160]);
        assertThat(run(manifest(text))).isEqualTo(1);
        assertThat(err.toString()).contains(message);
        assertThat(results()).doesNotExist();
    }

    @Test
    void shouldTellSomeProblemsAndCountTheRestWhenThereAreMany() throws Exception {
        TestCorpus corpus = new TestCorpus(folder);
        for (int i = 0; i < 25; i++) {
            corpus.clip("{\"id\":\"c" + i + "\"}");
        }
        assertThat(run(corpus.manifest())).isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(21).last().isEqualTo("and 5 more of this kind; mend these first");
    }
}
