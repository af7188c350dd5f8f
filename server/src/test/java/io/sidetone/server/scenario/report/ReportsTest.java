package io.sidetone.server.scenario.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.scenario.file.ScenarioCase;
import io.sidetone.server.scenario.file.ScenarioReader;
import io.sidetone.server.scenario.run.ConversationLine;
import io.sidetone.server.scenario.run.Failure;
import io.sidetone.server.scenario.run.ScenarioResult;
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
                new ScenarioResult(cases.get(0), List.of(), 1_500, 1, List.of()),
                new ScenarioResult(
                        cases.get(1),
                        List.of(new Failure("caller[0].expect.said[0]", "the agent said " + EVIL)),
                        2_250,
                        2,
                        List.of(new ConversationLine(20, "caller", EVIL))));
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
                        all -> assertThat(all).startsWith("2 scenarios, 1 failed; 3.8 s of calls in 1.5 s"));
    }

    @Test
    void shouldWriteXmlThatReadersOfJUnitUnderstand() throws Exception {
        byte[] xml = JUnitReport.of(results).getBytes(StandardCharsets.UTF_8);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(xml));
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        Element failed = (Element) document.getElementsByTagName("testcase").item(1);
        assertThat(failed.getAttribute("classname")).isEqualTo("desk");
        assertThat(failed.getAttribute("name")).isEqualTo("bad");
        assertThat(failed.getAttribute("time")).isEqualTo("2.250");
        Element failure = (Element) failed.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).startsWith("the agent said <script>");
        assertThat(failure.getTextContent()).contains("line 5");
        assertThat(failed.getElementsByTagName("system-out").item(0).getTextContent())
                .contains("seed 1", "20 ms caller: <script>");
    }

    @Test
    void shouldShowTheConversationOfEachFailureAndNothingThatRuns() {
        assertThat(FailurePage.of(results))
                .contains("1 of 2 scenarios failed", "<h2>bad</h2>", "20 ms", "&lt;script&gt;")
                .doesNotContain("<script", "<h2>good</h2>", "http");
    }
}
