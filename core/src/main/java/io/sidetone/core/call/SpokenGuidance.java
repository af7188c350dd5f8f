package io.sidetone.core.call;

import java.util.List;

/** What a call itself says when something it needs does not answer: to be had ready in the agent's voice. */
public final class SpokenGuidance {
    private SpokenGuidance() {}

    /** Returns every such sentence. */
    public static List<String> sentences() {
        return List.of(
                Recovery.GUIDANCE,
                Recovery.BY_HAND,
                Recovery.KEYS_ONLY,
                Recovery.HEARD_AGAIN,
                Recovery.SAY_AGAIN,
                AgentTurns.NOT_CAUGHT,
                AgentTurns.TROUBLE,
                AgentTurns.ONE_MOMENT.strip());
    }
}
