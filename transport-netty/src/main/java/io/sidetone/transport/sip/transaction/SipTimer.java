package io.sidetone.transport.sip.transaction;

/** The timers of RFC 3261 table 4 and RFC 6026 that belong to transactions of an endpoint. */
public enum SipTimer {
    /** INVITE request retransmission, UDP only. */
    A,
    /** INVITE client transaction timeout. */
    B,
    /** Wait for retransmissions of a non-2xx final response to INVITE. */
    D,
    /** Non-INVITE request retransmission, UDP only. */
    E,
    /** Non-INVITE client transaction timeout. */
    F,
    /** Retransmission of a non-2xx final response to INVITE, UDP only. */
    G,
    /** Wait for the ACK of a non-2xx final response. */
    H,
    /** Wait for retransmissions of that ACK. */
    I,
    /** Wait for retransmissions of a non-INVITE request. */
    J,
    /** Wait for retransmissions of a final response to a non-INVITE request. */
    K,
    /** Server side, RFC 6026: how long an accepted INVITE absorbs its retransmissions. */
    L,
    /** Client side, RFC 6026: how long further 2xx responses are passed up. */
    M;

    /** Returns whether the timer sends the last message again rather than ending a wait. */
    public boolean retransmits() {
        return this == A || this == E || this == G;
    }
}
