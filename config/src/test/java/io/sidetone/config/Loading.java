package io.sidetone.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads texts in a fixed environment: 4 processors and the variables given. */
public final class Loading {
    public static final String AGENTS =
            """
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;
    public static final Path FOLDER = Path.of("/nonexistent-folder");

    private Loading() {}

    public static ConfigLoader loader(Map<String, String> variables, Path systemFile) {
        return new ConfigLoader(new ConfigEnvironment(variables::get, 4, systemFile));
    }

    public static LoadedConfig load(String text, Map<String, String> variables) throws ConfigException {
        return loader(variables, FOLDER.resolve("none")).parse(text, "test.yaml", FOLDER, Optional.empty());
    }

    /** Loads {@code sections} together with one mock engine and one agent. */
    public static SidetoneConfig config(String sections) throws ConfigException {
        return load(AGENTS + sections, Map.of()).config();
    }

    public static List<String> problems(String text, Map<String, String> variables) {
        ConfigException e = catchThrowableOfType(ConfigException.class, () -> load(text, variables));
        return e == null
                ? List.of()
                : e.problems().stream().map(ConfigProblem::toString).toList();
    }
}
