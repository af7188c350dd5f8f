package io.sidetone.speech.watch;

import io.sidetone.core.port.CallContext;

/** Gives each session of a call its listener. Any thread. */
@FunctionalInterface
public interface EngineListeners {
    /** Returns the listener, or null for none. */
    EngineListener of(CallContext call);
}
