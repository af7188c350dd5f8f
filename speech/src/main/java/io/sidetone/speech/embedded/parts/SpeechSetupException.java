package io.sidetone.speech.embedded.parts;

import java.util.List;

/** Flows or options that the embedded engines cannot use; lists every problem. */
public final class SpeechSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** Creates the exception of one or more problems, each as {@code path: problem; remedy}. */
    public SpeechSetupException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns the problems, each as {@code path: problem; remedy}. */
    public List<String> problems() {
        return problems == null ? List.of(getMessage().split("\n")) : problems;
    }
}
