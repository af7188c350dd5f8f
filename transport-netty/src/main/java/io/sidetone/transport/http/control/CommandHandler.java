package io.sidetone.transport.http.control;

import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Takes commands to calls. Thread-safe; never blocks. */
public interface CommandHandler {
    /** Hands {@code command} to the call {@code callId}, if there is one and its state allows it. */
    CompletionStage<CommandOutcome> command(String callId, CallCommand command);

    /** Returns the policies that a call can be given by name, each with the profile that it goes by. */
    Map<String, String> policies();

    /** Whether {@code callId} can be listened to: accepted while it lives. */
    CommandOutcome subscribable(String callId);
}
