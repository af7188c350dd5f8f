package io.sidetone.core.control;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Something the call's signalling is asked to do while the call goes on. Immutable; it comes back with every word about
 * how far it is.
 *
 * @param kind what to do
 * @param argument target of a transfer, a number, a URI or {@code call:} and the id of a call, the digits to send; empty for hold and resume
 * @param invocationId the action it was asked for by, or null when somebody else did
 * @param headers of the REFER or the BYE, by name; checked by {@link ExtraHeaders}
 */
public record ControlRequest(Kind kind, String argument, String invocationId, Map<String, String> headers) {
    private static final String CALL = "call:";

    /** Things that can be asked for. */
    public enum Kind {
        /** Hand the call on (blind transfer). */
        TRANSFER,
        /** Put the caller on hold. */
        HOLD,
        /** Take the caller back. */
        RESUME,
        /** Send digits to the caller's side. */
        DIGITS,
        /** Say goodbye with headers of our own, when we end the call. */
        HANG_UP
    }

    /** Refuses null. */
    public ControlRequest {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(argument, "argument");
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A blind transfer to {@code target}. */
    public static ControlRequest transfer(String target, String invocationId) {
        return transfer(target, invocationId, Map.of());
    }

    /** A transfer to whom another call of ours talks to; that call has to stand. */
    public static ControlRequest connect(String callId, String invocationId) {
        return new ControlRequest(Kind.TRANSFER, CALL + callId, invocationId, Map.of());
    }

    /** Returns the id of the call that a transfer goes to, or null where it goes to a number or a URI. */
    public String otherCallId() {
        return kind == Kind.TRANSFER && argument.startsWith(CALL) ? argument.substring(CALL.length()) : null;
    }

    /** The same with headers of our own. */
    public static ControlRequest transfer(String target, String invocationId, Map<String, String> headers) {
        return new ControlRequest(Kind.TRANSFER, target, invocationId, headers);
    }

    /** Headers of our own in the goodbye. */
    public static ControlRequest hangUp(Map<String, String> headers) {
        return new ControlRequest(Kind.HANG_UP, "", null, headers);
    }

    /** Hold, or its end. */
    public static ControlRequest hold(boolean on, String invocationId) {
        return new ControlRequest(on ? Kind.HOLD : Kind.RESUME, "", invocationId, Map.of());
    }

    /** Digits 0–9, *, #, A–D. */
    public static ControlRequest digits(String digits, String invocationId) {
        return new ControlRequest(Kind.DIGITS, digits, invocationId, Map.of());
    }
}
