package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchTest {
    private static final Pattern TOOL = Pattern.compile("(?m)\\btool ([a-z][a-z-]+)");

    @Test
    void shouldHaveEveryCommandThatTheScriptRuns() throws IOException {
        String script = Files.readString(Path.of(System.getProperty("sidetone.root"), "scripts", "bench"));
        Set<String> run =
                TOOL.matcher(script).results().map(match -> match.group(1)).collect(Collectors.toSet());
        assertThat(run).isEqualTo(Bench.commandLine().getSubcommands().keySet());
    }

    @Test
    void shouldExplainEveryCommand() {
        assertThat(Bench.commandLine().getSubcommands().values())
                .hasSizeGreaterThan(6)
                .allSatisfy(command -> {
                    assertThat(command.getCommandSpec().usageMessage().description())
                            .isNotEmpty();
                    assertThat(command.getHelp().fullSynopsis()).contains(command.getCommandName());
                });
    }

    @Test
    void shouldEndWithTheUsageCodeWhenACommandIsUnknown() {
        CommandLine line = Bench.commandLine();
        line.setErr(new java.io.PrintWriter(new java.io.StringWriter()));
        assertThat(line.execute("streems")).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
