package io.sidetone.speech.chat.http;

import io.sidetone.core.port.EngineFailure;

/** Carries a failure through code that knows exceptions only. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient EngineFailure failure;

    /** Wraps {@code failure}; without a stack trace, for nothing went wrong here. */
    public EngineException(EngineFailure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    /** What went wrong, in the terms of the ports. */
    public EngineFailure failure() {
        return failure;
    }
}
