package io.sidetone.tools.softphone.script;

import java.util.List;

/** A script that cannot be run; contains every reason. */
public final class ScriptException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    ScriptException(List<String> problems) {
        super(problems.size() + " problems, the first in " + problems.get(0));
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems in the order of the file: place, problem and remedy. */
    public List<String> problems() {
        return problems;
    }
}
