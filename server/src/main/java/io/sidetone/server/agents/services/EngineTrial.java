package io.sidetone.server.agents.services;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.server.agents.plugin.PluginUnavailableException;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.speech.chat.ShutdownDate;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.speech.embedded.EmbeddedOptions;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Tries every engine that agents use, in each of its roles, all at the same time. Blocks; not for lanes or event loops. */
public final class EngineTrial {
    private static final int PATIENCE_S = 60;

    private EngineTrial() {}

    /**
     * The result of one trial.
     *
     * @param name of the engine, with its role
     * @param ok whether it works
     * @param detail what worked, or the problem and its remedy
     * @param elapsedMs how long the trial took; 0 when no request was made
     */
    public record Outcome(String name, boolean ok, String detail, long elapsedMs) {
        /** Returns the outcome as a line for people. */
        public String line() {
            return name + ": " + (ok ? "ok" : "FAILED") + (elapsedMs > 0 ? ", " + elapsedMs + " ms" : "") + ": "
                    + detail;
        }

        /** The same; a failure that names no configuration key gets one. */
        private Outcome withKey() {
            String engine = "engines." + name.replaceFirst(" \\(.*", "") + ".";
            return ok || detail.contains(engine)
                    ? this
                    : new Outcome(name, false, detail + "; check " + engine + "url, key and model", elapsedMs);
        }
    }

    /**
     * The results of all engines.
     *
     * @param outcomes of the trials
     * @param warnings for people: what works today but will end
     */
    public record Report(List<Outcome> outcomes, List<String> warnings) {}

    /**
     * Tries the engines of {@code config}.
     *
     * @param today the day from which ends of models are counted
     * @throws IllegalArgumentException for a setting that an engine does not support; the message names it
     */
    public static Report run(SidetoneConfig config, LocalDate today) {
        try (EngineNet net = EngineNet.open(1);
                Plugins plugins = Plugins.load(config.plugins());
                PluginEngines plugged = new PluginEngines(plugins)) {
            ServiceEngines services = new ServiceEngines(net);
            Set<String> local = new LinkedHashSet<>();
            for (AgentConfig agent : config.agents()) {
                make(config, agent, services, local);
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (String name : local) {
                outcomes.add(here(config.engines().get(name)));
            }
            for (PluginEngines.Use use : PluginEngines.used(config)) {
                outcomes.add(plugged(use, plugged));
            }
            Map<String, CompletableFuture<Outcome>> asked = new LinkedHashMap<>();
            services.probes().forEach((name, probe) -> asked.put(name, tried(name, probe::probe)));
            Map<ModelInUse, CompletableFuture<Optional<LocalDate>>> ends = new LinkedHashMap<>();
            ModelInUse.of(config).forEach(used -> ends.put(used, end(net, used)));
            asked.forEach((name, result) -> outcomes.add(await(name, result).withKey()));
            Set<String> warnings = new LinkedHashSet<>();
            ends.forEach((used, said) -> warning(used, said.join(), today).ifPresent(warnings::add));
            return new Report(outcomes, List.copyOf(warnings));
        }
    }

    /** Returns the date at which the model ends, as the service announces it; its deadlines are short. */
    private static CompletableFuture<Optional<LocalDate>> end(EngineNet net, ModelInUse used) {
        if (used.models() == null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        ServiceAccess access = EngineAccess.of(used.engine());
        KeyHeader header =
                new KeyHeader(used.engine().service().options().getOrDefault("key-header", KeyHeader.BEARER.name()));
        return ShutdownDate.ask(
                net,
                access.request(
                        "GET",
                        URI.create(used.models() + "/models/" + ServiceAccess.encoded(used.model())),
                        header.with(access.key()),
                        new byte[0]));
    }

    /** The service's date is preferred; the date known here is used when the service gives none. */
    static Optional<String> warning(ModelInUse used, Optional<LocalDate> said, LocalDate today) {
        Optional<ModelShutdowns.End> known = ModelShutdowns.of(used.service(), used.model());
        Optional<LocalDate> on = said.or(() -> used.own() ? known.map(ModelShutdowns.End::on) : Optional.empty());
        return on.map(date -> used.name() + ": WARNING: "
                + ModelShutdowns.words(
                        used.key(),
                        used.model(),
                        date,
                        known.map(ModelShutdowns.End::successor).orElse(""),
                        today));
    }

    /**
     * Creates the engines of {@code config} without connecting to any service; without services no network is loaded.
     *
     * @throws IllegalArgumentException for a setting that an engine does not support; the message names it
     */
    public static void check(SidetoneConfig config) {
        if (config.agents().stream().noneMatch(agent -> usesService(config, agent))) {
            return;
        }
        try (EngineNet net = EngineNet.open(1)) {
            ServiceEngines services = new ServiceEngines(net);
            config.agents().forEach(agent -> make(config, agent, services, new LinkedHashSet<>()));
        }
    }

    private static boolean usesService(SidetoneConfig config, AgentConfig agent) {
        return Stream.of(agent.recognizers(), agent.dialogues(), agent.synthesizers())
                .flatMap(List::stream)
                .anyMatch(name -> config.engines().get(name).type().service());
    }

    private static void make(SidetoneConfig config, AgentConfig agent, ServiceEngines services, Set<String> local) {
        Map<String, EngineConfig> engines = config.engines();
        EngineConfig first = engines.get(agent.dialogues().get(0));
        if (first.type().realtime()) {
            services.realtime(first, agent, ActionInvoker.none());
            return;
        }
        agent.recognizers().forEach(name -> once(engines.get(name), local, services::recognizer));
        agent.dialogues()
                .forEach(name -> once(
                        engines.get(name), local, engine -> services.dialogue(engine, agent, ActionInvoker.none())));
        agent.synthesizers().forEach(name -> once(engines.get(name), local, services::synthesizer));
    }

    private static void once(EngineConfig engine, Set<String> local, java.util.function.Consumer<EngineConfig> make) {
        if (engine.type().service()) {
            make.accept(engine);
        } else if (!engine.type().plugin()) {
            local.add(engine.name());
        }
    }

    /** Opens the engine, as a server does at start, and has it try itself. */
    private static Outcome plugged(PluginEngines.Use use, PluginEngines plugged) {
        try {
            plugged.open(use);
            return await(use.title(), tried(use.title(), plugged.engine(use)::check));
        } catch (UnusableModelException | PluginUnavailableException unusable) {
            return new Outcome(use.title(), false, unusable.getMessage(), 0);
        }
    }

    private static CompletableFuture<Outcome> tried(String name, Supplier<CompletionStage<EngineHealth>> trial) {
        long beganNs = System.nanoTime();
        return begun(trial)
                .toCompletableFuture()
                .thenApply(found -> new Outcome(
                        name,
                        found.up(),
                        found.detail(),
                        Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs))));
    }

    private static CompletionStage<EngineHealth> begun(Supplier<CompletionStage<EngineHealth>> trial) {
        try {
            return trial.get();
        } catch (RuntimeException | LinkageError fault) {
            return CompletableFuture.failedFuture(fault);
        }
    }

    private static Outcome here(EngineConfig engine) {
        if (engine.type() == EngineConfig.Type.MOCK) {
            return new Outcome(engine.name(), true, "a stand-in of this process", 0);
        }
        List<String> missing = EmbeddedEngines.missing(EmbeddedOptions.DEFAULTS);
        return missing.isEmpty()
                ? new Outcome(engine.name(), true, "its libraries are here", 0)
                : new Outcome(engine.name(), false, String.join("; ", missing), 0);
    }

    private static Outcome await(String name, CompletableFuture<Outcome> result) {
        try {
            return result.get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (TimeoutException slow) {
            return new Outcome(
                    name, false, "gave no answer within " + PATIENCE_S + " s; try again", PATIENCE_S * 1_000L);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Outcome(name, false, "interrupted", 1);
        } catch (ExecutionException broken) {
            return new Outcome(name, false, "broke: " + broken.getCause(), 1);
        }
    }
}
