package io.sidetone.speech.embedded;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.usage.CallUsage;
import java.util.List;

/** Calls for tests. */
public final class Calls {
    private static final CallFacts FACTS =
            CallFacts.of("+4930123", "+49301", List.of(CallHeader.of("X-Tier", "gold")), 0);

    private Calls() {}

    public static CallContext call(Fence fence) {
        return call(fence, "01JCALL0000000000000000000");
    }

    public static CallContext call(Fence fence, String callId) {
        return call(fence, callId, false);
    }

    /** A call that our side placed. */
    public static CallContext placed(Fence fence) {
        return call(fence, "01JCALL0000000000000000000", true);
    }

    private static CallContext call(Fence fence, String callId, boolean placed) {
        return new CallContext(
                callId, "desk", "100", "200", 1, fence, new CallUsage(), FACTS, 0, ActionProgress.NONE, placed);
    }
}
