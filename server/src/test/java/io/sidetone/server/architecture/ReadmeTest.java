package io.sidetone.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the README says must be so. */
class ReadmeTest {
    private static final Pattern PATH_STEP = Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\\b");
    private static final Pattern CODE = Pattern.compile("`([A-Z][A-Za-z]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");

    private final List<String> lines = Product.lines(Product.root().resolve("README.md"));
    private final String text = String.join("\n", lines);

    @Test
    void shouldNameOnlyClassesThatExist() {
        Set<String> classes =
                Product.CLASSES.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
        String path = lines.stream().filter(line -> line.contains(" → ")).collect(Collectors.joining(" "));
        assertThat(PATH_STEP.matcher(path).results().map(MatchResult::group).toList())
                .as("steps of the data path")
                .hasSizeGreaterThan(10)
                .isSubsetOf(classes);
        assertThat(CODE.matcher(text).results().map(match -> match.group(1)).toList())
                .as("class names in the text")
                .isNotEmpty()
                .isSubsetOf(classes);
    }

    @Test
    void shouldLinkOnlyToFilesThatExist() {
        assertThat(LINK.matcher(text).results().map(match -> match.group(1)).toList())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(Product.root().resolve(link)).exists());
    }
}
