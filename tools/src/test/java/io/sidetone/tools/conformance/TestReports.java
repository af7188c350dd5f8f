package io.sidetone.tools.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** How each test ended, from the XML reports of the test runners. */
final class TestReports {
    /** How tests ended, from best to worst. */
    enum Outcome {
        PASSED("passed"),
        FLAKY("flaky"),
        SKIPPED("skipped"),
        NOT_RUN("not run"),
        FAILED("failed");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        Outcome worse(Outcome other) {
            return compareTo(other) > 0 ? this : other;
        }
    }

    private record Case(String className, String name, Outcome outcome) {}

    private final List<Case> cases = new ArrayList<>();

    /** Reads every {@code TEST-*.xml} in {@code folder}; a folder that is not there has none. */
    void read(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList()) {
                readFile(file);
            }
        }
    }

    private void readFile(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            NodeList list = factory.newDocumentBuilder().parse(file.toFile()).getElementsByTagName("testcase");
            for (int i = 0; i < list.getLength(); i++) {
                Element test = (Element) list.item(i);
                cases.add(new Case(test.getAttribute("classname"), test.getAttribute("name"), outcome(test)));
            }
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is no test report: " + e.getMessage(), e);
        }
    }

    private static Outcome outcome(Element test) {
        if (test.getElementsByTagName("failure").getLength() > 0
                || test.getElementsByTagName("error").getLength() > 0) {
            return Outcome.FAILED;
        }
        if (test.getElementsByTagName("skipped").getLength() > 0) {
            return Outcome.SKIPPED;
        }
        boolean again = test.getElementsByTagName("flakyFailure").getLength() > 0
                || test.getElementsByTagName("flakyError").getLength() > 0;
        return again ? Outcome.FLAKY : Outcome.PASSED;
    }

    /** The worst outcome of a class and the classes nested in it. */
    Outcome ofClass(String className) {
        return worst(cases.stream()
                .filter(c -> c.className().equals(className) || c.className().startsWith(className + "$")));
    }

    /** The worst outcome of a method, whatever parameters it ran with. */
    Outcome ofMethod(String className, String method) {
        return worst(cases.stream().filter(c -> c.className().equals(className) && names(c.name(), method)));
    }

    private static boolean names(String reported, String method) {
        return reported.startsWith(method)
                && (reported.length() == method.length()
                        || !Character.isJavaIdentifierPart(reported.charAt(method.length())));
    }

    private static Outcome worst(Stream<Case> of) {
        return of.map(Case::outcome).reduce(Outcome::worse).orElse(Outcome.NOT_RUN);
    }
}
