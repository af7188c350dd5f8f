package io.sidetone.core.control;

import java.util.Objects;

/**
 * Something the call's signalling is asked to do while the call goes on. Immutable; it comes back with every word about
 * how far it is.
 *
 * @param kind what to do
 * @param argument target URI of a transfer, the digits to send; empty for hold and resume
 * @param invocationId the action it was asked for by, or null when somebody else did
 */
public record ControlRequest(Kind kind, String argument, String invocationId) {
    /** What can be asked for. */
    public enum Kind {
        /** Hand the call on (blind transfer). */
        TRANSFER,
        /** Put the caller on hold. */
        HOLD,
        /** Take the caller back. */
        RESUME,
        /** Send digits to the caller's side. */
        DIGITS
    }

    /** Refuses null. */
    public ControlRequest {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(argument, "argument");
    }

    /** A blind transfer to {@code target}. */
    public static ControlRequest transfer(String target, String invocationId) {
        return new ControlRequest(Kind.TRANSFER, target, invocationId);
    }

    /** Hold, or its end. */
    public static ControlRequest hold(boolean on, String invocationId) {
        return new ControlRequest(on ? Kind.HOLD : Kind.RESUME, "", invocationId);
    }

    /** Digits 0–9, *, #, A–D. */
    public static ControlRequest digits(String digits, String invocationId) {
        return new ControlRequest(Kind.DIGITS, digits, invocationId);
    }
}
