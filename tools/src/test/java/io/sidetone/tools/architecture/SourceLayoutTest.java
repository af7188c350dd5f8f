package io.sidetone.tools.architecture;

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
    private static final int FEW_FILES = 2;

    /** Packages of one or two classes, each with the reason why it is not part of another. */
    private static final Map<String, String> SMALL = Map.ofEntries(
            Map.entry("audio", "the sample rates, which every package of sound uses"),
            Map.entry("config/policy", "keys and values of turn policies, whose numbers core describes"),
            Map.entry("config/yaml", "the flow language of the embedded dialogue reads the same trees"),
            Map.entry("core/net", "configuration, transport and server mean the same by a block of addresses"),
            Map.entry("core/disk", "journal, store, spool and softphone write with it; a leaf that all may use"),
            Map.entry("core/background", "every room has its threads from there; a leaf that all may use"),
            Map.entry("tools", "the entry of the JAR alone"),
            Map.entry("bench/history", "one question, and the calls that are invented for it"),
            Map.entry("bench", "the entry of the JAR, and the way into JMH"),
            Map.entry("server/ops/logging", "runs before anything else and must not load more"),
            Map.entry("tools/softphone", "the command alone; its parts have packages of their own"),
            Map.entry("tools/softphone/demo", "a main class of its own that scripts/demo starts"),
            Map.entry("tools/softphone/report", "what a call prints, without the page"),
            Map.entry("speech/embedded", "the entry to three engines that have packages of their own"),
            Map.entry("speech/filler", "one stage of the pipeline, as each other stage has a package"),
            Map.entry(
                    "transport/dialect/service",
                    "the only part of the dialects that makes HTTP routes and knows all of them"),
            Map.entry("transport/sip/source", "who may send at all, asked before anything is read"),
            Map.entry("transport/metrics", "every room binds its counters with it; a leaf that all may use"),
            Map.entry("transport/egress", "a room of the way out; every dialect and RTP write through it"),
            Map.entry("transport/pbx/vonage", "one dialect, as each switch has a package"),
            Map.entry("transport/schema", "its resources are the schemas of two protocols"),
            Map.entry("transport/turn", "JSON that the API, the events and the log share"));

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
    void shouldHaveAReasonForEveryPackageOfOneOrTwoClasses() {
        assertThat(filesByPackage().entrySet().stream()
                        .filter(entry -> entry.getValue().size() - 1 <= FEW_FILES)
                        .map(entry -> packageName(entry.getKey())))
                .as("packages of one or two classes without a reason, or with one although they have grown")
                .containsExactlyInAnyOrderElementsOf(SMALL.keySet());
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
        for (String folder : List.of(
                "audio",
                "core",
                "config",
                "speech",
                "transport-netty",
                "server",
                "tools",
                "bench",
                "plugins",
                "docs",
                "scripts")) {
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

    /** The folder below {@code io/sidetone}. */
    private static String packageName(Path folder) {
        String name = folder.toString().replace('\\', '/');
        String root = "io/sidetone/";
        return name.substring(name.indexOf(root) + root.length());
    }

    private static Map<Path, List<Path>> filesByPackage() {
        return Product.mainSources().stream().collect(Collectors.groupingBy(Path::getParent));
    }
}
