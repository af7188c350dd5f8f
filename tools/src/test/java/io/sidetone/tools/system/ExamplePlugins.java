package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds the projects of {@code plugins/examples} as their authors would: elsewhere, by Maven alone, from published artefacts.
 * The artefacts stand in a repository that is made for them; everything else in it is linked from the one of this build.
 */
final class ExamplePlugins {
    private static final Path ROOT = Path.of(System.getProperty("sidetone.root"));
    private static final String OURS = "sidetone";
    private static final List<String> PUBLISHED = List.of("audio", "core", "plugins/contract-tests");
    private static final int LIMIT_S = 300;

    private ExamplePlugins() {}

    /** Builds and tests every example in {@code folder}; returns a folder with the plugins, one JAR each. */
    static Path build(Path folder) throws Exception {
        Path maven = Path.of(System.getProperty("sidetone.maven", "nowhere"), "bin", "mvn");
        assumeTrue(Files.isExecutable(maven), "there is no " + maven + ", which builds the examples");
        Path sources = Files.createDirectory(folder.resolve("sources"));
        copy(ROOT.resolve("plugins/examples"), sources);
        Path repository = repository(Files.createDirectory(folder.resolve("repository")));
        Path output = folder.resolve("maven.log");
        Process process = new ProcessBuilder(
                        maven.toString(), "-B", "-o", "-ntp", "-Dmaven.repo.local=" + repository, "package")
                .directory(sources.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        try (Stream<Path> built = Files.walk(sources)) {
            for (Path jar : built.filter(file -> file.toString().endsWith("-plugin-1.0.0.jar"))
                    .toList()) {
                Files.copy(jar, plugins.resolve(jar.getFileName()));
            }
        }
        return plugins;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(
                            file -> !from.relativize(file).toString().matches("(.*/)?target(/.*)?"))
                    .toList()) {
                Path copied = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(each, copied);
                }
            }
        }
    }

    private static Path repository(Path repository) throws IOException {
        Path known = Path.of(System.getProperty("sidetone.repository"));
        link(known, repository, "io");
        Path io = Files.createDirectory(repository.resolve("io"));
        link(known.resolve("io"), io, OURS);
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        String version = pom.replaceFirst("(?s).*?<artifactId>sidetone</artifactId>\\s*<version>([^<]+)<.*", "$1");
        publish(io.resolve(OURS), OURS, version, ROOT.resolve("pom.xml"), null);
        for (String module : PUBLISHED) {
            String artifact = OURS + "-" + Path.of(module).getFileName();
            publish(
                    io.resolve(OURS),
                    artifact,
                    version,
                    ROOT.resolve(module).resolve("pom.xml"),
                    ROOT.resolve(module).resolve("target/" + artifact + "-" + version + ".jar"));
        }
        return repository;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path each : entries.toList()) {
                if (!each.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(each.getFileName()), each);
                }
            }
        }
    }

    private static void publish(Path group, String artifact, String version, Path pom, Path jar) throws IOException {
        Path folder = Files.createDirectories(group.resolve(artifact).resolve(version));
        Files.copy(pom, folder.resolve(artifact + "-" + version + ".pom"));
        if (jar != null) {
            Files.copy(jar, folder.resolve(artifact + "-" + version + ".jar"));
        }
    }
}
