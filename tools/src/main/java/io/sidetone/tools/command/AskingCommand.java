package io.sidetone.tools.command;

import io.sidetone.server.ExitCode;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.page.PrintableText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** A command that asks a running server over its API: exit code 69 where none answers. */
abstract class AskingCommand extends Subcommand {
    private static final String TOKEN = "SIDETONE_TOKEN";

    private final UnaryOperator<String> environment;

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "Address of the server; else ${DEFAULT-VALUE}.")
    private String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with http.token of the server; else the variable $" + TOKEN + ".")
    private Path tokenFile;

    /** Creates a command that reads variables from {@code environment}. */
    AskingCommand(UnaryOperator<String> environment) {
        this.environment = environment;
    }

    /** Does what the command is for. */
    abstract ExitCode ask(ServerApi api) throws IOException, InterruptedException;

    @Override
    final ExitCode run() throws Exception {
        if (!server.matches("https?://[^/?#\\s]+/?")) {
            throw usage("--server '" + server + "' is no address of a server; write http://HOST:PORT");
        }
        if (tokenFile != null && !Files.isReadable(tokenFile)) {
            throw usage("--token-file " + tokenFile + " cannot be read; name a file with http.token of the server");
        }
        String token = tokenFile == null ? environment.apply(TOKEN) : Files.readString(tokenFile);
        try {
            return ask(new ServerApi(
                    URI.create(server),
                    Optional.ofNullable(token).map(String::strip).filter(given -> !given.isEmpty())));
        } catch (ConnectException | HttpConnectTimeoutException away) {
            err().println(server + " does not answer; start the server, or name its address with --server");
            return ExitCode.UNAVAILABLE;
        } catch (IOException said) {
            throw new IOException(PrintableText.of(String.valueOf(said.getMessage())), said);
        }
    }

    /** Returns how many characters a line may have: as many as the terminal has, without bound elsewhere. */
    final int columns() {
        return Terminal.attached() ? spec().usageMessage().autoWidth(true).width() : Integer.MAX_VALUE;
    }
}
