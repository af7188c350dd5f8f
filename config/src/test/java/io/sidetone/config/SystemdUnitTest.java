package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.value.Units;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("CARD-09")
class SystemdUnitTest {
    private static final Path UNIT =
            Path.of(System.getProperty("sidetone.root"), "config", "systemd", "sidetone.service");

    @TempDir
    private Path folder;

    private static String value(String key) throws Exception {
        try (Stream<String> lines = Files.lines(UNIT)) {
            return lines.filter(line -> line.startsWith(key + "="))
                    .map(line -> line.substring(key.length() + 1))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void shouldWaitLongerThanTheServerDrains() throws Exception {
        ConfigKey drain = KeyRegistry.keys().stream()
                .filter(key -> key.path().equals("drain.max"))
                .findFirst()
                .orElseThrow();
        assertThat(Long.parseLong(value("TimeoutStopSec")))
                .isGreaterThan(Units.duration(drain.defaultText()).toSeconds());
    }

    @Test
    void shouldNotTryAgainWhenAPersonMustAct() throws Exception {
        assertThat(value("RestartPreventExitStatus")).isEqualTo("2 69 78");
        assertThat(value("Restart")).isEqualTo("on-failure");
        assertThat(value("MemoryDenyWriteExecute")).isEqualTo("no");
    }

    @Test
    void shouldCheckTheFileThatItRunsBeforeItReloads() throws Exception {
        List<String> reloads = Files.readAllLines(UNIT).stream()
                .filter(line -> line.startsWith("ExecReload="))
                .toList();
        String start = value("ExecStart");
        assertThat(reloads).hasSize(2);
        assertThat(reloads.get(0))
                .endsWith(" check-config " + start.substring(start.lastIndexOf(" -c ") + 4))
                .contains(" -jar " + start.replaceAll(".* -jar (\\S+) .*", "$1") + " ");
        assertThat(reloads.get(1)).isEqualTo("ExecReload=/bin/kill -HUP $MAINPID");
    }

    @Test
    void shouldBeAcceptedBySystemd() throws Exception {
        Path tool = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(tool), "systemd-analyze is not installed here");
        // The unit names the usual place of java; what is checked here is the unit, so any executable will do.
        Path copy = folder.resolve("sidetone.service");
        Files.writeString(copy, Files.readString(UNIT).replace("/usr/bin/java", "/bin/true"));
        Process process = new ProcessBuilder(tool.toString(), "verify", "--man=no", copy.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.lines().filter(line -> line.contains("sidetone.service")))
                .isEmpty();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
