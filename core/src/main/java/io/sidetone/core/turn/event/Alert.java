package io.sidetone.core.turn.event;

import io.sidetone.core.floor.CallEvent;

/**
 * Something that deserves an operator's look (VAN-13).
 *
 * @param kind what
 * @param atNs when it was raised, on the lane's clock
 * @param value milliseconds, or interruptions
 * @param limit that was exceeded, in the same unit
 */
public record Alert(AlertKind kind, long atNs, long value, long limit) implements CallEvent {
    /** Returns the alert in words. */
    public String text() {
        return switch (kind) {
            case THINKING_TOO_LONG -> "the response takes longer than " + limit + " ms";
            case RESPONDING_TOO_LONG -> "the agent has been speaking for longer than " + limit + " ms";
            case INTERRUPTED_TOO_OFTEN -> value + " interruptions in this call, more than " + limit;
        };
    }
}
