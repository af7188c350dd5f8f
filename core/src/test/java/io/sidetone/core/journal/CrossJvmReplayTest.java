package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.replay.ReplayResult;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal written on one JVM replays bit for bit on another. */
class CrossJvmReplayTest {
    private static final Path JVMS = Path.of("/usr/lib/jvm");

    @TempDir
    private Path folder;

    @Test
    void shouldReplayIdenticallyAcrossJvms() throws Exception {
        List<Path> others = otherJvms();
        if (others.isEmpty()) {
            System.out.println("skipped: " + JVMS + " has no JVM of another version than "
                    + Runtime.version().feature());
            return;
        }
        byte[] here = SampleCalls.journal();
        Path written = Files.write(folder.resolve("here.journal"), here);
        for (Path java : others) {
            assertThat(run(java, "replay", written)).as("replayed by %s", java).endsWith("identical true");
            Path there = folder.resolve("there.journal");
            assertThat(run(java, "write", there)).as("written by %s", java).endsWith("written");
            ReplayResult result = MemoryJournals.replay(Files.readAllBytes(there), null);
            assertThat(result.difference()).as("written by %s", java).isNull();
            assertThat(result.identical()).as("written by %s", java).isTrue();
            assertThat(Files.readAllBytes(there))
                    .as("the same call, written by %s", java)
                    .isEqualTo(here);
        }
    }

    private static List<Path> otherJvms() throws IOException {
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(JVMS)) {
            return found;
        }
        List<Path> homes;
        try (Stream<Path> all = Files.list(JVMS)) {
            homes = all.sorted().toList();
        }
        for (Path home : homes) {
            Path java = home.resolve("bin/java");
            Path release = home.resolve("release");
            if (Files.isExecutable(java) && Files.isReadable(release)) {
                String version = Files.readString(release);
                int feature = Integer.parseInt(version.replaceAll("(?s).*JAVA_VERSION=\"(\\d+).*", "$1"));
                if (feature >= 17 && feature != Runtime.version().feature()) {
                    found.add(java);
                }
            }
        }
        return found;
    }

    private static String run(Path java, String what, Path file) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        java.toString(),
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        classPath + File.pathSeparator,
                        Child.class.getName(),
                        what,
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }

    /** Runs on the other JVM. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            Path file = Path.of(args[1]);
            if (args[0].equals("write")) {
                Files.write(file, SampleCalls.journal());
                System.out.println("written");
                return;
            }
            ReplayResult result = MemoryJournals.replay(Files.readAllBytes(file), null);
            System.out.println("difference " + result.difference() + ", damage " + result.damage() + ", identical "
                    + result.identical());
        }
    }
}
