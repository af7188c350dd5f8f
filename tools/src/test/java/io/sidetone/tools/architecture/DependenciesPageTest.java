package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/dependencies.md says of every library what it is for. */
@Tag("CARD-01")
class DependenciesPageTest {
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>", Pattern.DOTALL);

    private final String page =
            String.join("\n", Product.lines(Product.root().resolve("docs").resolve("dependencies.md")));

    @Test
    void shouldSayOfEveryDependencyWhatItIsFor() {
        assertThat(used()).isNotEmpty().allSatisfy(artifact -> assertThat(
                        Stream.of(page.split("\\R")).filter(line -> line.startsWith("|")))
                .as("rows of docs/dependencies.md that name " + artifact)
                .anyMatch(row -> row.matches("\\|[^|]*\\b" + Pattern.quote(artifact) + "\\b[^|]*\\|.*")));
    }

    @Test
    void shouldNameNoLibraryThatIsNotUsed() {
        Set<String> named = new TreeSet<>();
        Pattern.compile("^\\| ([a-z][A-Za-z0-9, -]+|HdrHistogram) \\| .*\\| .*\\|.*\\|$", Pattern.MULTILINE)
                .matcher(page)
                .results()
                .forEach(row -> named.addAll(List.of(row.group(1).split(", "))));
        named.remove("artifact");
        Set<String> extra = new TreeSet<>(named);
        extra.removeAll(used());
        assertThat(extra)
                .as("rows of docs/dependencies.md without a dependency")
                .isEmpty();
    }

    private static Set<String> used() {
        Set<String> used = new TreeSet<>();
        Stream<Path> poms = Stream.concat(
                Stream.of(Product.root().resolve("pom.xml")),
                Product.MODULES.stream().map(module -> Product.folder(module).resolve("pom.xml")));
        poms.forEach(pom -> {
            String text = String.join("\n", Product.lines(pom));
            String direct = pom.getParent().equals(Product.root())
                    ? text.replaceAll("(?s)<dependencyManagement>.*</dependencyManagement>", "")
                    : text;
            DEPENDENCY
                    .matcher(direct)
                    .results()
                    .filter(d -> !d.group(1).equals("io.sidetone"))
                    .forEach(d -> used.add(d.group(2)));
        });
        return used;
    }
}
