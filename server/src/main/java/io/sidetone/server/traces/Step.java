package io.sidetone.server.traces;

import io.sidetone.core.call.CallRecord;

/**
 * Something that happened to a call that is traced. Immutable.
 *
 * @param call what the call publishes of itself
 * @param kind what happened
 * @param request of which engine, or null
 * @param token of the turn, or 0
 * @param atNs when, on the lanes' clock
 * @param amount characters, milliseconds, or another time
 * @param ref what else there is to report, or null
 */
record Step(CallRecord call, Kind kind, Asked request, long token, long atNs, long amount, Object ref) {
    /** What happened. */
    enum Kind {
        OPENED,
        MOVED,
        TURN_EVENT,
        INPUT_ENDED,
        TRANSCRIPT,
        GRANTED,
        DROPPED,
        VOICED,
        RESPONSE_DONE,
        ACTING,
        ACTED,
        ENDED,
        ENGINE_ASKED,
        ENGINE_AUDIO_ENDED,
        ENGINE_FIRST,
        ENGINE_DONE,
        ENGINE_FAILED,
        ENGINE_CANCELLED
    }

    /**
     * An engine in a role.
     *
     * @param engine name in the configuration
     * @param role recognizer, dialogue or synthesizer
     */
    record Asked(String engine, String role) {}
}
