package io.sidetone.server.records.delivery;

import java.util.Arrays;

/**
 * One record: what became known of one call.
 *
 * @param kind what became known
 * @param callId 26-character ULID
 * @param body the call as JSON, or the event that a subscriber receives
 */
public record SpoolRecord(Kind kind, String callId, byte[] body) {
    /** Longest body: 8 MiB. */
    public static final int MAX_BODY = 8 << 20;

    /** Kind of a record. */
    public enum Kind {
        /** It began. */
        OPENED,
        /** It is over. */
        ENDED,
        /** The process that ran it is gone. */
        ABORTED,
        /** An event of it for a subscriber. */
        EVENT
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpoolRecord that
                && kind == that.kind
                && callId.equals(that.callId)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * callId.hashCode() + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return kind + " " + callId + " (" + body.length + " B)";
    }
}
