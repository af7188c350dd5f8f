package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every command says of itself, letter for letter: help.txt is what people read. */
class HelpTextsTest {
    private static final Path ROOT = Path.of(System.getProperty("sidetone.root"));
    private static final List<String> COMMANDS = List.of(
            "",
            "serve",
            "call",
            "check-config",
            "print-config",
            "check-engines",
            "check-trunks",
            "replay",
            "test",
            "chat",
            "calls",
            "show",
            "new",
            "eval-turns",
            "version");

    private static String help(String command) {
        ConfigLoader loader =
                new ConfigLoader(new ConfigEnvironment(Map.<String, String>of()::get, 2, Path.of("none")));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new Commands(loader, (config, again, o, e) -> ExitCode.OK, (options, o, e) -> ExitCode.OK)
                .run(
                        new PrintWriter(out),
                        new PrintWriter(err),
                        (command + " --help").strip().split(" "));
        assertThat(code).as(err.toString()).isZero();
        return "=== sidetone " + command + "\n" + out.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void shouldSayOfEachCommandWhatItSaidBefore() throws IOException {
        StringBuilder all = new StringBuilder();
        COMMANDS.forEach(command -> all.append(help(command)));
        Path now = ROOT.resolve("tools/target/help.txt");
        Files.writeString(now, all);
        assertThat(all.toString())
                .as("what commands say of themselves; where it is meant, copy %s to src/test/resources", now)
                .isEqualTo(
                        Files.readString(ROOT.resolve("tools/src/test/resources/io/sidetone/tools/command/help.txt")));
    }
}
