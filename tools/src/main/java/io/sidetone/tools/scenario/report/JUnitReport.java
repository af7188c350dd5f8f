package io.sidetone.tools.scenario.report;

import io.sidetone.config.problem.Printable;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.run.ConversationLine;
import io.sidetone.tools.scenario.run.Failure;
import io.sidetone.tools.scenario.run.ScenarioResult;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Results in the XML that CI servers read: a suite for each file, a test case for each scenario. */
public final class JUnitReport {
    private JUnitReport() {}

    /** Returns the document. Times are those of the calls. */
    public static String of(List<ScenarioResult> results) {
        Map<Path, List<ScenarioResult>> byFile = results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.played().file(), LinkedHashMap::new, Collectors.toList()));
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            for (Map.Entry<Path, List<ScenarioResult>> suite : byFile.entrySet()) {
                suite(xml, suite.getKey(), suite.getValue());
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("results cannot be written as XML", e);
        }
        return text.toString();
    }

    private static void suite(XMLStreamWriter xml, Path file, List<ScenarioResult> results) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", Printable.text(file.toString()));
        xml.writeAttribute("tests", Integer.toString(results.size()));
        xml.writeAttribute(
                "failures",
                Long.toString(
                        results.stream().filter(result -> !result.passed()).count()));
        xml.writeAttribute(
                "time",
                seconds(results.stream().mapToLong(ScenarioResult::lengthMs).sum()));
        for (ScenarioResult result : results) {
            testCase(xml, result);
        }
        xml.writeEndElement();
    }

    private static void testCase(XMLStreamWriter xml, ScenarioResult result) throws XMLStreamException {
        ScenarioCase played = result.played();
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", Printable.text(name(played.file())));
        xml.writeAttribute("name", played.scenario().name());
        xml.writeAttribute("time", seconds(result.lengthMs()));
        for (Failure failure : result.failures()) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", Printable.text(failure.text()));
            xml.writeCharacters(TextSummary.of(result, failure));
            xml.writeEndElement();
        }
        if (!result.passed() || !result.notes().isEmpty()) {
            xml.writeStartElement("system-out");
            for (String note : result.notes()) {
                xml.writeCharacters("note: " + Printable.text(note) + "\n");
            }
            if (!result.passed()) {
                conversation(xml, result);
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void conversation(XMLStreamWriter xml, ScenarioResult result) throws XMLStreamException {
        xml.writeCharacters("seed " + result.played().scenario().seed() + "\n");
        for (ConversationLine line : result.conversation()) {
            xml.writeCharacters(line.atMs() + " ms " + line.who() + ": " + Printable.text(line.text()) + "\n");
        }
    }

    private static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? file.toString() : name.toString().replaceFirst("\\.ya?ml$", "");
    }

    private static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.3f", ms / 1_000.0);
    }
}
