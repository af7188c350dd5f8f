package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.voice.FakeVoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check-engines} against services on this machine. */
class CheckEnginesSystemTest {
    private static final String ENGINES = "recognizer: [dg, mock], dialogue: llm, synthesizer: sonic";

    @TempDir
    private Path folder;

    private LoopbackServices services;

    private record Ran(int code, List<String> lines) {}

    @BeforeEach
    void open() throws Exception {
        services = new LoopbackServices();
    }

    @AfterEach
    void close() {
        services.close();
    }

    private Ran check(String yaml) throws Exception {
        Path config = Files.writeString(folder.resolve("sidetone.yaml"), yaml);
        Path output = folder.resolve("check.log");
        Process process = ServerProcess.launch(output, "check-engines", "-c", config.toString());
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(services.listenServer.violations()).isEmpty();
        assertThat(services.chatServer.violations().stream().filter(what -> !what.contains("credential")))
                .isEmpty();
        assertThat(services.voiceServer.violations()).isEmpty();
        return new Ran(process.exitValue(), Files.readAllLines(output));
    }

    private static String line(Ran ran, String engine) {
        List<String> lines =
                ran.lines().stream().filter(line -> line.startsWith(engine)).toList();
        assertThat(lines).as("lines of %s in %s", engine, ran.lines()).hasSize(1);
        return lines.get(0);
    }

    @Test
    void shouldTellThatEverythingWorks() throws Exception {
        Ran ran = check(services.config(ENGINES));
        ran.lines().forEach(System.out::println);
        assertThat(ran.code()).as(ran.lines().toString()).isZero();
        assertThat(ran.lines()).hasSize(4);
        assertThat(line(ran, "mock")).contains(": ok: ");
        for (String engine : List.of("dg (recognizer)", "llm (dialogue)", "sonic (synthesizer)")) {
            assertThat(line(ran, engine)).matches(".*: ok, \\d+ ms: .+");
        }
    }

    @Test
    void shouldWarnOfAModelThatIsSwitchedOff() throws Exception {
        services.model.shutdownDate = "2099-01-14";
        Ran ran = check(services.config(ENGINES));
        assertThat(ran.code()).as(ran.lines().toString()).isZero();
        assertThat(ran.lines())
                .anyMatch(line -> line.matches(
                        "llm \\(dialogue\\): WARNING: gpt-6-luna is switched off on 2099-01-14 \\(in \\d+ days\\);"
                                + " set engines.llm.model to another model"));
    }

    @Test
    void shouldNameTheRemedyAndNoKeyWhenKeysAreWrong() throws Exception {
        services.model.next((seen, reply) -> reply.whole(
                401,
                java.util.Map.of(),
                "{\"error\":{\"message\":\"Incorrect API key provided: " + seen.header("authorization") + "\"}}"));
        Ran ran = check(services.config(ENGINES)
                .replace(LoopbackServices.LISTEN_KEY, "dg-wrong-key-1")
                .replace(ChatService.KEY, "sk-wrong-key-2")
                .replace(FakeVoice.KEY, "sk-wrong-key-3"));
        ran.lines().forEach(System.out::println);
        assertThat(ran.code()).as(ran.lines().toString()).isEqualTo(1);
        assertThat(ran.lines()).hasSize(4);
        assertThat(line(ran, "mock")).contains(": ok: ");
        assertThat(line(ran, "dg (recognizer)")).contains("FAILED", "401", "engines.dg.key");
        assertThat(line(ran, "llm (dialogue)")).contains("FAILED", "401", "engines.llm.key");
        assertThat(line(ran, "sonic (synthesizer)")).contains("FAILED", "401", "engines.sonic.key");
        assertThat(String.join("\n", ran.lines())).doesNotContain("wrong-key");
    }

    @Test
    void shouldTellWhatToDoWhenAServiceIsNotThere() throws Exception {
        String nowhere;
        try (LoopbackServer gone = LoopbackServer.open()) {
            nowhere = gone.ws("").toString();
        }
        Ran ran = check(
                services.config(ENGINES).replace(services.voiceServer.ws("").toString(), nowhere));
        assertThat(ran.code()).as(ran.lines().toString()).isEqualTo(1);
        assertThat(line(ran, "sonic (synthesizer)")).contains("FAILED", "engines.sonic");
        assertThat(line(ran, "dg (recognizer)")).contains(": ok, ");
    }
}
