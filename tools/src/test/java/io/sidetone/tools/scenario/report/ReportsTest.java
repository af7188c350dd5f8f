package io.sidetone.tools.scenario.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.tools.scenario.run.ConversationLine;
import io.sidetone.tools.scenario.run.Failure;
import io.sidetone.tools.scenario.run.ScenarioResult;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What a run of scenarios prints and writes. */
class ReportsTest {
    private static final String EVIL = "<script>alert(\"&\")</script>\u0007";

    @TempDir
    private Path folder;

    private List<ScenarioResult> results;

    @BeforeEach
    void play() throws Exception {
        Path file = Files.writeString(
                folder.resolve("desk.yaml"), "scenarios:\n  good: {}\n  bad:\n    caller:\n      - say: hi\n");
        List<ScenarioCase> cases = ScenarioReader.read(file, name -> null);
        results = List.of(
                new ScenarioResult(cases.get(0), List.of(), 1_500, 1, List.of(), List.of()),
                new ScenarioResult(
                        cases.get(1),
                        List.of(new Failure("caller[0].expect.said[0]", "the agent said " + EVIL)),
                        2_250,
                        2,
                        List.of(new ConversationLine(20, "caller", EVIL)),
                        List.of("not carried out: " + EVIL)),
                new ScenarioResult(cases.get(0), List.of(), 500, 1, List.of(), List.of("of interest")));
    }

    @Test
    void shouldPrintALineForEachScenarioAndEachFailure() {
        assertThat(TextSummary.of(results, 1_500_000_000L))
                .satisfiesExactly(
                        good -> assertThat(good).matches("ok +good +1\\.5 s  1 turn"),
                        bad -> assertThat(bad).matches("FAILED bad +2\\.\\d s  2 turns"),
                        failure -> assertThat(failure)
                                .contains("desk.yaml line 5: the agent said <script>")
                                .doesNotContain("\u0007"),
                        note -> assertThat(note)
                                .startsWith("       note: not carried out: <script>")
                                .doesNotContain("\u0007"),
                        good -> assertThat(good).startsWith("ok"),
                        note -> assertThat(note).isEqualTo("       note: of interest"),
                        all -> assertThat(all).startsWith("3 scenarios, 1 failed; 4.3 s of calls in 1.5 s"));
    }

    @Test
    void shouldWriteXmlThatReadersOfJUnitUnderstand() throws Exception {
        byte[] xml = JUnitReport.of(results).getBytes(StandardCharsets.UTF_8);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(xml));
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        Element failed = (Element) document.getElementsByTagName("testcase").item(1);
        assertThat(failed.getAttribute("classname")).isEqualTo("desk");
        assertThat(failed.getAttribute("name")).isEqualTo("bad");
        assertThat(failed.getAttribute("time")).isEqualTo("2.250");
        Element failure = (Element) failed.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).startsWith("the agent said <script>");
        assertThat(failure.getTextContent()).contains("line 5");
        assertThat(failed.getElementsByTagName("system-out").item(0).getTextContent())
                .contains("seed 1", "20 ms caller: <script>", "note: not carried out: <script>");
        Element noted = (Element) document.getElementsByTagName("testcase").item(2);
        assertThat(noted.getTextContent()).isEqualTo("note: of interest\n");
    }

    @Test
    void shouldShowTheConversationOfEachFailureAndNothingThatRuns() {
        assertThat(FailurePage.of(results))
                .contains("1 of 3 scenarios failed", "<h2>bad</h2>", "20 ms", "&lt;script&gt;")
                .contains("<h2>good passed</h2>\n<p>note: of interest</p>", "<p>note: not carried out: &lt;script")
                .doesNotContain("<script", "<h2>good</h2>", "http");
    }
}
