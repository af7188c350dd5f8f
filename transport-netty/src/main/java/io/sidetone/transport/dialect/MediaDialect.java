package io.sidetone.transport.dialect;

import io.sidetone.core.control.EndCause;
import java.util.Set;

/**
 * A dialect: what is particular to it, and who reads it. Immutable.
 *
 * @param name as in paths, configuration and metrics
 * @param subprotocols of the WebSocket: one of them is selected if it is offered
 * @param maxMessageBytes longest message that is read
 * @param addressing where the caller, the called address and the agent are read
 * @param socketGone what it means when the peer closes its socket without a word
 * @param opening makes the way in of one connection
 */
public record MediaDialect(
        String name,
        Set<String> subprotocols,
        int maxMessageBytes,
        Addressing addressing,
        EndCause socketGone,
        Opening opening) {
    /** Places where a peer says who calls whom. */
    public enum Addressing {
        /** In its first message; the path may name the agent. */
        MESSAGE,
        /** In the query of the address it connects to, else in its first message; path or query may name the agent. */
        QUERY
    }

    /** Makes the way in of one connection. */
    @FunctionalInterface
    public interface Opening {
        /** Returns what reads the messages of {@code connection}. */
        DialectInput open(DialectConnection connection);
    }

    /** Copies the set. */
    public MediaDialect {
        subprotocols = Set.copyOf(subprotocols);
    }
}
