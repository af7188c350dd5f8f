package io.sidetone.transport.ws;

/** A protocol that is spoken at a path. Shared by all its connections; thread-safe. */
@FunctionalInterface
public interface WsProtocol {
    /** Decides on a connection before it is upgraded. Event loop; never blocks. */
    WsDecision admit(WsHandshake handshake);
}
