package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Figures of the house that may fall and must not rise. Where one has fallen, its bound is lowered with it; each test prints what it
 * counts.
 */
class HouseFiguresTest {
    private static final int MOST_COMPONENTS = 15;
    private static final int MOST_COLLABORATORS = 12;

    /** A method that keeps its one parameter and does nothing else. */
    private static final Pattern SETTER =
            Pattern.compile("void \\w+\\([^()]+\\) \\{\\s*(?:this\\.)?\\w+ = \\w+;\\s*\\}");

    private static final Pattern THREAD = Pattern.compile(
            "new Thread\\(|Executors\\.new|ThreadFactory\\b.*->|new ScheduledThreadPoolExecutor|new ThreadPoolExecutor");

    private static void atMost(int bound, String what, List<String> found) {
        System.out.println(what + ": " + found.size() + " of at most " + bound);
        found.forEach(each -> System.out.println("  " + each));
        assertThat(found).as("%s; the bound only falls", what).hasSize(bound);
    }

    private static Map<String, String> sources() {
        return Product.mainSources().stream()
                .filter(file -> !Product.name(file).startsWith("bench"))
                .collect(Collectors.toMap(
                        Product::name, file -> String.join("\n", Product.lines(file)), (a, b) -> a, TreeMap::new));
    }

    @Test
    void shouldCountTheRecordsThatSayTooMuch() {
        List<String> large = Product.CLASSES.stream()
                .filter(JavaClass::isRecord)
                .filter(each -> components(each) > MOST_COMPONENTS)
                .sorted(Comparator.comparing(JavaClass::getName))
                .map(each -> each.getName() + " " + components(each))
                .toList();
        // Wire and table rows are among them: CallView, CallEntry, StoredCall, RtpStatistics.
        atMost(9, "records of more than " + MOST_COMPONENTS + " components", large);
    }

    private static long components(JavaClass record) {
        return record.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .count();
    }

    /** Other classes of the product that an object keeps in fields. Records and enums are values. */
    @Test
    void shouldCountTheClassesThatKnowTooMany() {
        List<String> busy = Product.CLASSES.stream()
                .filter(each -> !each.getPackageName().startsWith("io.sidetone.bench"))
                .filter(each -> !each.isRecord() && collaborators(each) > MOST_COLLABORATORS)
                .sorted(Comparator.comparing(JavaClass::getName))
                .map(each -> each.getName() + " " + collaborators(each))
                .toList();
        atMost(8, "classes of more than " + MOST_COLLABORATORS + " collaborators", busy);
    }

    private static long collaborators(JavaClass owner) {
        return owner.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(JavaField::getRawType)
                .filter(type -> type.getPackageName().startsWith("io.sidetone"))
                .filter(type -> !type.isRecord() && !type.isEnum())
                .distinct()
                .count();
    }

    @Test
    void shouldCountTheMethodsThatHaveToBeCalledFirst() {
        List<String> setters = sources().entrySet().stream()
                .flatMap(file -> SETTER.matcher(file.getValue())
                        .results()
                        .map(setter -> file.getKey() + ": "
                                + setter.group().lines().findFirst().orElse("")))
                .toList();
        atMost(91, "one-line setters", setters);
    }

    @Test
    void shouldCountTheClassesThatMakeThreads() {
        List<String> makers = sources().entrySet().stream()
                .filter(file -> THREAD.matcher(file.getValue()).find())
                .map(Map.Entry::getKey)
                .toList();
        atMost(12, "classes that make a thread or an executor", makers);
    }
}
