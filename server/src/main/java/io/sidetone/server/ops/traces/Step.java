package io.sidetone.server.ops.traces;

import io.sidetone.core.call.CallRecord;

/**
 * One event of a traced call. Immutable.
 *
 * @param call the call's published record
 * @param kind what happened
 * @param request the engine that it concerns, or null
 * @param token of the turn, or 0
 * @param atNs when, on the lanes' clock
 * @param amount characters, milliseconds, or another time
 * @param ref the event of the lane, further facts, or null
 */
record Step(CallRecord call, Kind kind, Asked request, long token, long atNs, long amount, Object ref) {
    /** Kind of the step. */
    enum Kind {
        EVENT,
        ENGINE_ASKED,
        ENGINE_AUDIO_ENDED,
        ENGINE_FIRST,
        ENGINE_DONE,
        ENGINE_FAILED,
        ENGINE_CANCELLED
    }

    /**
     * An engine in one role.
     *
     * @param engine name in the configuration
     * @param role recognizer, dialogue or synthesizer
     */
    record Asked(String engine, String role) {}
}
