package io.sidetone.transport.vip;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRouter;
import java.util.List;

/** Differences when an agent talks to a client of {@code /vip}, and not to a telephone. */
public final class VipPlans {
    /** The transport of such calls. */
    public static final String TRANSPORT = "vip";

    /** Pseudo header by which agents can match the mode of the microphone: {@code ptt} or {@code open}. */
    static final String MODE = "vip-mode";

    /** Pseudo header by which agents can match the language of the caller. */
    static final String LOCALE = "vip-locale";

    /** Phrases that end a session where the agent has no phrases of its own (VIP-17). */
    static final List<String> HANG_UP = List.of("stop", "hang up");

    private VipPlans() {}

    /** Returns {@code router} with the plans of such calls made for them; other calls stay as they are. */
    public static StreamRouter router(StreamRouter router) {
        return offer -> {
            CallPlan plan = router.route(offer);
            return plan == null || !TRANSPORT.equals(offer.transport()) ? plan : adapted(plan, offer);
        };
    }

    private static CallPlan adapted(CallPlan plan, StreamOffer offer) {
        TurnPolicy policy = plan.policy();
        Phrases phrases = policy.phrases();
        if (phrases.hangUp().isEmpty()) {
            policy = policy.withPhrases(
                    new Phrases(HANG_UP, phrases.wake(), phrases.backchannels(), phrases.handOver()));
        }
        if ("ptt".equals(offer.header().apply(MODE))) {
            // A closed microphone is no silence of the caller's: the caller is not asked whether he is still there.
            policy = policy.with(PolicyNumber.NO_INPUT, 0);
        }
        return plan.withPolicy(policy);
    }
}
