package io.sidetone.server.records.aftercall;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.journal.JournalCounter;
import io.sidetone.core.journal.JournalSettings;
import io.sidetone.core.journal.Journals;
import io.sidetone.core.journal.file.JournalKey;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.Part;
import io.sidetone.server.ops.metrics.ServerMeter;
import io.sidetone.transport.metrics.CounterMeters;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The journals, where any agent wants them. */
public record JournalWiring(Optional<Journals> journals) implements Part {
    /**
     * Opens the journals if any agent of {@code config} wants them.
     *
     * @param agents whether the agent of that name wants them now
     */
    public static JournalWiring open(SidetoneConfig config, Predicate<String> agents, SecureRandom random)
            throws EngineSetupException {
        if (config.agents().stream().noneMatch(AgentConfig::journal)) {
            return new JournalWiring(Optional.empty());
        }
        Optional<JournalKey> key = config.journal().key().map(Secret::value).flatMap(JournalKey::parse);
        JournalSettings settings = new JournalSettings(
                agents, config.journal().dir(), config.journal().maxBytes(), key);
        try {
            return new JournalWiring(
                    Optional.of(new Journals(settings, config.lanes().count(), random::nextLong).start()));
        } catch (IOException e) {
            throw new EngineSetupException(
                    ExitCode.CONFIG,
                    List.of("journal.dir: " + settings.folder() + " cannot be used: " + e
                            + "; name a folder that this user may write"));
        }
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        journals.map(Journals::counters).ifPresent(counters -> {
            CounterMeters.bind(registry, counters);
            CounterMeters.counter(
                    registry, ServerMeter.JOURNAL_NEVER_BEGUN, counters, c -> c.value(JournalCounter.NOT_STARTED));
        });
    }

    /** Returns the taps that write them. */
    public CallTaps taps() {
        return journals.map(CallTaps.class::cast).orElse(CallTaps.none());
    }

    @Override
    public void close() {
        journals.ifPresent(Journals::close);
    }
}
