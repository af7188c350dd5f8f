package io.sidetone.tools.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes {@code docs/conformance.md}: every requirement and clause, the tests tagged with its id, and how they ended. A
 * requirement has passed when all its tests have and each of its clauses has one. The same tests with the same outcomes
 * give the same page.
 */
public final class ConformancePage {
    private static final String ID = "(VIP|VAN|VEL|ITE|CARD)-[A-Z0-9-]+(\\.[a-z])?";

    /** All tests of a row passed, and a clause of it has none. */
    private static final String IN_PART = "passed in part";

    private final List<Requirement> requirements;
    private final TestReports reports = new TestReports();
    private final Set<String> silent = new TreeSet<>();
    private Assertions assertions = new Assertions(List.of());

    /** Requirement → test → outcome. */
    private final Map<String, Map<String, TestReports.Outcome>> covered = new TreeMap<>();

    ConformancePage(List<Requirement> requirements) {
        this.requirements = requirements;
    }

    /** Reads the modules below the first argument and writes the page; ends with 1 when a tag names no requirement. */
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: ConformancePage FOLDER-OF-THE-SOURCES");
            System.exit(2);
        }
        Path root = Path.of(args[0]);
        ConformancePage page = new ConformancePage(shipped());
        page.read(root);
        Path file = root.resolve("docs").resolve("conformance.md");
        Files.writeString(file, page.text());
        System.out.println("wrote " + file + ": " + page.summary());
        if (!page.unknown().isEmpty()) {
            System.err.println("tags that name no requirement: " + String.join(", ", page.unknown()));
            System.exit(1);
        }
        if (!page.bare().isEmpty()) {
            System.err.println(
                    "tests that carry the tag of a clause and not that of its row: " + String.join(", ", page.bare()));
            System.exit(1);
        }
        if (!page.silent().isEmpty()) {
            System.err.println("tagged tests that assert nothing: " + String.join(", ", page.silent()));
            System.exit(1);
        }
    }

    static List<Requirement> shipped() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ConformancePage.class.getResourceAsStream("requirements.txt")),
                StandardCharsets.UTF_8))) {
            return Requirement.parse(in.lines().toList());
        }
    }

    /** Reads the test classes and reports of every module below {@code root}. */
    void read(Path root) throws IOException {
        List<Path> modules;
        try (Stream<Path> folders = Files.list(root)) {
            modules = folders.filter(folder -> Files.isDirectory(folder.resolve("target")))
                    .sorted()
                    .toList();
        }
        for (Path module : modules) {
            reports.read(module.resolve("target/surefire-reports"));
            reports.read(module.resolve("target/allocation-reports"));
            reports.read(module.resolve("target/failsafe-reports"));
        }
        List<Path> tests = modules.stream()
                .map(module -> module.resolve("target/test-classes"))
                .filter(Files::isDirectory)
                .toList();
        assertions = new Assertions(tests);
        for (Path folder : tests) {
            readTags(folder);
        }
    }

    private void readTags(Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
                add(TagReader.read(file));
            }
        }
    }

    private void add(TagReader.Tags tags) {
        String shortName = tags.className().substring(tags.className().lastIndexOf('.') + 1);
        for (String id : tags.onClass()) {
            cover(id, shortName, reports.ofClass(tags.className()));
        }
        if (tags.onClass().stream().anyMatch(id -> id.matches(ID))) {
            silent.addAll(assertions.without(tags.className(), ""));
        }
        tags.onMethods().forEach((method, ids) -> {
            for (String id : ids) {
                cover(id, shortName + "." + method, reports.ofMethod(tags.className(), method));
            }
            if (ids.stream().anyMatch(id -> id.matches(ID))) {
                silent.addAll(assertions.without(tags.className(), method));
            }
        });
    }

    /** Tests with the tag of a requirement that assert nothing. */
    Set<String> silent() {
        return silent;
    }

    private void cover(String id, String test, TestReports.Outcome outcome) {
        if (id.matches(ID)) {
            covered.computeIfAbsent(id, i -> new TreeMap<>()).put(test, outcome);
        }
    }

    /** Tags that look like ids and are none. */
    TreeSet<String> unknown() {
        TreeSet<String> unknown = new TreeSet<>(covered.keySet());
        requirements.forEach(requirement -> {
            unknown.remove(requirement.id());
            requirement.clauses().forEach(clause -> unknown.remove(clause.id()));
        });
        return unknown;
    }

    /** Tests that are tagged with a clause and not with its row. */
    TreeSet<String> bare() {
        TreeSet<String> bare = new TreeSet<>();
        for (Requirement requirement : requirements) {
            Set<String> ofRow = tests(requirement.id()).keySet();
            for (Requirement.Clause clause : requirement.clauses()) {
                tests(clause.id()).keySet().stream()
                        .filter(test -> !ofRow.contains(test) && !ofRow.contains(test.split("\\.")[0]))
                        .map(test -> test + " (" + clause.id() + ")")
                        .forEach(bare::add);
            }
        }
        return bare;
    }

    private Map<String, TestReports.Outcome> tests(String id) {
        return covered.getOrDefault(id, Map.of());
    }

    String summary() {
        long gaps = requirements.stream().filter(r -> state(r).equals("gap")).count();
        Map<String, Long> states = requirements.stream()
                .map(this::state)
                .filter(state -> !state.equals("gap"))
                .collect(Collectors.groupingBy(state -> state, TreeMap::new, Collectors.counting()));
        return requirements.size() + " requirements, "
                + states.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey() + ", ")
                        .collect(Collectors.joining())
                + gaps + " without a test";
    }

    /** The state of its tests; a row that passed without a test of each clause has passed in part. */
    private String state(Requirement requirement) {
        String row = state(requirement.id());
        boolean whole = requirement.clauses().stream()
                .noneMatch(clause -> tests(clause.id()).isEmpty());
        return whole || !row.equals(TestReports.Outcome.PASSED.word()) ? row : IN_PART;
    }

    private String state(String id) {
        return tests(id).values().stream()
                .reduce(TestReports.Outcome::worse)
                .map(TestReports.Outcome::word)
                .orElse("gap");
    }

    private String shown(Requirement requirement) {
        String state = state(requirement);
        return state.equals("gap") && !requirement.later().isEmpty() ? state + " (" + requirement.later() + ")" : state;
    }

    String text() {
        StringBuilder text =
                new StringBuilder("# Conformance\n\nWritten by `scripts/test` from the tags of the tests and "
                        + "their reports; not edited by hand. A *gap* is a requirement that\nno test covers yet; in brackets stands "
                        + "the work that will. A row has *passed* when all its tests have and each of its clauses (a, b, …) has "
                        + "one,\nand *passed in part* when a clause has none. *Flaky* is what passed only when it was run again.\n\n"
                        + summary() + ".\n");
        String section = null;
        for (Requirement requirement : requirements) {
            if (!requirement.section().equals(section)) {
                section = requirement.section();
                text.append("\n## ")
                        .append(section)
                        .append("\n\n| id | requirement | state | tests |\n|---|---|---|---|\n");
            }
            row(text, requirement.id(), requirement.words(), shown(requirement));
            for (Requirement.Clause clause : requirement.clauses()) {
                row(text, clause.id(), clause.words(), state(clause.id()));
            }
        }
        return text.toString();
    }

    private void row(StringBuilder text, String id, String words, String state) {
        text.append("| ")
                .append(String.join(" | ", Arrays.asList(id, words, state, named(id))))
                .append(" |\n");
    }

    private String named(String id) {
        return tests(id).entrySet().stream()
                .map(test -> test.getKey()
                        + (test.getValue() == TestReports.Outcome.PASSED
                                ? ""
                                : " (" + test.getValue().word() + ")"))
                .collect(Collectors.joining(", "));
    }
}
