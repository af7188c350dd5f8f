package io.sidetone.tools.scenario.run;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.journal.file.JournalFileWriter;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.file.ScenarioReader;
import io.sidetone.tools.scenario.persona.Personas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Scenarios in the text of a test, played to agents of the shipped configuration or of one in the text. */
final class Played {
    private Played() {}

    static ScenarioAgents shipped() throws Exception {
        LoadedConfig loaded = new ConfigLoader(ConfigEnvironment.system()).loadShipped(Optional.empty());
        return ScenarioAgents.open(loaded.config(), loaded.source());
    }

    static ScenarioAgents configured(String config) throws Exception {
        LoadedConfig loaded =
                new ConfigLoader(ConfigEnvironment.system()).parse(config, "test", Path.of(""), Optional.empty());
        return ScenarioAgents.open(loaded.config(), loaded.source());
    }

    static List<ScenarioCase> cases(Path folder, String text) throws Exception {
        return ScenarioReader.read(Files.writeString(folder.resolve("calls.yaml"), text), name -> null);
    }

    static void check(ScenarioAgents agents, List<ScenarioCase> cases) throws ConfigException {
        Problems problems = new Problems();
        agents.check(cases, problems);
        problems.throwIfAny("scenarios");
    }

    static ScenarioResult one(Path folder, ScenarioAgents agents, String text) throws Exception {
        List<ScenarioCase> cases = cases(folder, text);
        check(agents, cases);
        return new ScenarioRunner(agents, Personas.none()).play(cases.get(0), ScenarioRunner.Journaling.none());
    }

    /** Returns the journal of a call that is played now. */
    static byte[] journal(ScenarioAgents agents, ScenarioCase each) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalFileWriter writer = new JournalFileWriter(Channels.newChannel(bytes), null, 1)) {
            new ScenarioRunner(agents, Personas.none()).play(each, one -> record -> {
                try {
                    writer.write(record);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return bytes.toByteArray();
    }
}
