package io.sidetone.speech.embedded;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;

/** Calls for tests. */
public final class Calls {
    private Calls() {}

    public static CallContext call(Fence fence) {
        return new CallContext("01JCALL0000000000000000000", "desk", "100", "200", 1, fence);
    }
}
