package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.TransactionAction.BACK_OFF;
import static io.sidetone.transport.sip.transaction.TransactionAction.DELIVER;
import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_TIMEOUT;
import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_UNSENT;
import static io.sidetone.transport.sip.transaction.TransactionAction.RESEND;
import static io.sidetone.transport.sip.transaction.TransactionAction.SEND;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_G;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_H;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_I;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_L;
import static io.sidetone.transport.sip.transaction.TransactionAction.STOP_RETRANSMITTING;
import static io.sidetone.transport.sip.transaction.TransactionEvent.ACK;
import static io.sidetone.transport.sip.transaction.TransactionEvent.FAILURE;
import static io.sidetone.transport.sip.transaction.TransactionEvent.PROVISIONAL;
import static io.sidetone.transport.sip.transaction.TransactionEvent.REQUEST;
import static io.sidetone.transport.sip.transaction.TransactionEvent.SUCCESS;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_G;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_H;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_I;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_L;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TRANSPORT_ERROR;

/** The INVITE server transaction of RFC 3261 figure 7 as replaced by RFC 6026 figure 5. */
final class InviteServerMachine {
    /** The states. */
    enum State {
        /** Awaits the transaction user's final response. */
        PROCEEDING,
        /** Awaits the ACK of a non-2xx final response. */
        COMPLETED,
        /** Awaits the end of ACK retransmissions. */
        CONFIRMED,
        /** Awaits the end of INVITE retransmissions after a 2xx; the transaction user repeats the 2xx. */
        ACCEPTED,
        /** Awaits nothing. */
        TERMINATED
    }

    static final TransitionTable<State, TransactionEvent, TransactionAction> TABLE =
            TransitionTable.<State, TransactionEvent, TransactionAction>of(State.class, TransactionEvent.class)
                    .on(State.PROCEEDING, REQUEST, State.PROCEEDING, RESEND)
                    .on(State.PROCEEDING, PROVISIONAL, State.PROCEEDING, SEND)
                    .on(State.PROCEEDING, SUCCESS, State.ACCEPTED, SEND, START_L)
                    .on(State.PROCEEDING, FAILURE, State.COMPLETED, SEND, START_G, START_H)
                    .on(State.PROCEEDING, TRANSPORT_ERROR, State.PROCEEDING, REPORT_UNSENT)
                    .on(State.COMPLETED, REQUEST, State.COMPLETED, RESEND)
                    .on(State.COMPLETED, TIMER_G, State.COMPLETED, RESEND, BACK_OFF)
                    .on(State.COMPLETED, ACK, State.CONFIRMED, STOP_RETRANSMITTING, START_I)
                    .on(State.COMPLETED, TIMER_H, State.TERMINATED, REPORT_TIMEOUT)
                    .on(State.COMPLETED, TRANSPORT_ERROR, State.COMPLETED, REPORT_UNSENT)
                    .on(State.CONFIRMED, REQUEST, State.CONFIRMED)
                    .on(State.CONFIRMED, ACK, State.CONFIRMED)
                    .on(State.CONFIRMED, TIMER_I, State.TERMINATED)
                    .on(State.ACCEPTED, REQUEST, State.ACCEPTED)
                    .on(State.ACCEPTED, SUCCESS, State.ACCEPTED, SEND)
                    .on(State.ACCEPTED, ACK, State.ACCEPTED, DELIVER)
                    .on(State.ACCEPTED, TIMER_L, State.TERMINATED)
                    .on(State.ACCEPTED, TRANSPORT_ERROR, State.ACCEPTED, REPORT_UNSENT)
                    .build();

    private InviteServerMachine() {}
}
