package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * docs/architecture.md and its pictures are drawn from the code: modules and packages, and the ways of a call that README
 * tells. What was drawn lies in target/architecture, ready to be copied.
 */
class ArchitecturePageTest {
    private static final Path DOCS = Product.root().resolve("docs");
    private static final Path DRAWN = Product.root().resolve("tools/target/architecture");
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- rooms of ([a-z-]+), written by the build -->\n).*?(\n<!-- end -->)", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([A-Z][A-Za-z]+)`");

    @Test
    void shouldShowTheRoomsAsTheyAre() throws IOException {
        String page = Files.readString(DOCS.resolve("architecture.md"));
        Matcher blocks = BLOCK.matcher(page);
        List<String> modules = new ArrayList<>();
        String drawn = blocks.replaceAll(block -> {
            modules.add(block.group(2));
            return Matcher.quoteReplacement(block.group(1) + Rooms.table(block.group(2)) + block.group(3));
        });
        assertThat(modules).as("modules with a table").containsExactlyInAnyOrderElementsOf(Product.MODULES);
        assertAsDrawn("architecture.md", drawn);
    }

    @Test
    void shouldShowTheModulesAsTheyAre() throws IOException {
        assertAsDrawn("architecture/modules.svg", ModulePicture.drawn());
    }

    @Test
    void shouldShowTheWaysAsReadmeTellsThem() throws IOException {
        Map<String, List<String>> ways = ways();
        assertThat(ways).containsOnlyKeys("a frame in", "a frame out", "a commit", "an answer");
        assertThat(ways.entrySet()).allSatisfy(way -> {
            String file = "architecture/" + way.getKey().replace(' ', '-') + ".svg";
            assertAsDrawn(file, WayPicture.drawn(way.getKey(), way.getValue()));
        });
    }

    @Test
    void shouldNameOnlyClassesThatExist() throws IOException {
        Set<String> classes =
                Product.CLASSES.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
        String text =
                BLOCK.matcher(Files.readString(DOCS.resolve("architecture.md"))).replaceAll("");
        assertThat(CODE.matcher(text)
                        .results()
                        .map((MatchResult match) -> match.group(1))
                        .toList())
                .as("class names in the text")
                .hasSizeGreaterThan(20)
                .isSubsetOf(classes);
    }

    /** The lines of each way in README; a line that begins with spaces belongs to the way above it. */
    private static Map<String, List<String>> ways() {
        Map<String, List<String>> ways = new LinkedHashMap<>();
        String name = "";
        for (String line : Product.lines(Product.root().resolve("README.md"))) {
            if (line.contains(" → ")) {
                name = line.startsWith(" ") ? name : line.split(" {2,}")[0];
                ways.computeIfAbsent(name, key -> new ArrayList<>())
                        .add(line.substring(name.length()).strip());
            }
        }
        return ways;
    }

    private static void assertAsDrawn(String file, String drawn) throws IOException {
        Path target = DRAWN.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, drawn);
        assertThat(Files.exists(DOCS.resolve(file)) ? Files.readString(DOCS.resolve(file)) : "")
                .as("docs/%s is old; renew it with: cp -r tools/target/architecture/. docs/", file)
                .isEqualTo(drawn);
    }
}
