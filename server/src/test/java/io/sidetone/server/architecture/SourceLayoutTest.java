package io.sidetone.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a newcomer may rely on: small files, small packages, packages that say what they are. */
class SourceLayoutTest {
    private static final int MAX_LINES = 600;
    private static final int MAX_FILES_PER_PACKAGE = 30;
    private static final Set<String> EMPTY_NAMES =
            Set.of("util", "utils", "common", "manager", "managers", "impl", "helper", "helpers", "misc");
    private static final List<String> OWNERSHIP = List.of("Runs on:", "Reads:", "Writes:", "Allocates:");

    @Test
    void shouldKeepEveryFileReadable() {
        assertThat(Product.allSources())
                .as("files of more than %d lines", MAX_LINES)
                .isNotEmpty()
                .filteredOn(file -> Product.lines(file).size() > MAX_LINES)
                .extracting(Product::name)
                .isEmpty();
    }

    @Test
    void shouldKeepEveryPackageSmall() {
        assertThat(filesByPackage())
                .as("packages of more than %d files", MAX_FILES_PER_PACKAGE)
                .isNotEmpty()
                .allSatisfy((folder, files) ->
                        assertThat(files).as(Product.name(folder)).hasSizeLessThanOrEqualTo(MAX_FILES_PER_PACKAGE));
    }

    @Test
    void shouldNameNoPackageAfterNothing() {
        assertThat(filesByPackage().keySet())
                .as("packages named after no thing of the field")
                .filteredOn(folder -> StreamSupport.stream(folder.spliterator(), false)
                        .anyMatch(part -> EMPTY_NAMES.contains(part.toString())))
                .isEmpty();
    }

    @Test
    void shouldSayInEveryPackageWhoRunsReadsWritesAndAllocates() {
        assertThat(filesByPackage().keySet()).allSatisfy(folder -> {
            Path info = folder.resolve("package-info.java");
            assertThat(info).as("package-info of %s", Product.name(folder)).isRegularFile();
            String text = String.join("\n", Product.lines(info));
            assertThat(text).as(Product.name(info)).contains(OWNERSHIP);
        });
    }

    @Test
    @Tag("CARD-02")
    void shouldHaveTheTopLevelOfTheDesign() {
        for (String folder : List.of("core", "transport-netty", "audio", "bench", "config", "scripts")) {
            assertThat(Product.root().resolve(folder)).isDirectory();
        }
        assertThat(Product.root().resolve("pom.xml")).isRegularFile();
        assertThat(Product.root().resolve("README.md")).isRegularFile();
    }

    @Test
    @Tag("CARD-10")
    void shouldOfferOneCommandForEachThingAPersonDoes() {
        for (String script : List.of("run", "test", "bench")) {
            assertThat(Product.root().resolve("scripts").resolve(script))
                    .matches(Files::isExecutable, "can be executed");
        }
    }

    private static Map<Path, List<Path>> filesByPackage() {
        return Product.mainSources().stream().collect(Collectors.groupingBy(Path::getParent));
    }
}
