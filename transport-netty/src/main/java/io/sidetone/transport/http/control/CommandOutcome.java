package io.sidetone.transport.http.control;

/**
 * The result of a command.
 *
 * @param kind kind of the result
 * @param state state of the call, if there is one
 * @param detail reason for people, when it was not accepted
 */
public record CommandOutcome(Kind kind, String state, String detail) {
    /** The kinds of results. */
    public enum Kind {
        /** The command was passed to the call. */
        ACCEPTED,
        /** There is no such call. */
        UNKNOWN,
        /** The call's state does not allow it. */
        CONFLICT,
        /** The configuration does not allow it. */
        FORBIDDEN,
        /** The command itself is invalid. */
        INVALID
    }

    /** The command was passed to the call. */
    public static CommandOutcome accepted(String state) {
        return new CommandOutcome(Kind.ACCEPTED, state, "");
    }

    /** There is no such call. */
    public static CommandOutcome unknown() {
        return new CommandOutcome(Kind.UNKNOWN, "", "");
    }

    /** {@code state} does not allow it. */
    public static CommandOutcome conflict(String state, String detail) {
        return new CommandOutcome(Kind.CONFLICT, state, detail);
    }

    /** The configuration does not allow it, whatever the {@code state} of the call. */
    public static CommandOutcome forbidden(String state, String detail) {
        return new CommandOutcome(Kind.FORBIDDEN, state, detail);
    }

    /** The command itself is invalid. */
    public static CommandOutcome invalid(String detail) {
        return new CommandOutcome(Kind.INVALID, "", detail);
    }
}
