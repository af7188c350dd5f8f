package io.sidetone.server.command;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.server.scenario.real.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a person who has just started a server can do with it. */
public final class FirstSteps {
    private FirstSteps() {}

    /**
     * Returns the lines about a server with {@code config} that is ready.
     *
     * @param jar path of the program
     * @param source where the configuration comes from
     */
    public static List<String> of(SidetoneConfig config, String jar, String source) {
        ServerAddress server = ServerAddress.of(config);
        List<String> lines = new ArrayList<>();
        lines.add("  open  " + server.api() + "/  (press Talk there to speak with an agent)");
        for (AgentConfig agent : config.agents()) {
            called(agent)
                    .ifPresent(number -> lines.add("  call  sip:" + number + "@" + server.sip() + "  or: java -jar "
                            + jar + " call sip:" + number + "@" + server.sip()));
        }
        lines.add(
                "  type  java -jar sidetone.jar chat " + config.agents().get(0).name());
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
