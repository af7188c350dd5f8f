package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.chat.Chat;
import io.sidetone.tools.chat.ChatOptions;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chat AGENT}: talks to an agent by text. */
@Command(
        name = "chat",
        description = "Talks to an agent by text: its dialogue, its actions and turn-taking are the real ones.",
        footerHeading = "%n",
        footer = {
            "A line is what you say; typed while the agent speaks, it interrupts. /digits",
            "presses keys, /bye hangs up, /help shows more. From a pipe each line waits",
            "until the agent has finished. Speech services are not asked; models and",
            "actions are, and may cost what they cost in a call."
        })
final class ChatCommand extends Subcommand {
    private final ConfigLoader loader;
    private final InputStream in;

    @Parameters(index = "0", paramLabel = "AGENT", description = "Name of the agent.")
    private String agent;

    @Option(names = "-c", paramLabel = "FILE", description = CONFIG)
    private Path config;

    @Option(names = "--var", paramLabel = "NAME=VALUE", description = "A variable of the call. May be repeated.")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(names = "--from", paramLabel = "NUMBER", description = "The caller's number. Default: ${DEFAULT-VALUE}.")
    private String from = "+15550100";

    @Option(names = "--to", paramLabel = "NUMBER", description = "The called number; the agent's name if left out.")
    private String to;

    ChatCommand(ConfigLoader loader, InputStream in) {
        this.loader = loader;
        this.in = in;
    }

    @Override
    ExitCode run() throws ConfigException {
        try {
            LoadedConfig loaded = loader.loadFirst(Optional.ofNullable(config), Optional.empty());
            ChatOptions options = new ChatOptions(agent, variables, from, to == null ? agent : to, Terminal.attached());
            Chat chat = new Chat(
                    loaded, new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())), out(), err());
            return chat.talk(options) ? ExitCode.OK : ExitCode.UNAVAILABLE;
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
