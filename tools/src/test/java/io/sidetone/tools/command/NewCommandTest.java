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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code new agent NAME}: files that run as they are. */
class NewCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        Commands commands = new Commands(
                new ConfigLoader(ConfigEnvironment.system()),
                (config, again, o, e) -> ExitCode.OK,
                (options, o, e) -> ExitCode.OK);
        return commands.run(new PrintWriter(out), new PrintWriter(err), arguments);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void shouldWriteAnAgentThatIsInOrderAndPassesItsScenarios() {
        assertThat(run("new", "agent", "shop-1", "--dir", folder.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("Next: java -jar sidetone.jar test " + file("shop-1.scenarios.yaml") + " -c "
                        + file("shop-1.yaml"));
        assertThat(run("check-config", file("shop-1.yaml"))).as(err.toString()).isZero();
        assertThat(run("test", file("shop-1.scenarios.yaml"), "-c", file("shop-1.yaml")))
                .as(out + err.toString())
                .isZero();
        assertThat(out.toString()).contains("2 scenarios, 0 failed");
    }

    @Test
    void shouldOverwriteNothing() throws Exception {
        Files.writeString(folder.resolve("shop.flow.yaml"), "mine");
        assertThat(run("new", "agent", "shop", "--dir", folder.toString())).isEqualTo(ExitCode.CHECK_FAILED.code());
        assertThat(err.toString()).contains("shop.flow.yaml is there already");
        assertThat(folder.resolve("shop.flow.yaml")).hasContent("mine");
        assertThat(folder.resolve("shop.yaml")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-x", "a b", "../x", "a:b"})
    void shouldRefuseWhatIsNoName(String name) {
        assertThat(run("new", "agent", "--dir", folder.toString(), "--", name)).isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString()).contains("is no name of an agent");
    }

    @Test
    void shouldSayWhatCanBeMade() {
        assertThat(run("new", "agnet", "x")).isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString()).contains("'agnet' cannot be made; there is: new agent NAME");
    }
}
