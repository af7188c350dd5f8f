package io.sidetone.tools.command;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.tools.scenario.real.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Things that a person who has just started a server can do with it. */
public final class FirstSteps {
    private FirstSteps() {}

    /** Returns the lines for who sits in front of a server that is ready; none where nobody does. */
    public static List<String> ofAPerson(LoadedConfig loaded) {
        return Terminal.attached()
                ? of(loaded.config(), System.getProperty("java.class.path"), loaded.source())
                : List.of();
    }

    /**
     * Returns the lines about a server with {@code config} that is ready.
     *
     * @param jar path of the program
     * @param source where the configuration comes from
     */
    public static List<String> of(SidetoneConfig config, String jar, String source) {
        ServerAddress server = ServerAddress.of(config);
        String program = "java -jar " + jar;
        List<String> lines = new ArrayList<>();
        lines.add("  open  " + server.api() + "/  (press Talk there to speak with an agent)");
        for (AgentConfig agent : config.agents()) {
            called(agent)
                    .ifPresent(number -> lines.add("  call  sip:" + number + "@" + server.sip() + "  or: " + program
                            + " call sip:" + number + "@" + server.sip()));
        }
        String file = Files.isRegularFile(Path.of(source)) ? " -c " + source : "";
        config.agents().stream()
                .filter(agent -> agent.realtime().isEmpty())
                .findFirst()
                .ifPresent(agent -> lines.add("  type  " + program + " chat " + agent.name() + file));
        return lines;
    }

    /** Returns a number or name that leads to {@code agent}, if there is a plain one. */
    private static Optional<String> called(AgentConfig agent) {
        if (agent.match().everyCall()) {
            return Optional.of(agent.name());
        }
        boolean byNumber =
                agent.match().headers().isEmpty() && agent.match().paths().isEmpty();
        return agent.match().called().stream()
                .filter(number -> byNumber && !number.endsWith("*"))
                .findFirst();
    }
}
