package io.sidetone.tools.scenario.persona;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.tools.scenario.file.Persona;
import io.sidetone.tools.scenario.file.ScenarioCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Players of the callers of the scenarios of one run. Checked first; then any thread. */
public final class Personas {
    private static final String ENGINE = Persona.KEY + ".engine";
    private static final String RECORDED = Persona.KEY + ".recorded";
    private static final String CHAT_TYPES = Arrays.stream(EngineConfig.Type.values())
            .filter(EngineConfig.Type::chat)
            .map(EngineConfig.Type::wireName)
            .collect(Collectors.joining(", "));

    private final Map<String, EngineConfig> engines;
    private final Function<EngineConfig, QuestionModel> models;
    private final boolean record;
    private final Map<String, QuestionModel> opened = new HashMap<>();
    private final Map<Path, Recording> recordings = new HashMap<>();

    /**
     * Creates them.
     *
     * @param engines of the configuration, by name
     * @param models opens a chat model; an {@link IllegalArgumentException} says what of its settings cannot be used
     * @param record whether models are asked where there are recordings, and the recordings are written anew
     */
    public Personas(Map<String, EngineConfig> engines, Function<EngineConfig, QuestionModel> models, boolean record) {
        this.engines = engines;
        this.models = models;
        this.record = record;
    }

    /** Returns what plays nobody. */
    public static Personas none() {
        return new Personas(Map.of(), engine -> null, false);
    }

    /**
     * Opens the models and reads the recordings that {@code cases} need.
     *
     * @throws ConfigException with everything that cannot be used
     */
    public void check(List<ScenarioCase> cases) throws ConfigException {
        Problems problems = new Problems();
        check(cases, problems);
        problems.throwIfAny("scenarios");
    }

    /** The same; what cannot be used goes to {@code problems}. */
    public void check(List<ScenarioCase> cases, Problems problems) {
        Map<Path, ScenarioCase> written = new HashMap<>();
        for (ScenarioCase each : cases) {
            Persona persona = each.scenario().persona();
            if (!persona.on()) {
                continue;
            }
            EngineConfig engine = engines.get(persona.engine());
            if (engine == null) {
                problems.add(
                        each.place(ENGINE),
                        "'" + persona.engine() + "' is no engine of the configuration",
                        Nearest.to(persona.engine(), engines.keySet())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("use one of " + String.join(", ", engines.keySet())));
            } else if (!engine.type().chat()) {
                problems.add(
                        each.place(ENGINE),
                        "'" + engine.name() + "' is of type " + engine.type().wireName() + ", which plays no caller",
                        "name an engine of one of the types " + CHAT_TYPES);
            } else if (replayed(persona)) {
                read(each, persona.recorded().get(), problems);
            } else {
                open(each, engine, problems);
                persona.recorded().ifPresent(file -> writable(each, file, written, problems));
            }
        }
    }

    private boolean replayed(Persona persona) {
        return !record && persona.recorded().isPresent();
    }

    private void open(ScenarioCase each, EngineConfig engine, Problems problems) {
        try {
            opened.computeIfAbsent(engine.name(), name -> models.apply(engine));
        } catch (IllegalArgumentException unusable) {
            problems.add(each.place(ENGINE), "cannot be used: " + unusable.getMessage(), "mend the configuration");
        }
    }

    private void read(ScenarioCase each, Path file, Problems problems) {
        if (!Files.exists(file)) {
            problems.add(each.place(RECORDED), file + " does not exist", "record it: test --record, or remove the key");
            return;
        }
        try {
            recordings.put(file, Recording.read(file));
        } catch (ConfigException bad) {
            for (ConfigProblem problem : bad.problems()) {
                problems.add(each.place(RECORDED), problem.path() + " " + problem.problem(), problem.remedy());
            }
        }
    }

    private static void writable(ScenarioCase each, Path file, Map<Path, ScenarioCase> written, Problems problems) {
        ScenarioCase other = written.putIfAbsent(file, each);
        if (other != null) {
            problems.add(
                    each.place(RECORDED),
                    "is the recording of " + other.scenario().name() + ", too",
                    "give each scenario a file of its own");
        } else if (Files.isDirectory(file) || file.getParent() == null || !Files.isDirectory(file.getParent())) {
            problems.add(each.place(RECORDED), file + " cannot be written", "name a file in a folder that exists");
        }
    }

    /** Returns who plays the caller of {@code each}, or null where the caller is a list of steps. */
    public PersonaCaller caller(ScenarioCase each) {
        Persona persona = each.scenario().persona();
        if (!persona.on()) {
            return null;
        }
        Recording recording =
                replayed(persona) ? recordings.get(persona.recorded().get()) : null;
        return recording == null
                ? new PersonaCaller(persona, opened.get(persona.engine()))
                : PersonaCaller.recorded(persona, recording);
    }

    /** The call of {@code each} is over and {@code caller} did not fail: writes the recording where one is wanted. */
    public void played(ScenarioCase each, PersonaCaller caller) throws IOException {
        Persona persona = each.scenario().persona();
        if (record && persona.recorded().isPresent()) {
            Recording.of(persona.recorded().get(), caller.conversation()).write();
        }
    }
}
