package io.sidetone.speech.watch;

import io.sidetone.core.port.CallContext;

/** Gives the session of a call who looks on at it. Any thread. */
@FunctionalInterface
public interface Watching {
    /** Returns who looks on, or null for nobody. */
    EngineWatch of(CallContext call);
}
