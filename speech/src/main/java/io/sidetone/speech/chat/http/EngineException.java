package io.sidetone.speech.chat.http;

import io.sidetone.core.port.EngineFailure;

/** Carries an engine failure through code that handles only exceptions. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient EngineFailure failure;

    /** Wraps {@code failure}; has no stack trace, because the fault is not in this code. */
    public EngineException(EngineFailure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    /** Returns the failure. */
    public EngineFailure failure() {
        return failure;
    }
}
