package io.sidetone.transport.http.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.EngineUsage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that is told of one call, live or ended. Its components, in their order, are the fields of {@code GET /api/calls/ID}.
 *
 * @param summary the call in short
 * @param caption the agent's words, and how many of them were heard
 * @param timeline events, in order
 * @param history utterances, as both sides heard them
 * @param metrics numbers by name
 * @param line how the call is connected, and what was kept of it
 * @param costs what its engines did
 * @param sip messages of the dialog, in order
 * @param arrival what came with the call
 * @param floor who had the floor, and when
 */
public record CallDocument(
        @JsonUnwrapped Summary summary,
        Words caption,
        List<TimelineLine> timeline,
        List<Utterance> history,
        Map<String, Number> metrics,
        @JsonUnwrapped Line line,
        @JsonUnwrapped Costs costs,
        List<LadderLine> sip,
        @JsonUnwrapped Arrival arrival,
        @JsonUnwrapped Floor floor) {
    /** Kinds of timeline lines that describe an interruption. */
    public static final Set<String> OF_INTERRUPTIONS = Set.of("yield", "commit", "resume", "alert");

    /**
     * A call in short, with its end.
     *
     * @param call the call
     * @param endedAt when it ended; null while it is live
     * @param end how it ended; null while it is live
     */
    public record Summary(
            @JsonUnwrapped CallView call,
            @JsonInclude(Include.NON_NULL) Instant endedAt,
            @JsonInclude(Include.NON_NULL) End end) {}

    /**
     * Connection of a call, and what was kept of it.
     *
     * @param origin the way by which it came, or went out; null where nothing is known of it
     * @param media codec and encryption of a call over RTP, or null
     * @param dial how far a call of ours is, or null for one that came in
     * @param recording how far the recording is, or null for none
     * @param afterCall what its agent's model wrote down about it, or null for nothing
     */
    public record Line(
            @JsonInclude(Include.NON_NULL) Origin origin,
            @JsonInclude(Include.NON_NULL) Media media,
            @JsonInclude(Include.NON_NULL) Dial dial,
            @JsonInclude(Include.NON_NULL) Recording recording,
            @JsonInclude(Include.NON_NULL) AfterCall afterCall) {}

    /**
     * Work of the engines of a call.
     *
     * @param usage of each engine
     * @param cost of the usage by currency; empty when no engine has a price
     */
    public record Costs(List<EngineUsage> usage, @JsonInclude(Include.NON_EMPTY) Map<String, Double> cost) {}

    /**
     * Data that came with a call.
     *
     * @param headers of the INVITE, or parameters of the stream
     * @param headersOmitted how many of them were left out
     * @param variables the names that its agent declares, with their values in this call
     */
    public record Arrival(
            List<Map<String, Object>> headers,
            @JsonInclude(Include.NON_DEFAULT) int headersOmitted,
            @JsonInclude(Include.NON_EMPTY) Map<String, String> variables) {}

    /**
     * Account of who had the floor.
     *
     * @param policyProfile name of the turn-taking profile in use
     * @param turns in order, the present one last
     * @param interruptions those of the turns that were cut short
     * @param transitions of the engine, in order (VAN-12)
     * @param vantum changes of the Vantum view, in order (VAN-15)
     * @param alerts calls for an operator's attention (VAN-13)
     * @param actions the agent's completed actions
     * @param running actions that were asked for and are not over; empty when the call is
     * @param answers when each answer reached its stages, in order
     */
    public record Floor(
            String policyProfile,
            List<TurnDescriptor> turns,
            List<TurnDescriptor> interruptions,
            List<TransitionLine> transitions,
            List<VantumLine> vantum,
            List<AlertLine> alerts,
            List<ActionLine> actions,
            @JsonInclude(Include.NON_EMPTY) List<ActionLine> running,
            List<AnswerLine> answers) {}

    /**
     * An action that the agent asked for.
     *
     * @param invocationId unique within the call
     * @param action its name
     * @param wantedAt when it was asked for
     * @param endedAt when it was over; null while it is not
     * @param code ok, or why not; null while it is not over
     * @param parameters null where none were given, or where they are no longer kept
     */
    @JsonInclude(Include.NON_NULL)
    public record ActionLine(
            String invocationId,
            String action,
            Instant wantedAt,
            Instant endedAt,
            String code,
            Map<String, Object> parameters) {}

    /**
     * The recording of a call.
     *
     * @param state waiting, on, paused, off, complete, uploading, uploaded, removed or failed
     * @param file path of the finished file; empty where there is none here
     * @param url where it is sent or was sent to; empty for nowhere
     * @param seconds its length so far
     * @param problem why it is not recorded, or not to its end; empty for no problem
     */
    public record Recording(
            String state,
            @JsonInclude(Include.NON_EMPTY) String file,
            @JsonInclude(Include.NON_EMPTY) String url,
            double seconds,
            @JsonInclude(Include.NON_EMPTY) String problem) {}

    /**
     * Notes that a model wrote down about a call that is over.
     *
     * @param state waiting, ready or missing
     * @param summary of the call; empty where none was asked for
     * @param fields by name, as the schema of the configuration has them
     * @param problem why it is missing; empty otherwise
     */
    public record AfterCall(
            String state,
            @JsonInclude(Include.NON_EMPTY) String summary,
            @JsonInclude(Include.NON_EMPTY) Map<String, Object> fields,
            @JsonInclude(Include.NON_EMPTY) String problem) {
        /** It is not there yet. */
        public static final AfterCall WAITING = new AfterCall("waiting", "", Map.of(), "");

        /** It is there. */
        public static AfterCall ready(String summary, Map<String, Object> fields) {
            return new AfterCall("ready", summary, fields, "");
        }

        /** It will not come, because of {@code problem}. */
        public static AfterCall missing(String problem) {
            return new AfterCall("missing", "", Map.of(), problem);
        }
    }

    /**
     * The way by which a call came, or went out.
     *
     * @param direction in or out
     * @param trunk name of the trunk; empty for none
     * @param peer transport and address of the other side's signalling; empty where it is not known
     * @param codecs that the caller offered; empty for no offer
     */
    @JsonInclude(Include.NON_EMPTY)
    public record Origin(String direction, String trunk, String peer, List<String> codecs) {}

    /**
     * The media of a call over RTP.
     *
     * @param codec encoding name of the audio received last, or null before the first
     * @param srtp crypto suite, or null for media that is not encrypted
     */
    public record Media(@JsonInclude(Include.NON_NULL) String codec, @JsonInclude(Include.NON_NULL) String srtp) {}

    /**
     * Progress of a call of ours.
     *
     * @param sipStatus latest status; 0 before the first
     * @param answeredBy person, voicemail, fax or silence; null while it is not known
     */
    public record Dial(int sipStatus, @JsonInclude(Include.NON_NULL) String answeredBy) {}

    /**
     * The stages of an answer, in ms after the caller's last sound; without those that it did not pass.
     *
     * @param turnId the agent's turn; empty when it is no longer kept
     * @param utteranceId of what it said, in the history
     * @param slowest the stage that added most: endpoint, words, request, dialogue, clause, voice, playout
     * @param speechEndedAt the caller's last sound
     * @param endedBy what showed that the caller's turn was over
     * @param decidedMs the turn was over
     * @param wordsMs its words were final
     * @param requestMs the dialogue was asked
     * @param textMs its first words
     * @param clauseMs the voice was asked
     * @param voiceMs its first sound
     * @param audioMs the first frame was sent
     */
    public record AnswerLine(
            String turnId,
            String utteranceId,
            String slowest,
            Instant speechEndedAt,
            String endedBy,
            int decidedMs,
            @JsonInclude(Include.NON_NULL) Integer wordsMs,
            @JsonInclude(Include.NON_NULL) Integer requestMs,
            @JsonInclude(Include.NON_NULL) Integer textMs,
            @JsonInclude(Include.NON_NULL) Integer clauseMs,
            @JsonInclude(Include.NON_NULL) Integer voiceMs,
            int audioMs) {}

    /**
     * A transition.
     *
     * @param at when
     * @param rule row of the transition table
     * @param from state before
     * @param to state after
     * @param trigger what caused it
     * @param durationMs time in {@code from}
     * @param views published names after it
     */
    public record TransitionLine(
            Instant at,
            String rule,
            String from,
            String to,
            String trigger,
            long durationMs,
            @JsonProperty("view") FloorViews views) {}

    /**
     * A change of the Vantum view.
     *
     * @param at when
     * @param from name before
     * @param to name after
     * @param durationMs time in {@code from}
     */
    public record VantumLine(Instant at, String from, String to, long durationMs) {}

    /**
     * An alert.
     *
     * @param at when
     * @param kind short and stable
     * @param value milliseconds or interruptions
     * @param limit that was exceeded
     * @param text for people
     */
    public record AlertLine(Instant at, String kind, long value, long limit, String text) {}

    /**
     * The agent's words in its present turn (ITE-REQ-011).
     *
     * @param text all words so far
     * @param heardChars number of characters that the caller has heard
     */
    public record Words(String text, int heardChars) {}

    /**
     * End of a call.
     *
     * @param cause stable name
     * @param by who ended it
     * @param reason for people
     * @param sipStatus status of SIP that said so; 0 for none
     */
    public record End(String cause, String by, String reason, @JsonInclude(Include.NON_DEFAULT) int sipStatus) {
        /** An end that no status of SIP belongs to. */
        public End(String cause, String by, String reason) {
            this(cause, by, reason, 0);
        }
    }

    /**
     * An event of the timeline.
     *
     * @param atMs since admission
     * @param kind short and stable
     * @param text for people
     */
    public record TimelineLine(long atMs, String kind, String text) {}

    /**
     * An utterance.
     *
     * @param utteranceId unique within the call
     * @param role user, assistant or system
     * @param text the words that were heard
     * @param interrupted whether the agent was cut short
     * @param interruptedAt when, or null
     * @param intended the agent's whole text when it was interrupted, else empty
     */
    public record Utterance(
            String utteranceId,
            String role,
            String text,
            boolean interrupted,
            @JsonInclude(Include.NON_NULL) Instant interruptedAt,
            @JsonInclude(Include.NON_EMPTY) String intended) {
        /** Returns the same without the time of the interruption. */
        public Utterance withoutInterruption() {
            return new Utterance(utteranceId, role, text, interrupted, null, intended);
        }
    }

    /**
     * A SIP message.
     *
     * @param at when
     * @param direction in or out
     * @param peer address and port of the other side
     * @param summary first line
     * @param message the whole message without its secrets; empty where it is not kept
     */
    public record LadderLine(
            Instant at,
            String direction,
            String peer,
            String summary,
            @JsonInclude(Include.NON_EMPTY) String message) {}
}
