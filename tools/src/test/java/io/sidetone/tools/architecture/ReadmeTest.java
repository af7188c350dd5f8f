package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README says must be so. */
class ReadmeTest {
    private static final Pattern PATH_STEP = Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\\b");
    private static final Pattern ARROW = Pattern.compile("\\b([A-Z]\\w+) → (?=([A-Z]\\w+)\\b)");
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

    /** A call of the class itself, or of what it is known as: its interface or the class it extends. */
    @Test
    void shouldDrawOnlyArrowsThatAreCalls() {
        List<String> arrows = lines.stream()
                .filter(line -> line.contains(" → "))
                .flatMap(line -> ARROW.matcher(line).results().map(match -> match.group(1) + " → " + match.group(2)))
                .toList();
        assertThat(arrows).as("arrows between two classes").hasSizeGreaterThan(20);
        assertThat(arrows).allSatisfy(arrow -> {
            String[] ends = arrow.split(" → ");
            assertThat(called(ends[0]).anyMatch(known(ends[1])::contains))
                    .as(arrow)
                    .isTrue();
        });
    }

    private static Stream<JavaClass> called(String caller) {
        return named(caller)
                .flatMap(from -> from.getAccessesFromSelf().stream())
                .map(JavaAccess::getTargetOwner);
    }

    private static Set<JavaClass> known(String callee) {
        return named(callee)
                .flatMap(to -> Stream.concat(
                        Stream.of(to),
                        Stream.concat(to.getAllRawSuperclasses().stream(), to.getAllRawInterfaces().stream())))
                .filter(to -> to.getPackageName().startsWith("io.sidetone."))
                .collect(Collectors.toSet());
    }

    /** A class of this name with the classes inside it. */
    private static Stream<JavaClass> named(String name) {
        return Product.CLASSES.stream().filter(each -> each.getName().matches(".*\\." + name + "(\\$.*)?"));
    }

    @Test
    void shouldLinkOnlyToFilesThatExist() {
        assertThat(LINK.matcher(text).results().map(match -> match.group(1)).toList())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(Product.root().resolve(link)).exists());
    }
}
