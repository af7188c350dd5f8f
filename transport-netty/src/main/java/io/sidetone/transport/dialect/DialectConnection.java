package io.sidetone.transport.dialect;

import io.sidetone.core.control.EndCause;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsOutput;

/** One connection and its call, as the input of its dialect sees them. Event loop only. */
public interface DialectConnection {
    /** Returns the way out of the connection. */
    WsOutput out();

    /** Returns the call, or null before it began, while it is decided on, and after it ended. */
    StreamCallHandle call();

    /** Returns whether the call was begun and somebody decides on it: it may be there soon. */
    boolean asked();

    /** Returns the path of the connection, without a ticket. */
    String path();

    /** Returns a value of the address's query, or {@code otherwise}. */
    String query(String name, String otherwise);

    /**
     * Begins the call; when no agent takes it, or there is no room, the connection is closed. Somebody may have to decide on it
     * first: then there is no call yet.
     *
     * @return whether there is a call, or may be one soon
     */
    boolean begin(CallStart start, long nowNs);

    /** The peer ended the call. Harmless without a call. */
    void hangUp(EndCause cause, long nowNs);

    /** Closes the connection; what still comes in is ignored. */
    void leave(int code, String reason);
}
