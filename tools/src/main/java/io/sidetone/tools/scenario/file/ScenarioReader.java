package io.sidetone.tools.scenario.file;

import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.binding.RecordKeys;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.Interpolator;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.TreeReader;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.schema.Values;
import io.sidetone.config.yaml.YamlNode;
import io.sidetone.config.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Reads scenario files as the configuration is read: every problem of a file at once, each with its line. */
public final class ScenarioReader {
    /** Key of the scenarios of a file. */
    static final String SCENARIOS = "scenarios";

    private static final String AGENT = "agent";
    private static final int MAX_BYTES = 1 << 20;
    private static final KeyTree KEYS = KeyTree.of(keys());

    private ScenarioReader() {}

    /** Returns every key of a scenario file. */
    static List<ConfigKey> keys() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of(
                AGENT, ValueType.TEXT, "name of an agent", "Who answers the scenarios that name no agent."));
        keys.addAll(RecordKeys.ofMap(SCENARIOS, Scenario.class));
        return keys;
    }

    /**
     * Reads {@code file}.
     *
     * @param environment value of a variable that the file refers to, or null
     * @throws ConfigException with everything that is wrong with it
     */
    public static List<ScenarioCase> read(Path file, UnaryOperator<String> environment) throws ConfigException {
        String name = file.toString();
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ConfigException(name, name, "is larger than 1 MiB", "split it into several files");
            }
            return parse(Files.readString(file), file, environment);
        } catch (CharacterCodingException e) {
            throw new ConfigException(name, name, "is not UTF-8 text", "save it as UTF-8");
        } catch (IOException e) {
            throw new ConfigException(name, name, "cannot be read", "make it readable for this user");
        }
    }

    /** Reads {@code text}, which stands in {@code file}. */
    static List<ScenarioCase> parse(String text, Path file, UnaryOperator<String> environment) throws ConfigException {
        String name = file.toString();
        Path folder = file.toAbsolutePath().getParent();
        Problems problems = new Problems();
        YamlNode.Mapping root = YamlReader.read(text, name, problems);
        LineIndex lines = new LineIndex(root);
        Values values = new TreeReader(KEYS, new Interpolator(environment, folder), problems).read(root);
        Map<String, Scenario> scenarios = new RecordBinder(values, problems, folder).bindMap(SCENARIOS, Scenario.class);
        if (scenarios.isEmpty() && problems.none()) {
            problems.add(SCENARIOS, "is empty" + lines.in(SCENARIOS), "write NAME: below it, and caller: below that");
        }
        String agent = values.text(AGENT);
        List<ScenarioCase> cases = new ArrayList<>();
        for (Scenario scenario : scenarios.values()) {
            ScenarioCase read = new ScenarioCase(file, agent.isEmpty() ? scenario : by(scenario, agent), lines);
            new ScenarioChecks(read, problems).run();
            cases.add(read);
        }
        try {
            problems.throwIfAny(name);
        } catch (ConfigException e) {
            throw new ConfigException(
                    name,
                    e.problems().stream().map(each -> located(each, lines)).toList());
        }
        return cases;
    }

    /** Adds the line to a problem. What is missing has no line of its own: it gets that of what it is missing in. */
    private static ConfigProblem located(ConfigProblem problem, LineIndex lines) {
        return problem.problem().contains("(line")
                ? problem
                : new ConfigProblem(problem.path(), problem.problem() + lines.in(problem.path()), problem.remedy());
    }

    private static Scenario by(Scenario scenario, String agent) {
        return scenario.agent().isPresent() ? scenario : scenario.answeredBy(agent);
    }
}
