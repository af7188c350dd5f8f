package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Carries messages to one server and back, once: a link that is lost is replaced by a new one. Thread-safe; nothing blocks. */
interface McpLink extends AutoCloseable {
    /**
     * Opens it.
     *
     * @throws McpUnreachableException when that is impossible; the message says why
     */
    void open(Listener listener) throws McpUnreachableException;

    /** The server was initialized and speaks {@code protocolVersion}. */
    void initialized(String protocolVersion);

    /** Listens for what the server says on its own, where it does not listen already. */
    void listen();

    /**
     * Sends a message.
     *
     * @param id of the request that it is; 0 for other messages
     * @param headers for transports that have some
     */
    void send(long id, byte[] message, Map<String, String> headers);

    /** Nobody waits for the answer to the request {@code id} any more. */
    void abandon(long id);

    /** Returns at once; what is open ends in the background. */
    @Override
    void close();

    /** Waits for what {@link #close} left to the background. */
    void awaitEnd(long limitMs) throws InterruptedException;

    /** Hears of what comes. Any thread. */
    interface Listener {
        /** A message came. */
        void message(JsonNode message);

        /** The request {@code id} got no answer, and gets none any more. */
        void refused(long id, String why);

        /** The server does not know the session any more; it has not carried the request {@code id} out. */
        void expired(long id);

        /** Nothing can be sent or received any more. */
        void lost(String why);
    }
}
