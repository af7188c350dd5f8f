package io.sidetone.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.history.CallSheet;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.page.PrintableText;
import java.io.IOException;
import java.time.ZoneId;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code show CALL}: one call, as it was. */
@Command(
        name = "show",
        description =
                "Shows one call of a running server: who, when, what was said and heard, answers, sound, cost, end.")
final class ShowCommand extends AskingCommand {
    private final ZoneId zone;

    @Parameters(paramLabel = "CALL", description = "Id of the call; the command calls lists them.")
    private String call;

    @Option(names = "--sip", description = "Shows its SIP messages, too.")
    private boolean sip;

    @Option(names = "--json", description = "Prints everything that the server knows of it as JSON.")
    private boolean json;

    /** Creates a command that writes times in {@code zone}. */
    ShowCommand(UnaryOperator<String> environment, ZoneId zone) {
        super(environment);
        this.zone = zone;
    }

    @Override
    ExitCode ask(ServerApi api) throws IOException, InterruptedException {
        if (!call.matches("[0-9A-Za-z_-]{1,64}")) {
            throw usage("'" + call + "' is no id of a call; the command calls lists them");
        }
        JsonNode document = api.json("/api/calls/" + call);
        if (json) {
            document.toPrettyString().lines().map(PrintableText::of).forEach(out()::println);
        } else {
            CallSheet.of(document, zone, sip).forEach(out()::println);
        }
        return ExitCode.OK;
    }
}
