package io.sidetone.transport.ws;

/**
 * Limits of every connection.
 *
 * @param pingMs time without messages after which a ping is sent
 * @param idleMs a peer that sent nothing for this long, not even a pong, or accepted nothing for this long, is closed
 * @param mostWaitingBytes control messages that may wait for a slow peer; more closes the connection with 1013
 * @param audioWaitingBytes waiting bytes above which audio is dropped
 * @param proofMs how long a peer may take to send its key when the handshake carried none
 */
public record WsSettings(int pingMs, int idleMs, int mostWaitingBytes, int audioWaitingBytes, int proofMs) {
    /** The default limits. */
    public static final WsSettings DEFAULT = new WsSettings(20_000, 60_000, 1 << 20, 16_384, 5_000);
}
