package io.sidetone.tools.scenario.report;

import io.sidetone.config.problem.Printable;
import io.sidetone.tools.scenario.run.ConversationLine;
import io.sidetone.tools.scenario.run.ScenarioResult;
import java.util.List;

/** Results as one page that loads nothing: what failed, and the conversation of each failure. */
public final class FailurePage {
    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Scenarios</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            td { padding: .2rem .6rem; vertical-align: top; border-top: 1px solid #8884; }
            td.at { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; opacity: .7; }
            tr.floor { opacity: .55; }
            tr.agent td { font-weight: 600; }
            li { color: #c22; }
            </style>
            </head>
            <body>
            """;

    private FailurePage() {}

    /** Returns the page. */
    public static String of(List<ScenarioResult> results) {
        StringBuilder page = new StringBuilder(HEAD);
        long failed = results.stream().filter(result -> !result.passed()).count();
        page.append("<h1>").append(failed).append(" of ").append(results.size()).append(" scenarios failed</h1>\n");
        results.stream().filter(result -> !result.passed()).forEach(result -> failure(page, result));
        results.stream()
                .filter(result -> result.passed() && !result.notes().isEmpty())
                .forEach(result -> {
                    page.append("<h2>")
                            .append(text(result.played().scenario().name()))
                            .append(" passed</h2>\n");
                    notes(page, result);
                });
        return page.append("</body>\n</html>\n").toString();
    }

    private static void failure(StringBuilder page, ScenarioResult result) {
        page.append("<h2>").append(text(result.played().scenario().name())).append("</h2>\n<ul>\n");
        result.failures().forEach(failure -> page.append("<li>")
                .append(text(TextSummary.of(result, failure)))
                .append("</li>\n"));
        page.append("</ul>\n");
        notes(page, result);
        page.append("<p>seed ")
                .append(result.played().scenario().seed())
                .append(", ")
                .append(result.lengthMs())
                .append(" ms</p>\n<table>\n");
        result.conversation().forEach(line -> line(page, line));
        page.append("</table>\n");
    }

    private static void notes(StringBuilder page, ScenarioResult result) {
        result.notes()
                .forEach(note -> page.append("<p>note: ").append(text(note)).append("</p>\n"));
    }

    private static void line(StringBuilder page, ConversationLine line) {
        page.append("<tr class=\"")
                .append(line.who())
                .append("\"><td class=\"at\">")
                .append(line.atMs())
                .append(" ms</td><td>")
                .append(line.who())
                .append("</td><td>")
                .append(text(line.text()))
                .append("</td></tr>\n");
    }

    private static String text(String text) {
        return Printable.text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
