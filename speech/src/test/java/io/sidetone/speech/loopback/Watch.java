package io.sidetone.speech.loopback;

/**
 * Hears what goes over the connections of a {@link LoopbackServer}, for those who measure. Called on the server's event loop,
 * with the machine's monotonic clock; {@code connection} is the same object as long as the connection lives.
 */
public interface Watch {
    /** Hears nothing. */
    Watch NONE = new Watch() {};

    /** The connection was accepted. */
    default void opened(Object connection, long atNs) {}

    /** A whole message (text, or bytes), or the body of a whole request, was read. */
    default void came(Object connection, String path, Object message, long atNs) {}

    /** A message (text, or bytes), or a piece of an answer (bytes; empty text for its end), is written now. */
    default void went(Object connection, String path, Object message, long atNs) {}

    /** The connection is closed. */
    default void gone(Object connection, long atNs) {}
}
