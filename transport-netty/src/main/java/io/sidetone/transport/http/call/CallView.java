package io.sidetone.transport.http.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.floor.FloorViews;
import java.time.Instant;

/**
 * A call in short.
 *
 * @param callId 26-character ULID
 * @param externalId SIP Call-ID or the carrier's id
 * @param transport {@code sip-udp}, {@code sip-tcp}, …
 * @param agent name of the agent
 * @param from address of the caller, as it came
 * @param to called address
 * @param caller number of the caller in the normal form, or empty
 * @param called number that was called in the normal form, or empty
 * @param state floor state
 * @param view the state in the published vocabularies
 * @param startedAt admission
 * @param held whether the peer holds the call
 * @param yielding whether playout is paused for the caller
 * @param recovering whether the call recovers from a degraded engine
 * @param ageMs time since admission; for an ended call, until its end
 * @param lastResponseMs time from the end of the caller's speech to the agent's first audio in the last turn; 0 before
 *     the first
 * @param levels recent loudness of both voices, or null
 */
public record CallView(
        String callId,
        String externalId,
        String transport,
        String agent,
        String from,
        String to,
        String caller,
        String called,
        String state,
        FloorViews view,
        Instant startedAt,
        boolean held,
        boolean yielding,
        boolean recovering,
        long ageMs,
        long lastResponseMs,
        @JsonInclude(JsonInclude.Include.NON_NULL) VoiceLevels.Snapshot levels) {}
