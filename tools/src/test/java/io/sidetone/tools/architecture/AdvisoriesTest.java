package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No library that the server is run with has a hole that was published before the date of the list. */
class AdvisoriesTest {
    private static final Pattern JAR =
            Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*?)-([0-9][0-9A-Za-z.]*)(-[^/]*)?\\.jar");
    private static final Pattern DATE = Pattern.compile("Read ([0-9]{4}-[0-9]{2}-[0-9]{2})");

    private final List<String> list = Product.lines(Product.root().resolve("tools/src/test/resources/advisories.csv"));

    private record Advisory(String artifact, String mendedIn, String ids) {
        boolean concerns(String name) {
            return artifact.endsWith("*")
                    ? name.startsWith(artifact.substring(0, artifact.length() - 1))
                    : name.equals(artifact);
        }
    }

    private List<Advisory> advisories() {
        return list.stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", 3))
                .map(row -> new Advisory(row[0], row[1], row[2]))
                .toList();
    }

    /** The artifacts of the class path and their versions. */
    private static Map<String, String> shipped() {
        Map<String, String> versions = new TreeMap<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Matcher jar = JAR.matcher(Path.of(each).getFileName().toString());
            if (jar.matches()) {
                versions.put(jar.group(1), jar.group(2));
            }
        }
        return versions;
    }

    private static int compare(String one, String other) {
        String[] left = one.split("[.-]");
        String[] right = other.split("[.-]");
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Integer.compare(number(left, i), number(right, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int number(String[] parts, int index) {
        return index < parts.length && parts[index].matches("[0-9]{1,9}") ? Integer.parseInt(parts[index]) : 0;
    }

    private static List<String> open(Map<String, String> versions, List<Advisory> advisories) {
        List<String> open = new ArrayList<>();
        versions.forEach((name, version) -> advisories.stream()
                .filter(each -> each.concerns(name) && compare(version, each.mendedIn) < 0)
                .forEach(each -> open.add(name + " " + version + ": " + each.ids + "; mended in " + each.mendedIn)));
        return open;
    }

    @Test
    void shouldShipNoLibraryWithAPublishedHole() {
        assertThat(shipped()).containsKeys("netty-codec-http", "jackson-databind", "log4j-core", "postgresql", "h2");
        assertThat(open(shipped(), advisories()))
                .as("published advisories: take a newer version, in pom.xml")
                .isEmpty();
    }

    @Test
    void shouldStillKnowWhatEachAdvisoryIsAbout() {
        assertThat(advisories()).isNotEmpty().allSatisfy(each -> assertThat(
                        shipped().keySet().stream().filter(each::concerns))
                .as("libraries that " + each.artifact + " of advisories.csv stands for")
                .isNotEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "netty-codec-http, 4.2.15.Final, 3",
        "netty-codec-http, 4.2.17.Final, 1",
        "netty-codec-http, 4.2.18.Final, 0",
        "netty-codec-http, 4.10.0.Final, 0",
        "netty-codec-http, 4.1.137.Final, 5",
        "jackson-core, 2.22.1, 1",
        "jackson-core, 2.22.10, 0",
        "postgresql, 42.7.9, 1",
        "postgresql, 42.7.14, 0"
    })
    void shouldSeeAVersionThatIsTooOld(String artifact, String version, int open) {
        assertThat(open(Map.of(artifact, version), advisories())).hasSize(open);
    }

    @Test
    void shouldSayInTheDocsHowOldTheListIs() {
        Matcher date = DATE.matcher(list.get(0));
        assertThat(date.find()).isTrue();
        assertThat(Product.lines(Product.root().resolve("docs/dependencies.md")))
                .as("docs/dependencies.md shows the date of advisories.csv")
                .anyMatch(line -> line.contains("read " + date.group(1)));
    }
}
