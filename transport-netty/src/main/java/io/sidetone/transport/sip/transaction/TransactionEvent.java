package io.sidetone.transport.sip.transaction;

/**
 * Events that can happen to a transaction. Requests, ACK and responses come from the network on the side that receives them;
 * responses come from the transaction user on the server side.
 */
enum TransactionEvent {
    /** The request again: a retransmission seen by a server transaction. */
    REQUEST,
    /** An ACK that belongs to the INVITE of this server transaction. */
    ACK,
    /** A 1xx response. */
    PROVISIONAL,
    /** A 2xx response. */
    SUCCESS,
    /** A 3xx–6xx response. */
    FAILURE,
    TIMER_A,
    TIMER_B,
    TIMER_D,
    TIMER_E,
    TIMER_F,
    TIMER_G,
    TIMER_H,
    TIMER_I,
    TIMER_J,
    TIMER_K,
    TIMER_L,
    TIMER_M,
    /** The flow refused a message. */
    TRANSPORT_ERROR,
    /** The transaction user lost interest in a client transaction that got no final response. */
    ABANDON;

    /** Returns the event of a timer that fired. */
    static TransactionEvent of(SipTimer timer) {
        return switch (timer) {
            case A -> TIMER_A;
            case B -> TIMER_B;
            case D -> TIMER_D;
            case E -> TIMER_E;
            case F -> TIMER_F;
            case G -> TIMER_G;
            case H -> TIMER_H;
            case I -> TIMER_I;
            case J -> TIMER_J;
            case K -> TIMER_K;
            case L -> TIMER_L;
            case M -> TIMER_M;
        };
    }

    /** Returns the event of a response with {@code statusCode}. */
    static TransactionEvent ofStatus(int statusCode) {
        if (statusCode < 200) {
            return PROVISIONAL;
        }
        return statusCode < 300 ? SUCCESS : FAILURE;
    }
}
