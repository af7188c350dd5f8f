package io.sidetone.transport.stream;

import io.sidetone.transport.ws.WsOutput;

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

    /** Returns whether another attempt may succeed: the server has no room now. */
    public boolean full() {
        return status == NO_ROOM;
    }

    /** Returns {@code no_room} or {@code no_agent}, as sessions name the refusal to their clients. */
    public String code() {
        return full() ? "no_room" : "no_agent";
    }

    /** Returns the code of RFC 6455, section 7.4.1, that a connection closes with. */
    public int closeCode() {
        return full() ? WsOutput.TRY_AGAIN_LATER : WsOutput.POLICY_VIOLATION;
    }

    /** Returns the HTTP status that says the same. */
    public int status() {
        return status;
    }
}
