package io.sidetone.tools.chat;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Nearest;
import io.sidetone.core.control.EndCause;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;

/** A conversation by text with one agent, from the first word to the last. */
public final class Chat {
    private final LoadedConfig loaded;
    private final BufferedReader in;
    private final PrintWriter out;
    private final PrintWriter err;

    /** Talks over {@code in} and {@code out}; errors go to {@code err}. */
    public Chat(LoadedConfig loaded, BufferedReader in, PrintWriter out, PrintWriter err) {
        this.loaded = loaded;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /**
     * Talks.
     *
     * @return false where something that the agent needs is missing; said on the error output
     * @throws ConfigException with everything of the configuration that cannot be used
     * @throws IllegalArgumentException for an option that makes no sense; the message says why
     */
    public boolean talk(ChatOptions options) throws ConfigException {
        check(options);
        ChatScreen screen = new ChatScreen(out, System::nanoTime);
        try (ChatAgents agents = new ChatAgents(loaded, screen)) {
            EndCause cause = new ChatCall(loaded, options, agents, screen, new ChatInput(in)).run();
            screen.whole("(" + cause.reason() + ")");
            boolean broken = cause == EndCause.ENGINE_FAILED || cause == EndCause.INTERNAL_ERROR;
            if (broken) {
                err.println("sidetone: an engine of agent " + options.agent()
                        + " does not work; sidetone check-engines says which, and why");
            }
            return !broken;
        } catch (PluginUnavailableException missing) {
            missing.problems().forEach(problem -> err.println("sidetone: " + problem));
            return false;
        }
    }

    private void check(ChatOptions options) {
        List<String> names =
                loaded.config().agents().stream().map(AgentConfig::name).toList();
        AgentConfig agent = loaded.config()
                .agent(options.agent())
                .orElseThrow(() -> new IllegalArgumentException("'" + options.agent() + "' is no agent; "
                        + Nearest.to(options.agent(), names)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("use one of " + String.join(", ", names))));
        Set<String> declared = agent.variables().keySet();
        for (String name : options.variables().keySet()) {
            if (!declared.contains(name)) {
                throw new IllegalArgumentException("--var " + name + ": agents." + agent.name()
                        + ".variables declares no such name; "
                        + (declared.isEmpty() ? "it declares none" : "there are " + String.join(", ", declared)));
            }
        }
    }
}
