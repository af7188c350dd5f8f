package io.sidetone.tools.command;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.replay.JournalFiles;
import io.sidetone.tools.scenario.recorded.ScenarioDraft;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** {@code test --from-call}: writes the scenario of a call that has a journal. */
final class ScenarioFromJournal {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_NAME = 64;

    private final SidetoneConfig config;

    ScenarioFromJournal(SidetoneConfig config) {
        this.config = config;
    }

    /**
     * Prints the scenario of {@code named}, a journal or the id of a call in the configuration's folder of journals.
     *
     * @throws IllegalArgumentException when there is no such journal
     */
    ExitCode print(String named, PrintWriter out, PrintWriter err) throws IOException {
        Path file = journal(named);
        try (JournalFileReader reader = new JournalFileReader(
                new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES), JournalKeys.of(config))) {
            if (reader.keyMissing()) {
                err.println("journal.key: " + file + " is encrypted; name the configuration that has its key: -c FILE");
                return ExitCode.CONFIG;
            }
            out.print(ScenarioDraft.of(reader, name(file), this::answeredByService));
            out.flush();
            if (reader.damage() != null) {
                err.println("sidetone: " + file + " cannot be read from " + reader.damage());
                return ExitCode.CHECK_FAILED;
            }
            return ExitCode.OK;
        } catch (IOException e) {
            err.println("sidetone: " + file + " gives no scenario: " + e.getMessage());
            return ExitCode.CHECK_FAILED;
        }
    }

    private Path journal(String named) {
        try {
            Path file = Path.of(named);
            if (!Files.isRegularFile(file) && named.matches("[A-Za-z0-9._-]+")) {
                file = config.journal().dir().resolve(named + JournalFiles.SUFFIX);
            }
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // It is neither a path nor an id.
        }
        throw new IllegalArgumentException("--from-call " + named + ": no readable journal, neither there nor in "
                + config.journal().dir() + "; calls of agents with journal: on have one");
    }

    private static String name(Path file) {
        String name =
                file.getFileName().toString().replace(JournalFiles.SUFFIX, "").replaceAll("[^A-Za-z0-9_-]", "-");
        String named = name.matches("[A-Za-z0-9].*") ? name : "call" + name;
        return named.substring(0, Math.min(MAX_NAME, named.length()));
    }

    private boolean answeredByService(String name) {
        return config.agent(name)
                .map(AgentConfig::dialogues)
                .filter(engines -> config.engines().get(engines.get(0)).type() == EngineConfig.Type.EMBEDDED)
                .isEmpty();
    }
}
