package io.sidetone.server.records.store;

import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import java.util.List;

/** The store cannot work where it shall; the message names the path and the remedy. */
public final class StoreUnusableException extends EngineSetupException {
    private static final long serialVersionUID = 1L;

    StoreUnusableException(String message) {
        super(ExitCode.CONFIG, List.of(message));
    }
}
