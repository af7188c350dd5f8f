package io.sidetone.tools.scenario.report;

import io.sidetone.config.problem.Printable;
import io.sidetone.tools.scenario.run.ConversationLine;
import io.sidetone.tools.scenario.run.ScenarioResult;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        List<ScenarioResult> failed =
                results.stream().filter(result -> !result.passed()).toList();
        List<ScenarioResult> noted = results.stream()
                .filter(result -> result.passed() && !result.notes().isEmpty())
                .toList();
        return HEAD
                + "<h1>%s of %s scenarios failed</h1>\n".formatted(failed.size(), results.size())
                + all(failed, FailurePage::failure)
                + all(noted, result -> "<h2>%s passed</h2>\n%s".formatted(name(result), notes(result)))
                + "</body>\n</html>\n";
    }

    private static String failure(ScenarioResult result) {
        return "<h2>%s</h2>\n<ul>\n%s</ul>\n%s<p>seed %s, %s ms</p>\n<table>\n%s</table>\n"
                .formatted(
                        name(result),
                        all(result.failures(), failure -> "<li>%s</li>\n"
                                .formatted(text(TextSummary.of(result, failure)))),
                        notes(result),
                        result.played().scenario().seed(),
                        result.lengthMs(),
                        all(result.conversation(), FailurePage::line));
    }

    private static String name(ScenarioResult result) {
        return text(result.played().scenario().name());
    }

    private static String notes(ScenarioResult result) {
        return all(result.notes(), note -> "<p>note: %s</p>\n".formatted(text(note)));
    }

    private static String line(ConversationLine line) {
        return "<tr class=\"%s\"><td class=\"at\">%s ms</td><td>%s</td><td>%s</td></tr>\n"
                .formatted(line.who(), line.atMs(), line.who(), text(line.text()));
    }

    private static <T> String all(List<T> items, Function<T, String> form) {
        return items.stream().map(form).collect(Collectors.joining());
    }

    private static String text(String text) {
        return Printable.text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
