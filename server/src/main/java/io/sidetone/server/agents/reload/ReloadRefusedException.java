package io.sidetone.server.agents.reload;

import java.util.List;

/** A configuration cannot take the place of the present one, which stays. */
public final class ReloadRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** For {@code problems}, each as {@code path: problem; remedy}. */
    public ReloadRefusedException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns why, each as {@code path: problem; remedy}. */
    public List<String> problems() {
        return problems;
    }
}
