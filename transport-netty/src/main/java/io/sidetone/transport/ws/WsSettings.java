package io.sidetone.transport.ws;

/**
 * Limits of every connection.
 *
 * @param pingMs how often a silent peer is asked whether it is there
 * @param idleMs a peer of which nothing was heard for so long, not even a pong, or that took nothing for so long, is closed
 * @param mostWaitingBytes control that may wait for a slow peer; more closes the connection with 1013
 * @param audioWaitingBytes how much may wait before audio is kept back
 * @param proofMs how long a peer has to show its key where the handshake carried none
 */
public record WsSettings(int pingMs, int idleMs, int mostWaitingBytes, int audioWaitingBytes, int proofMs) {
    /** What is usual. */
    public static final WsSettings DEFAULT = new WsSettings(20_000, 60_000, 1 << 20, 16_384, 5_000);
}
