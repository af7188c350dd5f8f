package io.sidetone.server.agents;

import io.sidetone.audio.SampleRate;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.transport.plan.CallPlan;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Whom the agents of one configuration hand their calls over to. Thread-safe. */
public final class HandOvers {
    private final Function<AgentWish, CallPlan> planned;
    private final Map<String, Map<Successors.Wish, CallPlan>> plans = new HashMap<>();
    private final Map<String, AgentDirectory> narrow = new HashMap<>();
    private final Map<String, AgentDirectory> wide = new HashMap<>();

    /** {@code planned} returns the plan of an agent, in its own language or in another. */
    public HandOvers(Function<AgentWish, CallPlan> planned) {
        this.planned = planned;
    }

    /**
     * Opens what {@code agent} may hand over to, so that no call waits for it.
     *
     * @throws IllegalArgumentException when an agent cannot speak a language; says why
     */
    public void open(AgentConfig agent) {
        Set<String> languages = new LinkedHashSet<>(agent.handOver().languages());
        Map<Successors.Wish, CallPlan> opened = new HashMap<>();
        for (String next : agent.handOver().agents()) {
            opened.put(new Successors.Wish(next, ""), plan(next, ""));
            languages.forEach(language -> opened.put(new Successors.Wish(next, language), plan(next, language)));
        }
        for (String language : languages) {
            opened.put(new Successors.Wish(agent.name(), language), plan(agent.name(), language));
        }
        synchronized (plans) {
            plans.put(agent.name(), opened);
            narrow.put(agent.name(), new Successors(opened, SampleRate.NARROWBAND_HZ));
        }
    }

    private CallPlan plan(String agent, String language) {
        return planned.apply(new AgentWish(agent, "", "", language));
    }

    /** Returns whom {@code agent} hands calls over to whose frames come and go at {@code mediaRateHz}. */
    public AgentDirectory of(String agent, int mediaRateHz) {
        synchronized (plans) {
            return mediaRateHz <= SampleRate.NARROWBAND_HZ
                    ? narrow.get(agent)
                    : wide.computeIfAbsent(agent, name -> new Successors(plans.get(name), mediaRateHz));
        }
    }
}
