package io.sidetone.tools.command;

import io.sidetone.config.ConfigLoader;
import io.sidetone.config.problem.Nearest;
import io.sidetone.server.ExitCode;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The whole command line: lists the commands and prints their errors. */
public final class Commands {
    private final Map<String, Supplier<Object>> commands = new LinkedHashMap<>();

    /**
     * Creates the command line.
     *
     * @param loader finds and reads configurations
     * @param serve runs the server
     * @param call places a call
     */
    public Commands(ConfigLoader loader, ServeRunner serve, CallRunner call) {
        commands.put("serve", () -> new ServeCommand(loader, serve));
        commands.put("call", () -> new CallCommand(call));
        commands.put("check-config", () -> new CheckConfigCommand(loader));
        commands.put("print-config", () -> new PrintConfigCommand(loader));
        commands.put("check-engines", () -> new CheckEnginesCommand(loader));
        commands.put("check-trunks", () -> new CheckTrunksCommand(loader));
        commands.put("replay", () -> new ReplayCommand(loader));
        commands.put("test", () -> new TestCommand(loader));
        commands.put("chat", () -> new ChatCommand(loader, System.in));
        commands.put("calls", () -> CallsCommand.described(System::getenv, Clock.systemDefaultZone()));
        commands.put("show", () -> new ShowCommand(System::getenv, ZoneId.systemDefault()));
        commands.put("new", NewCommand::new);
        commands.put("eval-turns", () -> new EvalTurnsCommand(loader));
        commands.put("version", VersionCommand::new);
        commands.put("help", HelpCommand::new);
    }

    /** Returns the command line for {@code args}: with one command where they begin with it, because each costs milliseconds to describe. */
    private CommandLine line(String... args) {
        String first = args.length == 0 ? "" : args[0];
        boolean alone = commands.containsKey(first) && !first.equals("help");
        CommandLine line = new CommandLine(new Root());
        commands.forEach((name, command) -> {
            if (!alone || name.equals(first)) {
                line.addSubcommand(name, command.get());
            }
        });
        line.getSubcommands().values().forEach(Commands::addHelp);
        addHelp(line);
        return line.setParameterExceptionHandler((e, given) -> usage(e))
                .setExecutionExceptionHandler((e, command, result) -> failure(e, command))
                .setExitCodeExceptionMapper(e -> ExitCode.CHECK_FAILED.code());
    }

    /** Runs {@code args}; results go to {@code out}, errors to {@code err}. Returns the exit code. */
    public int run(PrintWriter out, PrintWriter err, String... args) {
        int code = line(args).setOut(out).setErr(err).execute(args);
        out.flush();
        err.flush();
        return code;
    }

    private static void addHelp(CommandLine command) {
        if (!command.getCommandName().equals("help")) {
            command.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new Help()));
        }
    }

    private static int usage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println("sidetone: " + oneLine(message(e)) + "; see '" + name + " --help'");
        return ExitCode.USAGE.code();
    }

    private static String message(ParameterException e) {
        CommandLine command = e.getCommandLine();
        boolean noCommand = e instanceof UnmatchedArgumentException unmatched
                && command.getParent() == null
                && !unmatched.getUnmatched().get(0).startsWith("-");
        if (!noCommand) {
            return e.getMessage();
        }
        String requested = ((UnmatchedArgumentException) e).getUnmatched().get(0);
        Set<String> commands = command.getSubcommands().keySet();
        return "'" + requested + "' is no command; "
                + Nearest.to(requested, commands)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("there are " + String.join(", ", commands));
    }

    private static int failure(Exception e, CommandLine command) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        command.getErr().println("sidetone: " + command.getCommandName() + " failed: " + oneLine(message));
        return ExitCode.CHECK_FAILED.code();
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** {@code --help} of every command. */
    @Command
    static final class Help {
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Shows this text.")
        private boolean requested;
    }

    /** {@code sidetone} without a command. */
    @Command(
            name = "sidetone",
            description = "A low-latency telephony voice-agent runtime.",
            synopsisSubcommandLabel = "COMMAND",
            footerHeading = "%nExit codes:%n",
            footer = {
                "   0  done",
                "   1  what was checked is not in order",
                "   2  the command line makes no sense",
                "  69  a needed service or library is missing, or an address is taken",
                "  78  the configuration cannot be used"
            })
    static final class Root implements Runnable {
        @Spec
        private CommandSpec spec;

        @Option(
                names = {"-V", "--version"},
                description = "As the command version.")
        private boolean version;

        @Override
        public void run() {
            if (version) {
                spec.commandLine().getSubcommands().get("version").execute();
                return;
            }
            throw new ParameterException(spec.commandLine(), "no command given");
        }
    }
}
