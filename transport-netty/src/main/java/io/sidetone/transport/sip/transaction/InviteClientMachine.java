package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.TransactionAction.BACK_OFF;
import static io.sidetone.transport.sip.transaction.TransactionAction.DELIVER;
import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_TIMEOUT;
import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_UNSENT;
import static io.sidetone.transport.sip.transaction.TransactionAction.RESEND;
import static io.sidetone.transport.sip.transaction.TransactionAction.SEND_ACK;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_D;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_M;
import static io.sidetone.transport.sip.transaction.TransactionAction.STOP_RETRANSMITTING;
import static io.sidetone.transport.sip.transaction.TransactionAction.STOP_WAITING;
import static io.sidetone.transport.sip.transaction.TransactionEvent.ABANDON;
import static io.sidetone.transport.sip.transaction.TransactionEvent.FAILURE;
import static io.sidetone.transport.sip.transaction.TransactionEvent.PROVISIONAL;
import static io.sidetone.transport.sip.transaction.TransactionEvent.SUCCESS;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_A;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_B;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_D;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_M;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TRANSPORT_ERROR;

/**
 * The INVITE client transaction of RFC 3261 figure 5 as replaced by RFC 6026 figure 4. Timers A and B start with the
 * request itself, before the first event. A provisional response that UDP delivered late is absorbed.
 */
final class InviteClientMachine {
    /** The states. */
    enum State {
        /** Awaits any response. */
        CALLING,
        /** Awaits a final response, without limit: the transaction user cancels or abandons. */
        PROCEEDING,
        /** Awaits the end of retransmissions of a non-2xx final response. */
        COMPLETED,
        /** Awaits further 2xx responses, repeated or from other forks. */
        ACCEPTED,
        /** Awaits nothing. */
        TERMINATED
    }

    static final TransitionTable<State, TransactionEvent, TransactionAction> TABLE =
            TransitionTable.<State, TransactionEvent, TransactionAction>of(State.class, TransactionEvent.class)
                    .on(State.CALLING, TIMER_A, State.CALLING, RESEND, BACK_OFF)
                    .on(State.CALLING, TIMER_B, State.TERMINATED, REPORT_TIMEOUT)
                    .on(State.CALLING, PROVISIONAL, State.PROCEEDING, STOP_RETRANSMITTING, STOP_WAITING, DELIVER)
                    .on(State.CALLING, SUCCESS, State.ACCEPTED, STOP_RETRANSMITTING, START_M, DELIVER)
                    .on(State.CALLING, FAILURE, State.COMPLETED, STOP_RETRANSMITTING, SEND_ACK, DELIVER, START_D)
                    .on(State.CALLING, TRANSPORT_ERROR, State.TERMINATED, REPORT_UNSENT)
                    .on(State.CALLING, ABANDON, State.TERMINATED)
                    .on(State.PROCEEDING, PROVISIONAL, State.PROCEEDING, DELIVER)
                    .on(State.PROCEEDING, SUCCESS, State.ACCEPTED, START_M, DELIVER)
                    .on(State.PROCEEDING, FAILURE, State.COMPLETED, SEND_ACK, DELIVER, START_D)
                    .on(State.PROCEEDING, ABANDON, State.TERMINATED)
                    .on(State.COMPLETED, FAILURE, State.COMPLETED, SEND_ACK)
                    .on(State.COMPLETED, TIMER_D, State.TERMINATED)
                    .on(State.COMPLETED, TRANSPORT_ERROR, State.TERMINATED, REPORT_UNSENT)
                    .on(State.COMPLETED, PROVISIONAL, State.COMPLETED)
                    .on(State.ACCEPTED, PROVISIONAL, State.ACCEPTED)
                    .on(State.ACCEPTED, SUCCESS, State.ACCEPTED, DELIVER)
                    .on(State.ACCEPTED, TIMER_M, State.TERMINATED)
                    .build();

    private InviteClientMachine() {}
}
