package io.sidetone.transport.capture;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.EnumNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.EnumNaming;
import java.time.Instant;

/**
 * One capture that was asked for.
 *
 * @param captureId 26-character ULID
 * @param callId of the call; empty while it waits, and for an INVITE that was refused
 * @param wish what it waits or waited for; null where a live call was named
 * @param askedAt when it was asked for
 * @param state what it does
 * @param file where it is written; empty while it waits
 * @param startedAt when it began; null while it waits
 * @param packets written so far
 * @param bytes of the file that are whole so far
 * @param problem why it failed, else empty
 */
@JsonInclude(Include.NON_EMPTY)
public record CaptureStatus(
        String captureId,
        String callId,
        @JsonUnwrapped CaptureWish wish,
        Instant askedAt,
        State state,
        String file,
        Instant startedAt,
        long packets,
        long bytes,
        String problem) {
    /** States of a capture. */
    @EnumNaming(LowerCamelCaseStrategy.class)
    public enum State {
        /** It waits for a call or a refusal. */
        WAITING,
        /** It takes packets. */
        RUNNING,
        /** It was asked to end, or its call ended. */
        ENDED,
        /** It has as many bytes, or lasted as long, as one may. */
        LIMITED,
        /** The file could not be written any more. */
        FAILED,
        /** It was asked to end while it waited. */
        CANCELLED,
        /** Nothing that it waited for came in time. */
        EXPIRED
    }

    /** Returns the same in another state, without a file. */
    CaptureStatus unwritten(State now, String why) {
        return new CaptureStatus(captureId, "", wish, askedAt, now, "", null, 0, 0, why);
    }

    boolean over() {
        return state != State.WAITING && state != State.RUNNING;
    }
}
