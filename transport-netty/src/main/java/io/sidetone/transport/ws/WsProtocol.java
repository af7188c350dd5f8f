package io.sidetone.transport.ws;

/** A protocol at one path. All its connections share it; thread-safe. */
@FunctionalInterface
public interface WsProtocol {
    /** Decides on a connection before it is upgraded. Event loop; never blocks. */
    WsDecision admit(WsHandshake handshake);
}
