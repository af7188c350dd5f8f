package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.TransactionAction.BACK_OFF;
import static io.sidetone.transport.sip.transaction.TransactionAction.DELIVER;
import static io.sidetone.transport.sip.transaction.TransactionAction.HOLD_AT_T2;
import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_TIMEOUT;
import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_UNSENT;
import static io.sidetone.transport.sip.transaction.TransactionAction.RESEND;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_K;
import static io.sidetone.transport.sip.transaction.TransactionAction.STOP_RETRANSMITTING;
import static io.sidetone.transport.sip.transaction.TransactionEvent.ABANDON;
import static io.sidetone.transport.sip.transaction.TransactionEvent.FAILURE;
import static io.sidetone.transport.sip.transaction.TransactionEvent.PROVISIONAL;
import static io.sidetone.transport.sip.transaction.TransactionEvent.SUCCESS;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_E;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_F;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_K;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TRANSPORT_ERROR;

/** The non-INVITE client transaction of RFC 3261 figure 6. Timers E and F start with the request itself. */
final class NonInviteClientMachine {
    /** The states. */
    enum State {
        /** Awaits any response. */
        TRYING,
        /** Awaits a final response. */
        PROCEEDING,
        /** Awaits the end of retransmissions of the final response. */
        COMPLETED,
        /** Awaits nothing. */
        TERMINATED
    }

    static final TransitionTable<State, TransactionEvent, TransactionAction> TABLE =
            TransitionTable.<State, TransactionEvent, TransactionAction>of(State.class, TransactionEvent.class)
                    .on(State.TRYING, TIMER_E, State.TRYING, RESEND, BACK_OFF)
                    .on(State.TRYING, TIMER_F, State.TERMINATED, REPORT_TIMEOUT)
                    .on(State.TRYING, PROVISIONAL, State.PROCEEDING, DELIVER)
                    .on(State.TRYING, SUCCESS, State.COMPLETED, STOP_RETRANSMITTING, DELIVER, START_K)
                    .on(State.TRYING, FAILURE, State.COMPLETED, STOP_RETRANSMITTING, DELIVER, START_K)
                    .on(State.TRYING, TRANSPORT_ERROR, State.TERMINATED, REPORT_UNSENT)
                    .on(State.TRYING, ABANDON, State.TERMINATED)
                    .on(State.PROCEEDING, TIMER_E, State.PROCEEDING, RESEND, HOLD_AT_T2)
                    .on(State.PROCEEDING, TIMER_F, State.TERMINATED, REPORT_TIMEOUT)
                    .on(State.PROCEEDING, PROVISIONAL, State.PROCEEDING, DELIVER)
                    .on(State.PROCEEDING, SUCCESS, State.COMPLETED, STOP_RETRANSMITTING, DELIVER, START_K)
                    .on(State.PROCEEDING, FAILURE, State.COMPLETED, STOP_RETRANSMITTING, DELIVER, START_K)
                    .on(State.PROCEEDING, TRANSPORT_ERROR, State.TERMINATED, REPORT_UNSENT)
                    .on(State.PROCEEDING, ABANDON, State.TERMINATED)
                    .on(State.COMPLETED, SUCCESS, State.COMPLETED)
                    .on(State.COMPLETED, FAILURE, State.COMPLETED)
                    .on(State.COMPLETED, PROVISIONAL, State.COMPLETED)
                    .on(State.COMPLETED, TIMER_K, State.TERMINATED)
                    .build();

    private NonInviteClientMachine() {}
}
