package io.sidetone.tools.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The main classes and the source files of every module. */
public final class Product {
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.sidetone");

    static final List<String> MODULES = List.of(
            "audio",
            "core",
            "contract-tests",
            "silero",
            "speech",
            "vosk",
            "transport-netty",
            "config",
            "server",
            "tools",
            "bench");

    private Product() {}

    public static Path root() {
        String root = System.getProperty("sidetone.root");
        if (root == null) {
            throw new IllegalStateException("sidetone.root is not set; the build sets it to the folder of the sources");
        }
        return Path.of(root);
    }

    /** The folder of a module: plugins and what tests them lie together. */
    static Path folder(String module) {
        Path beside = root().resolve(module);
        return Files.isDirectory(beside) ? beside : root().resolve("plugins").resolve(module);
    }

    static List<Path> mainSources() {
        return sources("src/main/java");
    }

    static List<Path> allSources() {
        return Stream.concat(sources("src/main/java").stream(), sources("src/test/java").stream())
                .toList();
    }

    private static List<Path> sources(String folder) {
        return MODULES.stream()
                .map(module -> folder(module).resolve(folder))
                .filter(Files::isDirectory)
                .flatMap(Product::javaFiles)
                .sorted()
                .toList();
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(Path file) {
        return root().relativize(file).toString();
    }
}
