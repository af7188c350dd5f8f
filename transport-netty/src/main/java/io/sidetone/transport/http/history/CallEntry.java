package io.sidetone.transport.http.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.sidetone.core.setting.Altered;
import java.time.Instant;
import java.util.Map;

/**
 * A call as one line of the history. What is not known of a call is null, and left out of its JSON.
 *
 * @param callId 26-character ULID; newer calls have greater ids
 * @param state live, ended or refused
 * @param status of SIP or HTTP that the call ended with, or was refused with; 200 for one that was answered
 * @param cause name of the end's, or the refusal's, cause
 * @param reason the cause in words
 * @param direction in or out
 * @param from address of the caller, as it came
 * @param to called address, as it came
 * @param agent name of the agent that had it, or would have had it; empty for none
 * @param trunk name of the trunk in the configuration; empty for none
 * @param startedAt admission, or the time of the refusal
 * @param endedAt end, or the time of the last refusal; null while it is live
 * @param durationMs admission to end
 * @param answered whether somebody took it
 * @param turns of the caller that were answered
 * @param interruptions how often the agent was cut short
 * @param worstAnswerMs the longest time from the caller's last sound to the agent's first
 * @param mos how the caller sounded, 1 to 4.5
 * @param cost of its engines by currency; empty when no engine has a price
 * @param externalId SIP Call-ID or the carrier's id; empty for none
 * @param transport {@code sip-udp}, …
 * @param attempts how many refused calls of one source this line stands for; null for one
 */
@JsonInclude(Include.NON_NULL)
public record CallEntry(
        String callId,
        String state,
        Integer status,
        String cause,
        String reason,
        String direction,
        String from,
        String to,
        String agent,
        String trunk,
        Instant startedAt,
        Instant endedAt,
        Long durationMs,
        Boolean answered,
        Integer turns,
        Integer interruptions,
        Integer worstAnswerMs,
        Double mos,
        @JsonInclude(Include.NON_EMPTY) Map<String, Double> cost,
        String externalId,
        String transport,
        Integer attempts) {
    /** Goes on. */
    public static final String LIVE = "live";

    /** Is over. */
    public static final String ENDED = "ended";

    /** Was refused before a lane had it. */
    public static final String REFUSED = "refused";

    /** Came to us. */
    public static final String IN = "in";

    /** Was placed by us. */
    public static final String OUT = "out";

    /** Returns the same as the line of {@code many} refused calls, the last of which was at {@code last}. */
    public CallEntry of(int many, Instant last) {
        return Altered.with(this, "attempts", many, "endedAt", last);
    }

    /** Returns the same without what says how often the agent was cut short (ITE-SEC-001). */
    public CallEntry withoutInterruptions() {
        return Altered.with(this, "interruptions", null);
    }
}
