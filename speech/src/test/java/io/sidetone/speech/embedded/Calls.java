package io.sidetone.speech.embedded;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;

/** Calls for tests. */
public final class Calls {
    private Calls() {}

    public static CallContext call(Fence fence) {
        return call(fence, "01JCALL0000000000000000000");
    }

    public static CallContext call(Fence fence, String callId) {
        return new CallContext(callId, "desk", "100", "200", 1, fence);
    }
}
