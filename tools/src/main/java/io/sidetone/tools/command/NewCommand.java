package io.sidetone.tools.command;

import io.sidetone.server.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code new agent NAME}: the files of an agent to begin with. */
@Command(
        name = "new",
        description =
                "Writes the commented files of a new agent: configuration, flow and scenarios. They run as they are.")
final class NewCommand extends Subcommand {
    private static final String KIND = "agent";
    private static final String PLACEHOLDER = "NAME";
    private static final List<String> FILES = List.of("NAME.yaml", "NAME.flow.yaml", "NAME.scenarios.yaml");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    @Parameters(index = "0", paramLabel = "agent", description = "What is made: agent.")
    private String kind;

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name: letters, digits, - and _.")
    private String name;

    @Option(names = "--dir", paramLabel = "DIR", description = "Where its files go; the present folder if left out.")
    private Path folder = Path.of("");

    @Override
    ExitCode run() throws IOException {
        if (!KIND.equals(kind)) {
            throw usage("'" + kind + "' cannot be made; there is: new agent NAME");
        }
        if (!NAME.matcher(name).matches()) {
            throw usage("'" + name
                    + "' is no name of an agent; use up to 64 letters, digits, - and _, a letter or digit" + " first");
        }
        for (String file : FILES) {
            if (Files.exists(named(file))) {
                err().println(named(file)
                        + " is there already and stays as it is; choose another name, or move it away");
                return ExitCode.CHECK_FAILED;
            }
        }
        Files.createDirectories(folder.toAbsolutePath());
        for (String file : FILES) {
            Files.writeString(named(file), template(file), StandardOpenOption.CREATE_NEW);
        }
        explain(out());
        return ExitCode.OK;
    }

    private Path named(String file) {
        return folder.resolve(file.replace(PLACEHOLDER, name));
    }

    private String template(String file) throws IOException {
        try (InputStream template = NewCommand.class.getResourceAsStream("agent/" + file)) {
            return new String(template.readAllBytes(), StandardCharsets.UTF_8).replace(PLACEHOLDER, name);
        }
    }

    private void explain(PrintWriter out) {
        Path config = named(FILES.get(0));
        out.println(config + "  who it is, and with what engines");
        out.println(named(FILES.get(1)) + "  what it says and hears");
        out.println(named(FILES.get(2)) + "  what it must do");
        out.println();
        out.println("Next: java -jar sidetone.jar test " + named(FILES.get(2)) + " -c " + config);
        out.println("Then: java -jar sidetone.jar serve -c " + config
                + "  and talk to it at http://127.0.0.1:8080, or call sip:" + name + "@127.0.0.1");
        out.flush();
    }
}
