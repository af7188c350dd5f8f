package io.sidetone.server;

import java.util.List;

/** The server cannot be opened: the process says why, a line each, and ends. */
public class EngineSetupException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final List<String> problems;

    public EngineSetupException(ExitCode exitCode, List<String> problems) {
        super(String.join("; ", problems));
        this.exitCode = exitCode;
        this.problems = List.copyOf(problems);
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    public List<String> problems() {
        return problems;
    }
}
