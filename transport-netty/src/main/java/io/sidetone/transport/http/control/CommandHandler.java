package io.sidetone.transport.http.control;

import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Passes commands to calls. Thread-safe; never blocks. */
public interface CommandHandler {
    /** Passes {@code command} to the call {@code callId}, if it exists and its state allows the command. */
    CompletionStage<CommandOutcome> command(String callId, CallCommand command);

    /** Returns the configured policies by name, each with the name of its profile. */
    Map<String, String> policies();

    /** Returns whether a client can subscribe to {@code callId}: accepted while the call is live. */
    CommandOutcome subscribable(String callId);
}
