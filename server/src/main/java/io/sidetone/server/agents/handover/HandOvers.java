package io.sidetone.server.agents.handover;

import io.sidetone.audio.SampleRate;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.port.AgentDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Whom the agents of one configuration hand their calls over to. Thread-safe. */
public final class HandOvers {
    private final Function<AgentChoice, CallPlan> planned;
    private final Predicate<String> keepsDialogue;
    private final Map<String, Map<AgentChoice, CallPlan>> plans = new HashMap<>();
    private final Map<String, AgentDirectory> narrow = new HashMap<>();
    private final Map<String, AgentDirectory> wide = new HashMap<>();

    /**
     * Creates it; nobody hands over yet.
     *
     * @param planned returns the plan of an agent, in its own language or in another
     * @param keepsDialogue whether the sessions of the dialogue of an agent serve every language
     */
    public HandOvers(Function<AgentChoice, CallPlan> planned, Predicate<String> keepsDialogue) {
        this.planned = planned;
        this.keepsDialogue = keepsDialogue;
    }

    /**
     * Opens what {@code agent} may hand over to, so that no call waits for it.
     *
     * @throws IllegalArgumentException when an agent cannot speak a language; says why
     */
    public void open(AgentConfig agent) {
        List<String> languages = agent.handOver().languages();
        Map<AgentChoice, CallPlan> opened = new HashMap<>();
        for (String next : agent.handOver().agents()) {
            plan(opened, AgentChoice.spoken(next, ""));
            languages.forEach(language -> plan(opened, AgentChoice.spoken(next, language)));
        }
        languages.forEach(language -> plan(opened, AgentChoice.spoken(agent.name(), language)));
        synchronized (plans) {
            plans.put(agent.name(), opened);
            narrow.put(agent.name(), new Successors(opened, keepsDialogue, SampleRate.NARROWBAND_HZ));
        }
    }

    private void plan(Map<AgentChoice, CallPlan> opened, AgentChoice wish) {
        opened.put(wish, planned.apply(wish));
    }

    /** Returns whom {@code agent} hands calls over to whose frames come and go at {@code mediaRateHz}. */
    public AgentDirectory of(String agent, int mediaRateHz) {
        synchronized (plans) {
            return mediaRateHz <= SampleRate.NARROWBAND_HZ
                    ? narrow.get(agent)
                    : wide.computeIfAbsent(agent, name -> new Successors(plans.get(name), keepsDialogue, mediaRateHz));
        }
    }
}
