package io.sidetone.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.history.CallTable;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.page.PrintableText;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code calls}: the calls that a running server has and keeps. */
@Command(
        name = "calls",
        description = "Lists calls of a running server, the newest first: live, ended and refused ones.")
final class CallsCommand extends AskingCommand {
    private static final int USUAL = 50;
    private static final int PAGE = 200;

    private final Clock clock;

    @Option(names = "--interrupted", description = "In which the caller interrupted the agent.")
    private boolean interrupted;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many; otherwise " + USUAL + ".")
    private Integer limit;

    @Option(names = "--json", description = "Prints one JSON object a line; all calls where there is no --limit.")
    private boolean json;

    @Option(names = "--csv", description = "Prints all calls as CSV.")
    private boolean csv;

    private CallsCommand(UnaryOperator<String> environment, Clock clock) {
        super(environment);
        this.clock = clock;
    }

    /** Returns a command with all its options that reckons times from {@code clock}, in its zone. */
    static CommandSpec described(UnaryOperator<String> environment, Clock clock) {
        return CallFilters.added(CommandSpec.forAnnotatedObject(new CallsCommand(environment, clock)));
    }

    @Override
    ExitCode ask(ServerApi api) throws IOException, InterruptedException {
        if (limit != null && limit < 1) {
            throw usage("--limit " + limit + " shows nothing; write 1 or more");
        }
        if (csv && (json || limit != null)) {
            throw usage("--csv prints all calls and nothing else; leave --json and --limit out");
        }
        String query = CallFilters.query(spec().commandLine().getParseResult(), clock)
                + (interrupted ? "&interrupted=true" : "");
        if (csv || json && limit == null) {
            String all = ("/api/calls" + query).replaceFirst("&", "?");
            try (Stream<String> lines = api.lines(all, csv ? "text/csv" : "application/x-ndjson")) {
                lines.map(PrintableText::of).forEach(out()::println);
            }
            return ExitCode.OK;
        }
        print(api, query, limit == null ? USUAL : limit);
        return ExitCode.OK;
    }

    private void print(ServerApi api, String query, int most) throws IOException, InterruptedException {
        List<JsonNode> calls = new ArrayList<>();
        String next = "";
        while (next != null && calls.size() < most) {
            JsonNode page = api.json("/api/calls?limit=" + Math.min(PAGE, most - calls.size()) + query + next);
            page.path("calls").forEach(calls::add);
            String cursor =
                    page.path("calls").isEmpty() ? null : page.path("next").textValue();
            next = cursor == null ? null : CallFilters.parameter("cursor", cursor);
        }
        List<JsonNode> shown = calls.subList(0, Math.min(most, calls.size()));
        if (json) {
            shown.stream().map(JsonNode::toString).map(PrintableText::of).forEach(out()::println);
        } else if (shown.isEmpty()) {
            out().println("no call matches");
        } else {
            CallTable.lines(shown, clock.getZone(), columns()).forEach(out()::println);
        }
        if (next != null || calls.size() > most) {
            err().println("there are more calls; --limit " + 2 * most + " shows more of them, --json or --csv all");
        }
    }
}
