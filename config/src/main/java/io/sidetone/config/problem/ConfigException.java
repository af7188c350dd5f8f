package io.sidetone.config.problem;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with everything that is wrong with it. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final transient List<ConfigProblem> problems;

    /** Creates the refusal of {@code source}. */
    public ConfigException(String source, List<ConfigProblem> problems) {
        super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
        this.source = source;
        this.problems = List.copyOf(problems);
    }

    /** Creates the refusal of {@code source} for one reason. */
    public ConfigException(String source, String path, String problem, String remedy) {
        this(source, List.of(new ConfigProblem(path, problem, remedy)));
    }

    /** Returns every problem, in the order of the file. */
    public List<ConfigProblem> problems() {
        return problems;
    }
}
