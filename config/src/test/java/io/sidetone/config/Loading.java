package io.sidetone.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads texts in a fixed environment: 4 processors and the variables given. */
final class Loading {
    static final String AGENTS =
            """
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;
    static final Path FOLDER = Path.of("/nonexistent-folder");

    private Loading() {}

    static ConfigLoader loader(Map<String, String> variables, Path systemFile) {
        return new ConfigLoader(new ConfigEnvironment(variables::get, 4, systemFile));
    }

    static LoadedConfig load(String text, Map<String, String> variables) throws ConfigException {
        return loader(variables, FOLDER.resolve("none")).parse(text, "test.yaml", FOLDER, Optional.empty());
    }

    /** Loads {@code sections} together with one mock engine and one agent. */
    static SidetoneConfig config(String sections) throws ConfigException {
        return load(AGENTS + sections, Map.of()).config();
    }

    static List<String> problems(String text, Map<String, String> variables) {
        ConfigException e = catchThrowableOfType(ConfigException.class, () -> load(text, variables));
        return e == null
                ? List.of()
                : e.problems().stream().map(ConfigProblem::toString).toList();
    }
}
