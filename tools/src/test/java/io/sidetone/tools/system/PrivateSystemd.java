package io.sidetone.tools.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A real systemd that is process 1 of a namespace of its own, whatever process 1 of this machine is. It sees the units of a test and
 * no others, has folders of its own for everything that it writes to, and nothing of it remains. Needs root on Linux.
 */
final class PrivateSystemd implements AutoCloseable {
    /** What the unit finds in place of /opt/sidetone and /etc/sidetone. */
    static final String HOME = "/run/sidetone-test";

    private static final Path SYSTEMD = Path.of("/lib/systemd/systemd");
    private static final List<Path> TOOLS =
            List.of(SYSTEMD, Path.of("/usr/bin/unshare"), Path.of("/usr/bin/nsenter"), Path.of("/usr/bin/systemctl"));
    private static final List<String> TARGETS =
            List.of("basic", "sysinit", "shutdown", "umount", "multi-user", "network-online");
    private static final List<Path> CGROUPS =
            List.of(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/unified"), Path.of("/sys/fs/cgroup/systemd"));
    private static final String CGROUP =
            "sidetone-test-" + ProcessHandle.current().pid();

    /** Only the units of the test are read, and no generator runs: a unit of the machine could touch what is shared with it. */
    private static final String BOOT =
            """
            set -e
            for group in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
              if [ -w $group/cgroup.procs ]; then
                mkdir -p $group/%1$s
                echo $$ > $group/%1$s/cgroup.procs
              fi
            done
            exec unshare --mount --propagation private --pid --fork --mount-proc --cgroup --uts --ipc --kill-child sh -ec '
            mount -t tmpfs -o mode=755 tmpfs /run
            mkdir -p /run/lock /run/empty %2$s
            cp "%3$s" %2$s/sidetone.jar
            cp -r "%4$s" %2$s/units
            for folder in /tmp /var/tmp /var/lib; do mount -t tmpfs -o mode=1777 tmpfs $folder; done
            chmod 755 /var/lib
            export container=other SYSTEMD_UNIT_PATH=%2$s/units
            export SYSTEMD_GENERATOR_PATH=/run/empty SYSTEMD_ENVIRONMENT_GENERATOR_PATH=/run/empty
            exec %5$s --system --unit=basic.target --log-target=console --show-status=no
            '
            """;

    private final Process process;
    private final Path output;
    private long systemd;

    /**
     * What a command said.
     *
     * @param code its exit code
     * @param text both of its outputs
     */
    record Said(int code, String text) {}

    private PrivateSystemd(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Why it cannot run here, as far as can be seen without a try. */
    static Optional<String> missing() throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("systemd needs Linux");
        }
        for (Path tool : TOOLS) {
            if (!Files.isExecutable(tool)) {
                return Optional.of(tool + " is not installed here");
            }
        }
        return Files.getOwner(Path.of("/proc/self")).getName().equals("root")
                ? Optional.empty()
                : Optional.of("a systemd of one's own needs root");
    }

    /**
     * Starts it with the unit {@code name}.
     *
     * @param folder takes its files
     */
    static PrivateSystemd start(Path folder, String name, String unit) throws Exception {
        Path units = Files.createDirectories(folder.resolve("units"));
        for (String target : TARGETS) {
            Files.writeString(units.resolve(target + ".target"), "[Unit]\nDefaultDependencies=no\n");
        }
        Files.writeString(units.resolve(name), unit);
        Path boot = Files.writeString(
                folder.resolve("boot.sh"), BOOT.formatted(CGROUP, HOME, ServerProcess.jar(), units, SYSTEMD));
        Path output = folder.resolve("systemd.log");
        PrivateSystemd started = new PrivateSystemd(
                new ProcessBuilder("sh", boot.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
        try {
            ServerProcess.awaitOrFail(
                    "a systemd that runs; it said:\n" + output,
                    30,
                    () -> !started.process.isAlive() || started.running());
        } catch (AssertionError late) {
            started.close();
            throw late;
        }
        return started;
    }

    /** Why it did not come up although nothing seemed to be missing: this machine forbids namespaces, for example. */
    Optional<String> refused() throws IOException {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of(Files.readString(output).strip());
    }

    private boolean running() {
        systemd = process.toHandle()
                .children()
                .findFirst()
                .map(ProcessHandle::pid)
                .orElse(0L);
        try {
            return systemd != 0 && systemctl("is-system-running").text().strip().equals("running");
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    /** Runs {@code systemctl} there. */
    Said systemctl(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("nsenter", "-t", Long.toString(systemd), "-m", "-p", "-u", "-i", "-C"));
        command.add("systemctl");
        command.addAll(Arrays.asList(arguments));
        Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!run.waitFor(60, TimeUnit.SECONDS)) {
            run.destroyForcibly();
            throw new IOException("systemctl did not end: " + command);
        }
        return new Said(run.exitValue(), text);
    }

    /** Returns a property of a unit. */
    String property(String unit, String name) throws IOException, InterruptedException {
        return systemctl("show", unit, "--value", "-p", name).text().strip();
    }

    /** Writes a file in {@link #HOME}. */
    void write(String name, String text) throws IOException {
        Files.writeString(path(name), text);
    }

    /** Returns a file of {@link #HOME}; empty while there is none. */
    String read(String name) {
        try {
            return Files.exists(path(name)) ? Files.readString(path(name)) : "";
        } catch (IOException e) {
            return "";
        }
    }

    private Path path(String name) {
        return Path.of("/proc/" + systemd + "/root" + HOME, name);
    }

    /** Ends it with every process in it. */
    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
            for (Path group : CGROUPS) {
                Path own = group.resolve(CGROUP);
                if (Files.isDirectory(own)) {
                    ServerProcess.awaitOrFail("the end of " + own, 20, () -> removed(own));
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A control group goes when its last process has gone. */
    private static boolean removed(Path group) {
        try (DirectoryStream<Path> inner = Files.newDirectoryStream(group, Files::isDirectory)) {
            for (Path each : inner) {
                removed(each);
            }
        } catch (IOException gone) {
            return !Files.exists(group);
        }
        try {
            return Files.deleteIfExists(group) || !Files.exists(group);
        } catch (IOException busy) {
            return false;
        }
    }
}
