package io.sidetone.transport.stream;

/** A call that a connection brings cannot be taken; the message says why and what helps. */
public final class StreamRefusedException extends Exception {
    /** HTTP status when no agent takes the call. */
    public static final int NOBODY = 404;

    /** HTTP status for no room, or a server that drains. */
    public static final int NO_ROOM = 503;

    private static final long serialVersionUID = 1L;

    private final int status;

    /** Creates a refusal with an HTTP status. */
    public StreamRefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns the HTTP status that says the same. */
    public int status() {
        return status;
    }
}
