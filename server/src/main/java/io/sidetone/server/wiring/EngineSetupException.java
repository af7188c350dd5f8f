package io.sidetone.server.wiring;

import io.sidetone.server.ExitCode;
import java.util.List;

/** The engines cannot be opened: the process says why, a line each, and ends. */
final class EngineSetupException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final List<String> problems;

    EngineSetupException(ExitCode exitCode, List<String> problems) {
        super(String.join("; ", problems));
        this.exitCode = exitCode;
        this.problems = List.copyOf(problems);
    }

    ExitCode exitCode() {
        return exitCode;
    }

    List<String> problems() {
        return problems;
    }
}
