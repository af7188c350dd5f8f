package io.sidetone.transport.vela;

import io.sidetone.core.turn.TurnHints;

/** Message of a client. Immutable; its wire form is in {@code ws-1.schema.json}. */
sealed interface VelaMessage {
    /** session.start: asks for readiness and state again, and may negotiate. */
    record Start(SessionOptions options) implements VelaMessage {}

    /** mocked.turn.trigger: one turn without engines. */
    record Trigger() implements VelaMessage {}

    /** input_audio.append: a placeholder on the mock engines, else base64 audio in the negotiated format. */
    record Append(String chunk) implements VelaMessage {}

    /** input_audio.commit: the caller's input is complete. */
    record Commit() implements VelaMessage {}

    /** response.cancel: whatever goes on is not wanted any more. */
    record Cancel() implements VelaMessage {}

    /** input_text: a complete input, typed. */
    record Text(String text) implements VelaMessage {}

    /** turn.yield: the agent stops and listens (ITE-REQ-008). */
    record Yield(String reason) implements VelaMessage {}

    /** turn.grant: the agent has the floor (ITE-REQ-008). */
    record Grant(TurnHints hints) implements VelaMessage {}

    /** session.close: the session is over, its token worth nothing. */
    record Close() implements VelaMessage {}
}
