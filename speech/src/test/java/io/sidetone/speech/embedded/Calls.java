package io.sidetone.speech.embedded;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.secret.KeyVault;
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
        return call(fence, callId, FACTS, false);
    }

    /** A call that has tools of its own. */
    public static CallContext tooled(Fence fence, ActionDefinition... tools) {
        CallTerms terms = new CallTerms("", "", List.of(tools));
        return call(fence, "01JCALL0000000000000000001", FACTS.withTerms(terms), false);
    }

    /** A call that our side placed. */
    public static CallContext placed(Fence fence) {
        return call(fence, "01JCALL0000000000000000000", FACTS, true);
    }

    private static CallContext call(Fence fence, String callId, CallFacts facts, boolean placed) {
        return new CallContext(
                callId,
                "desk",
                "100",
                "200",
                1,
                fence,
                new CallUsage(),
                facts,
                0,
                ActionProgress.NONE,
                placed,
                new KeyVault());
    }
}
