package io.sidetone.transport.sip.transaction;

/** Actions that a transition asks of the transaction. */
enum TransactionAction {
    /** Send the message that came with the event and remember it. */
    SEND(null),
    /** Send the remembered message again, if there is one. */
    RESEND(null),
    /** Send the ACK of a non-2xx final response (RFC 3261 17.1.1.3). */
    SEND_ACK(null),
    /** Hand the message to the transaction user. */
    DELIVER(null),
    /** Report to the transaction user that the other side stayed silent. */
    REPORT_TIMEOUT(null),
    /** Report to the transaction user that the flow refused a message. */
    REPORT_UNSENT(null),
    /** Start the retransmission timer of the machine again with its next interval. */
    BACK_OFF(null),
    /** Start the retransmission timer of the machine again with T2. */
    HOLD_AT_T2(null),
    /** Stop retransmitting. */
    STOP_RETRANSMITTING(null),
    /** Stop the running wait. */
    STOP_WAITING(null),
    START_A(SipTimer.A),
    START_B(SipTimer.B),
    START_D(SipTimer.D),
    START_E(SipTimer.E),
    START_F(SipTimer.F),
    START_G(SipTimer.G),
    START_H(SipTimer.H),
    START_I(SipTimer.I),
    START_J(SipTimer.J),
    START_K(SipTimer.K),
    START_L(SipTimer.L),
    START_M(SipTimer.M);

    private final SipTimer timer;

    TransactionAction(SipTimer timer) {
        this.timer = timer;
    }

    /** Returns the timer to start, or null. */
    SipTimer timer() {
        return timer;
    }
}
