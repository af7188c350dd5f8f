package io.sidetone.transport.ws;

import java.util.Objects;

/** The decision on a handshake. */
public sealed interface WsDecision {
    /**
     * The connection is upgraded.
     *
     * @param session receives its messages
     * @param subprotocol the chosen one of those offered, or null
     * @param maxMessageBytes a longer message closes the connection with 1009
     * @param firstMessageMs a connection that sends nothing for this long, or has not {@link WsSession#begun} by then,
     *     is closed with 1008; 0 for no limit
     * @param proof whether the peer has sent a key
     */
    record Accept(WsSession session, String subprotocol, int maxMessageBytes, int firstMessageMs, WsProof proof)
            implements WsDecision {
        /** Checks that nothing is missing. */
        public Accept {
            Objects.requireNonNull(session, "session");
            Objects.requireNonNull(proof, "proof");
        }

        /** Accepts a connection whose handshake carried the key, or that needs none. */
        public Accept(WsSession session, String subprotocol, int maxMessageBytes, int firstMessageMs) {
            this(session, subprotocol, maxMessageBytes, firstMessageMs, WsProof.given());
        }
    }

    /**
     * The connection is refused before the upgrade.
     *
     * @param status HTTP status
     * @param detail problem and remedy
     */
    record Refuse(int status, String detail) implements WsDecision {}

    /** Upgrades. */
    static WsDecision accept(WsSession session, String subprotocol, int maxMessageBytes) {
        return new Accept(session, subprotocol, maxMessageBytes, 0);
    }

    /** Refuses. */
    static WsDecision refuse(int status, String detail) {
        return new Refuse(status, detail);
    }
}
