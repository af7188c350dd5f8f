package io.sidetone.server.store.record;

import java.util.List;
import java.util.Map;

/**
 * One call. Immutable; every text fits its column.
 *
 * @param callId 26-character ULID
 * @param status what became of it
 * @param agent who answered
 * @param transport {@code sip-udp}, …
 * @param externalId SIP Call-ID or the carrier's id
 * @param caller as the trunk gave it
 * @param called as the trunk gave it
 * @param visitor {@link CallerIdentity} of the caller for this agent, or empty
 * @param startedAtMs wall time of admission
 * @param endedAtMs wall time of the end, or null while it is open or when it is unknown
 * @param durationMs admission to end, or null
 * @param endCause name of the cause, or empty
 * @param endedBy who ended it, or empty
 * @param metrics counts and times
 * @param turns what was said, as it was heard
 * @param events what happened
 */
public record StoredCall(
        String callId,
        Status status,
        String agent,
        String transport,
        String externalId,
        String caller,
        String called,
        String visitor,
        long startedAtMs,
        Long endedAtMs,
        Long durationMs,
        String endCause,
        String endedBy,
        Map<String, Double> metrics,
        List<Turn> turns,
        List<Event> events) {
    /** Cause of a call whose process is gone. */
    public static final String PROCESS_GONE = "PROCESS_GONE";

    /** What became of a call. */
    public enum Status {
        /** It goes on. */
        OPEN,
        /** It is over. */
        ENDED,
        /** The process that ran it ended without it. */
        ABORTED
    }

    /**
     * What one side said.
     *
     * @param role user, assistant or system
     * @param text what was heard
     * @param interrupted whether the agent was cut short
     * @param intended what the agent would have said, else empty
     */
    public record Turn(String role, String text, boolean interrupted, String intended) {}

    /**
     * What happened: a transition, an action, an alert, a digit.
     *
     * @param atMs since admission
     * @param kind short and stable
     * @param text in words
     */
    public record Event(long atMs, String kind, String text) {}

    /** Returns this open call as one whose process is gone. */
    public StoredCall aborted() {
        return new StoredCall(
                callId,
                Status.ABORTED,
                agent,
                transport,
                externalId,
                caller,
                called,
                visitor,
                startedAtMs,
                null,
                null,
                PROCESS_GONE,
                "server",
                metrics,
                turns,
                events);
    }
}
