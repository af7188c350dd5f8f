package io.sidetone.server.agents.plugin;

import java.util.List;

/** A plugin that the configuration requires cannot be loaded. */
public final class PluginUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    PluginUnavailableException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns the reasons, each as {@code what: problem; remedy}. */
    public List<String> problems() {
        return problems;
    }
}
