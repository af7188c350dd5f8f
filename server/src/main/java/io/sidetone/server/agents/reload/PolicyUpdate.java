package io.sidetone.server.agents.reload;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The policies that running calls get from a new configuration. A call follows the policy that it has by its agent, or that
 * somebody gave it by name; one that was made of fields over the API stays, within the new bounds. Thread-safe.
 */
public final class PolicyUpdate {
    private final SidetoneConfig before;
    private final SidetoneConfig after;

    /** From {@code before} to {@code after}. */
    public PolicyUpdate(SidetoneConfig before, SidetoneConfig after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Sends {@code call} its new policy, if it gets one, as an event of its lane. What was sent before and not taken yet
     * counts as the policy that the call has.
     *
     * @return whether it gets one
     */
    public boolean send(CallRecord call, long nowNs) {
        Optional<TurnPolicy> next = next(call.agent(), call.newestPolicy());
        next.ifPresent(policy -> call.sendPolicy(policy, nowNs));
        return next.isPresent();
    }

    /** Returns the policy that a call of {@code agent} gets in place of {@code present}; empty when it keeps that. */
    Optional<TurnPolicy> next(String agent, TurnPolicy present) {
        TurnPolicy next = followed(agent, present)
                .map(change -> change.applied(present))
                .orElse(present.within(bounds(after).orElse(present.bounds())));
        return plain(next).equals(plain(present)) ? Optional.empty() : Optional.of(next);
    }

    /** The policy under one name, as it was and as it is. */
    private record Change(TurnPolicy was, TurnPolicy is) {
        /** Applies the policy. Two things stay as the call has them: where it listens, and whether it waits for words at all. */
        TurnPolicy applied(TurnPolicy present) {
            TurnPolicy next = present.vad() == was.vad() ? is : is.withVad(kept(present.vad()));
            boolean patient = present.number(PolicyNumber.NO_INPUT) != was.number(PolicyNumber.NO_INPUT);
            return patient ? next.with(PolicyNumber.NO_INPUT, present.number(PolicyNumber.NO_INPUT)) : next;
        }

        private SpeechSource kept(SpeechSource present) {
            return was.vad() == is.vad() ? present : is.vad();
        }
    }

    private Optional<Change> followed(String agent, TurnPolicy present) {
        Set<String> names = new LinkedHashSet<>();
        before.agent(agent).ifPresent(known -> names.add(known.policy()));
        names.addAll(before.policies().keySet());
        for (String name : names) {
            TurnPolicy was = before.policies().get(name);
            TurnPolicy is = after.policies().get(nameAfter(agent, name));
            if (was != null && is != null && sameValues(was, present)) {
                return Optional.of(new Change(was, is));
            }
        }
        return Optional.empty();
    }

    /** An agent may have got another policy. */
    private String nameAfter(String agent, String name) {
        boolean own =
                before.agent(agent).map(known -> known.policy().equals(name)).orElse(false);
        return own ? after.agent(agent).map(AgentConfig::policy).orElse(name) : name;
    }

    private static Optional<TurnPolicy.Bounds> bounds(SidetoneConfig config) {
        Map<String, TurnPolicy> policies = config.policies();
        return policies.values().stream().map(TurnPolicy::bounds).findFirst();
    }

    private static boolean sameValues(TurnPolicy one, TurnPolicy other) {
        return values(one).equals(values(other));
    }

    /** Without what transports, engines and the process add to a policy. */
    private static TurnPolicy values(TurnPolicy policy) {
        return plain(policy)
                .withVad(SpeechSource.ENERGY)
                .with(PolicyNumber.NO_INPUT, 0)
                .within(TurnPolicy.DEFAULT.bounds());
    }

    /** Without what the agent adds; a lane keeps that whatever policy comes. */
    private static TurnPolicy plain(TurnPolicy policy) {
        return policy.withPhrases(Phrases.NONE).withGuidance(SpokenGuidance.ENGLISH);
    }
}
