package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code chat}: exit codes of conversations that cannot begin. */
class ChatCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int chat(String agent, String config) throws Exception {
        Path file = Files.writeString(folder.resolve("sidetone.yaml"), config);
        Commands commands = new Commands(
                new ConfigLoader(ConfigEnvironment.system()),
                (loaded, again, o, e) -> ExitCode.OK,
                (options, o, e) -> ExitCode.OK);
        return commands.run(
                new PrintWriter(out, true), new PrintWriter(err, true), "chat", agent, "-c", file.toString());
    }

    @Test
    void shouldEndWithSixtyNineWhereAnEngineIsNotHere() throws Exception {
        assertThat(chat(
                        "desk",
                        """
                        plugins: "%s"
                        engines: {mock: {type: mock}, mind: {type: plugin, plugin: nobody}}
                        agents: {desk: {recognizer: mock, dialogue: mind, synthesizer: mock}}
                        """
                                .formatted(Files.createDirectories(folder.resolve("plugins")))))
                .as(err.toString())
                .isEqualTo(69);
        assertThat(err.toString()).contains("sidetone: ", "nobody");
    }

    @Test
    void shouldEndWithSeventyEightWhereTheConfigurationCannotBeUsed() throws Exception {
        assertThat(chat("desk", "engines: {mock: {type: mok}}\n")).isEqualTo(78);
        assertThat(err.toString()).contains("engines.mock.type", "mock");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldEndWithTwoWhereTheAgentDoesNotExist() throws Exception {
        assertThat(
                        chat(
                                "desc",
                                """
                        engines: {mock: {type: mock}}
                        agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                        """))
                .isEqualTo(2);
        assertThat(err.toString()).contains("did you mean desk?");
    }
}
