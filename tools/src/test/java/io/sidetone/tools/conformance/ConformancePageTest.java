package io.sidetone.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformancePageTest {
    private static final List<Requirement> THREE = Requirement.parse(List.of(
            "# First",
            "VIP-T01 | connecting",
            "  VIP-T01.a | by a client",
            "  VIP-T01.b | by a call",
            "VIP-T02 | being ready",
            "",
            "# Second",
            "VEL-01 | the envelope",
            "  VEL-01.a | its type",
            "VEL-02 | the rest | WebSocket world"));

    private static final String SAMPLE =
            """
            package sample;
            import org.junit.jupiter.api.Tag;
                        @Tag("VEL-01")
            class Sample {
                static final long WIDE = 5_000_000_000L;
                @Tag("VIP-T01")
                @Tag("VIP-T01.a")
                void connects() { helper(); }
                private static void helper() { Runnable later = () -> { throw new AssertionError(); }; later.run(); }
                @Tag("VIP-T02")
                @Tag("allocation")
                void isReady(int how) {}
                @Tag("VEL-01.a")
                void hasTheRowOfItsClass() {}
                @Tag("VIP-T02")
                void isReadyToo() {}
                @Tag("VIP-T01.b")
                void forgetsItsRow() {}
                @Tag("VIP-T99")
                void doesWhatNobodyAsked() {}
            }
            """;

    @TempDir
    private Path root;

    /** Compiled here, so that the page of this product does not show it. */
    @BeforeEach
    void compileOneModule() throws IOException {
        Path source = root.resolve("Sample.java");
        Files.writeString(source, SAMPLE);
        Path classes = Files.createDirectories(root.resolve("module/target/test-classes"));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        new java.io.ByteArrayOutputStream(),
                        "-nowarn",
                        "-proc:none",
                        "-cp",
                        jarOf(Tag.class),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(code).as("exit code of the compiler").isZero();
    }

    private static String jarOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    private void report(String cases) throws IOException {
        Path folder = Files.createDirectories(root.resolve("module/target/surefire-reports"));
        Files.writeString(folder.resolve("TEST-Sample.xml"), "<testsuite>" + cases + "</testsuite>");
    }

    private static String testcase(String name, String inner) {
        return "<testcase classname='sample.Sample' name='" + name + "'>" + inner + "</testcase>";
    }

    private String page() throws IOException {
        ConformancePage page = new ConformancePage(THREE);
        page.read(root);
        assertThat(page.unknown()).containsExactly("VIP-T99");
        assertThat(page.bare()).containsExactly("Sample.forgetsItsRow (VIP-T01.b)");
        assertThat(page.silent())
                .as("what a helper asserts counts")
                .containsExactly(
                        "Sample.doesWhatNobodyAsked",
                        "Sample.forgetsItsRow",
                        "Sample.hasTheRowOfItsClass",
                        "Sample.isReady",
                        "Sample.isReadyToo");
        return page.text();
    }

    @Test
    void shouldListTestsStatesAndGaps() throws IOException {
        report(testcase("connects", "")
                + testcase("isReady{int}[1]", "")
                + testcase("isReady{int}[2]", "<failure/>")
                + testcase("isReadyToo", ""));

        assertThat(page())
                .contains("4 requirements, 2 failed, 1 passed, 1 without a test.")
                .contains("| VIP-T01.a | by a client | passed | Sample.connects |")
                .contains("## First\n")
                .contains("| VIP-T01 | connecting | passed | Sample.connects |")
                .contains("| VIP-T02 | being ready | failed | Sample.isReady (failed)," + " Sample.isReadyToo |")
                .contains("## Second\n")
                .contains("| VEL-01 | the envelope | failed | Sample (failed) |")
                .contains("| VEL-02 | the rest | gap (WebSocket world) |  |");
    }

    @Test
    void shouldSayPassedOnlyWhenEachClauseHasATest() throws IOException {
        report(testcase("connects", "") + testcase("isReady", "") + testcase("isReadyToo", ""));
        List<Requirement> more = Requirement.parse(List.of(
                "# First",
                "VIP-T01 | connecting",
                "  VIP-T01.a | by a client",
                "  VIP-T01.b | by a call",
                "VIP-T02 | being ready",
                "  VIP-T02.a | at once",
                "VIP-T99 | what was asked"));
        ConformancePage page = new ConformancePage(more);
        page.read(root);
        assertThat(page.text())
                .contains("3 requirements, 1 not run, 1 passed, 1 passed in part, 0 without a test.")
                .contains("| VIP-T01 | connecting | passed | Sample.connects |")
                .contains("| VIP-T02 | being ready | passed in part | Sample.isReady, Sample.isReadyToo |")
                .contains("| VIP-T02.a | at once | gap |  |");
    }

    @Test
    void shouldTellTestsThatPassedAtTheirSecondRunFromThoseThatPassed() throws IOException {
        report(testcase("connects", "<flakyFailure message='1'/>") + testcase("isReady", "<flakyError/>"));

        assertThat(page())
                .contains("| VIP-T01 | connecting | flaky | Sample.connects (flaky) |")
                .contains("Sample.isReady (flaky)");
    }

    @Test
    void shouldRefuseAClauseThatBelongsToNoRow() {
        assertThatThrownBy(() -> Requirement.parse(List.of("VIP-T01 | connecting", "  VIP-T02.a | at once")))
                .hasMessageContaining("VIP-T02.a")
                .hasMessageContaining("VIP-T01.a | words");
    }

    @Test
    void shouldTellTestsThatDidNotRunFromThoseThatPassed() throws IOException {
        report(testcase("connects", "<skipped/>") + testcase("isReady", ""));

        assertThat(page())
                .contains("| VIP-T01 | connecting | skipped | Sample.connects (skipped) |")
                .contains("| VIP-T02 | being ready | not run | Sample.isReady," + " Sample.isReadyToo (not run) |");
    }

    @Test
    void shouldWriteTheSamePageForTheSameOutcomes() throws IOException {
        report(testcase("connects", ""));
        assertThat(page()).isEqualTo(page());
    }

    @Test
    void shouldShipEachRequirementOnce() throws IOException {
        assertThat(ConformancePage.shipped())
                .hasSizeGreaterThan(100)
                .extracting(Requirement::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[A-Z]+-[A-Z0-9-]+"));
    }

    @Test
    void shouldRefuseALineThatIsNoRequirement() {
        assertThatThrownBy(() -> Requirement.parse(List.of("VIP-T01 connecting")))
                .hasMessageContaining("VIP-T01 connecting")
                .hasMessageContaining("ID | words");
    }
}
