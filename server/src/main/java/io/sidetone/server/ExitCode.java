package io.sidetone.server;

/** The exit codes of the process. */
public enum ExitCode {
    /** Done, or stopped in order. */
    OK(0),
    /** The check found problems. */
    CHECK_FAILED(1),
    /** The command line is invalid. */
    USAGE(2),
    /** A required service or library is missing, or an address is taken. */
    UNAVAILABLE(69),
    /** The configuration cannot be used. */
    CONFIG(78);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** Returns the number. */
    public int code() {
        return code;
    }
}
