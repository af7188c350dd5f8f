package io.sidetone.server.wiring;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.EngineConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.transport.trunk.CallPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/** The engines of every agent, opened once and shared by all calls. */
final class Engines implements AutoCloseable {
    private static final long MOCK_SEED = 1;

    private final Map<String, CallPlan> plans = new HashMap<>();
    private final List<EmbeddedAgent> embedded = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "mock-timer");
        thread.setDaemon(true);
        return thread;
    });

    private Engines() {}

    /** Opens the engines of every agent of {@code config}; those that are slow to open go on in the background. */
    static Engines open(SidetoneConfig config, ActionInvoker actions) throws EngineSetupException {
        Engines engines = new Engines();
        MockRecognizer mockRecognizer = new MockRecognizer();
        MockSynthesizer mockSynthesizer = new MockSynthesizer(MOCK_SEED);
        for (AgentConfig agent : config.agents()) {
            EmbeddedAgent own = usesEmbedded(config, agent) ? EmbeddedAgent.open(config, agent) : null;
            if (own != null) {
                engines.embedded.add(own);
            }
            Recognizer recognizer = pick(config, agent.recognizers(), e -> own.recognizer(), e -> mockRecognizer);
            DialogueModel dialogue = pick(
                    config, agent.dialogues(), e -> own.dialogue(), e -> new MockDialogue(e.mock(), engines.timer));
            Synthesizer synthesizer = pick(config, agent.synthesizers(), e -> own.synthesizer(), e -> mockSynthesizer);
            engines.plans.put(
                    agent.name(),
                    new CallPlan(
                            agent.name(),
                            recognizer,
                            dialogue,
                            synthesizer,
                            actions,
                            config.policy(agent.policy()),
                            (int) agent.answerAfter().toMillis()));
        }
        return engines;
    }

    private static boolean usesEmbedded(SidetoneConfig config, AgentConfig agent) {
        List<String> names = new ArrayList<>(agent.recognizers());
        names.addAll(agent.dialogues());
        names.addAll(agent.synthesizers());
        return names.stream().anyMatch(n -> config.engines().get(n).type() == EngineConfig.Type.EMBEDDED);
    }

    private static <T> T pick(
            SidetoneConfig config,
            List<String> names,
            Function<EngineConfig, ? extends T> whenEmbedded,
            Function<EngineConfig, ? extends T> whenMock) {
        EngineConfig first = config.engines().get(names.get(0));
        return switch (first.type()) {
            case EMBEDDED -> whenEmbedded.apply(first);
            case MOCK -> whenMock.apply(first);
        };
    }

    /** Returns the plan of the agent called {@code name}. */
    CallPlan plan(String name) {
        return plans.get(name);
    }

    /** Why new calls cannot be served, in words; empty when they can. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (CallPlan plan : plans.values()) {
            problem(problems, plan, "recognizer", plan.recognizer().health());
            problem(problems, plan, "dialogue", plan.dialogue().health());
            problem(problems, plan, "synthesizer", plan.synthesizer().health());
        }
        return problems;
    }

    private static void problem(List<String> problems, CallPlan plan, String what, EngineHealth health) {
        if (!health.up()) {
            problems.add("agent " + plan.agent() + ": " + what + ": " + health.detail());
        }
    }

    @Override
    public void close() {
        embedded.forEach(EmbeddedAgent::close);
        timer.shutdownNow();
    }
}
