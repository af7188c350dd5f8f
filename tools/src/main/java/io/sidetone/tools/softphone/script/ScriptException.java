package io.sidetone.tools.softphone.script;

import java.util.List;

/** A script that cannot be run; contains every reason. */
public final class ScriptException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<ScriptProblem> problems;

    /**
     * One reason.
     *
     * @param line number of the line, counted from 1
     * @param text problem and remedy
     */
    public record ScriptProblem(int line, String text) {
        @Override
        public String toString() {
            return "line " + line + ": " + text;
        }
    }

    ScriptException(List<ScriptProblem> problems) {
        super(problems.size() + " problems, the first in " + problems.get(0));
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems in the order of the lines. */
    public List<ScriptProblem> problems() {
        return problems;
    }
}
