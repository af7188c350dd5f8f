package io.sidetone.tools.evaluate;

import java.util.List;

/** A manifest that cannot be evaluated. */
public final class ManifestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    ManifestException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns every problem, each as {@code where: problem; remedy}. */
    public List<String> problems() {
        return problems;
    }
}
