package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.value.Units;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** certbot's hook, in an empty place of certbot's and with a systemctl that notes what it is asked. */
    @ParameterizedTest
    @CsvSource({
        "'', 'LoadCredential=privkey.pem:/etc/sidetone/privkey.pem', 1",
        "'', 'LoadCredential=', 0",
        "other, '', -1"
    })
    void shouldTakeARenewedCertificateOver(String name, String credentials, int restarts) throws Exception {
        Path lineage = Files.createDirectories(folder.resolve("live/sip.example.com"));
        Files.writeString(lineage.resolve("privkey.pem"), "new key");
        Files.writeString(lineage.resolve("fullchain.pem"), "new chain");
        Path target = Files.createDirectories(folder.resolve("etc"));
        Path tools = Files.createDirectories(folder.resolve("bin"));
        Path asked = folder.resolve("asked");
        Path systemctl = tools.resolve("systemctl");
        Files.writeString(systemctl, "#!/bin/sh\necho \"$@\" >> '" + asked + "'\necho '" + credentials + "'\n");
        assertThat(systemctl.toFile().setExecutable(true)).isTrue();
        Path hook = folder.resolve("hook");
        Files.writeString(
                hook,
                Files.readString(UNIT.resolveSibling("certbot-deploy-hook")).replace("NAME=\n", "NAME=" + name + "\n"));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", hook.toString()).redirectErrorStream(true);
        builder.environment().put("RENEWED_LINEAGE", lineage.toString());
        builder.environment().put("SIDETONE_FOLDER", target.toString());
        builder.environment().merge("PATH", tools.toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        if (restarts < 0) {
            assertThat(target).isEmptyDirectory();
            return;
        }
        assertThat(target.resolve("privkey.pem")).hasContent("new key");
        assertThat(target.resolve("fullchain.pem")).hasContent("new chain");
        assertThat(Files.getPosixFilePermissions(target.resolve("privkey.pem")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.readAllLines(asked).stream().filter(line -> line.startsWith("try-restart")))
                .hasSize(restarts);
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

    /** The unit as it is shipped, and with the lines for secrets. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeAcceptedBySystemd(boolean secrets) throws Exception {
        Path tool = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(tool), "systemd-analyze is not installed here");
        // The unit names the usual place of java; what is checked here is the unit, so any executable will do.
        Path copy = folder.resolve("sidetone.service");
        String unit = Files.readString(UNIT).replace("/usr/bin/java", "/bin/true");
        assertThat(unit.lines().filter(line -> line.startsWith("#LoadCredential=")))
                .containsExactly(
                        "#LoadCredential=token:/etc/sidetone/token",
                        "#LoadCredential=fullchain.pem:/etc/sidetone/fullchain.pem",
                        "#LoadCredential=privkey.pem:/etc/sidetone/privkey.pem");
        Files.writeString(copy, secrets ? unit.replace("#LoadCredential", "LoadCredential") : unit);
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
