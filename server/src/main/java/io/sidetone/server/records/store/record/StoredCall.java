package io.sidetone.server.records.store.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sidetone.core.setting.Altered;
import io.sidetone.transport.http.history.CallEntry;
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
 * @param history what was said, as it was heard
 * @param turns who had the floor
 * @param actions what the agent asked for
 * @param alerts what deserved an operator's look
 * @param events what happened
 * @param callerNumber number of the caller in the normal form, or empty
 * @param calledNumber number that was called in the normal form, or empty
 * @param headers what came with the call: headers of the INVITE, or parameters of the stream
 * @param headersOmitted how many of them were left out
 * @param afterCall what its agent's model wrote down about it, as JSON, in a record that says nothing else; else empty
 * @param outcome what the list of calls says of its end, or null while it is open
 * @param document everything of it as the API shows it, JSON compressed with gzip; null while it is open
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
        @JsonProperty("turns") List<Utterance> history,
        @JsonProperty("floorTurns") List<Turn> turns,
        List<Action> actions,
        List<Alert> alerts,
        List<Event> events,
        String callerNumber,
        String calledNumber,
        List<Header> headers,
        int headersOmitted,
        String afterCall,
        Outcome outcome,
        byte[] document) {
    /** Takes what an older version did not write for nothing; what both write has its old name in JSON. */
    public StoredCall {
        metrics = metrics == null ? Map.of() : metrics;
        history = history == null ? List.of() : history;
        turns = turns == null ? List.of() : turns;
        actions = actions == null ? List.of() : actions;
        alerts = alerts == null ? List.of() : alerts;
        events = events == null ? List.of() : events;
        callerNumber = callerNumber == null ? "" : callerNumber;
        calledNumber = calledNumber == null ? "" : calledNumber;
        headers = headers == null ? List.of() : headers;
        afterCall = afterCall == null ? "" : afterCall;
    }

    /** Cause of a call whose process is gone. */
    public static final String PROCESS_GONE = "PROCESS_GONE";

    /** Status of a call. */
    public enum Status {
        /** It goes on. */
        OPEN,
        /** It is over. */
        ENDED,
        /** The process that ran it ended without it. */
        ABORTED,
        /** It was refused before a lane had it. */
        REFUSED
    }

    /**
     * Outcome of a call, as the list of calls shows it; what is not known is null.
     *
     * @param direction in or out
     * @param trunk name of the trunk, or empty
     * @param status of SIP or HTTP
     * @param reason in words
     * @param answered whether somebody took it
     * @param turns of the caller that were answered
     * @param interruptions how often the agent was cut short
     * @param worstAnswerMs the longest time to an answer
     * @param mos how the caller sounded
     * @param cost by currency
     * @param attempts how many refused calls it stands for
     */
    public record Outcome(
            String direction,
            String trunk,
            Integer status,
            String reason,
            Boolean answered,
            Integer turns,
            Integer interruptions,
            Integer worstAnswerMs,
            Double mos,
            Map<String, Double> cost,
            Integer attempts) {
        static Outcome of(CallEntry entry) {
            return new Outcome(
                    entry.direction(),
                    StoredText.fit(entry.trunk(), StoredText.NAME),
                    entry.status(),
                    StoredText.fit(entry.reason(), StoredText.REASON),
                    entry.answered(),
                    entry.turns(),
                    entry.interruptions(),
                    entry.worstAnswerMs(),
                    entry.mos(),
                    entry.cost(),
                    entry.attempts());
        }
    }

    /**
     * Words of one side.
     *
     * @param role user, assistant or system
     * @param text what was heard
     * @param interrupted whether the agent was cut short
     * @param intended what the agent would have said, else empty
     * @param utteranceId unique within the call; null in a record of an earlier version
     * @param interruptedAtMs wall time at which the agent was cut short, or null
     */
    public record Utterance(
            String role, String text, boolean interrupted, String intended, String utteranceId, Long interruptedAtMs) {}

    /**
     * One side had the floor.
     *
     * @param turnId unique within the call
     * @param role user, assistant or system
     * @param startedAtMs wall time
     * @param endedAtMs wall time, or null if it never ended
     * @param profile policy profile that applied
     * @param interruption how it was cut short, or null
     */
    public record Turn(
            String turnId, String role, long startedAtMs, Long endedAtMs, String profile, Interruption interruption) {}

    /**
     * The agent was cut short.
     *
     * @param type barge-in, manual-stop or policy-yield
     * @param source who noticed
     * @param detectedAtMs wall time of the decision to yield
     * @param latencyMs from there to the last frame
     * @param reason short and stable
     */
    public record Interruption(String type, String source, long detectedAtMs, long latencyMs, String reason) {}

    /**
     * Something the agent asked for.
     *
     * @param invocationId unique within the call
     * @param name of the action
     * @param wantedAtMs wall time
     * @param endedAtMs wall time
     * @param code ok, or why not
     */
    public record Action(String invocationId, String name, long wantedAtMs, long endedAtMs, String code) {}

    /**
     * Something that deserved an operator's look.
     *
     * @param kind short and stable
     * @param atMs wall time
     * @param value milliseconds or interruptions
     * @param limit that was exceeded
     */
    public record Alert(String kind, long atMs, long value, long limit) {}

    /**
     * Event of a call: a transition, an action, an alert, a digit.
     *
     * @param atMs since admission
     * @param kind short and stable
     * @param text in words
     */
    public record Event(long atMs, String kind, String text) {}

    /**
     * Header that came with the call.
     *
     * @param name of the header or parameter
     * @param value its text
     * @param cut whether the end of the value is missing
     */
    public record Header(String name, String value, boolean cut) {}

    /** Returns this open call as one whose process is gone. */
    public StoredCall aborted() {
        return Altered.with(
                this,
                "status",
                Status.ABORTED,
                "endedAtMs",
                null,
                "durationMs",
                null,
                "endCause",
                PROCESS_GONE,
                "endedBy",
                "server");
    }
}
