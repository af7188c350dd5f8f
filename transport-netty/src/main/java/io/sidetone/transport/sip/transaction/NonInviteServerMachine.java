package io.sidetone.transport.sip.transaction;

import static io.sidetone.transport.sip.transaction.TransactionAction.REPORT_UNSENT;
import static io.sidetone.transport.sip.transaction.TransactionAction.RESEND;
import static io.sidetone.transport.sip.transaction.TransactionAction.SEND;
import static io.sidetone.transport.sip.transaction.TransactionAction.START_J;
import static io.sidetone.transport.sip.transaction.TransactionEvent.FAILURE;
import static io.sidetone.transport.sip.transaction.TransactionEvent.PROVISIONAL;
import static io.sidetone.transport.sip.transaction.TransactionEvent.REQUEST;
import static io.sidetone.transport.sip.transaction.TransactionEvent.SUCCESS;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TIMER_J;
import static io.sidetone.transport.sip.transaction.TransactionEvent.TRANSPORT_ERROR;

/** The non-INVITE server transaction of RFC 3261 figure 8. */
final class NonInviteServerMachine {
    /** The states. */
    enum State {
        /** Awaits the first response of the transaction user. */
        TRYING,
        /** Awaits the final response of the transaction user. */
        PROCEEDING,
        /** Awaits the end of request retransmissions. */
        COMPLETED,
        /** Awaits nothing. */
        TERMINATED
    }

    static final TransitionTable<State, TransactionEvent, TransactionAction> TABLE =
            TransitionTable.<State, TransactionEvent, TransactionAction>of(State.class, TransactionEvent.class)
                    .on(State.TRYING, REQUEST, State.TRYING)
                    .on(State.TRYING, PROVISIONAL, State.PROCEEDING, SEND)
                    .on(State.TRYING, SUCCESS, State.COMPLETED, SEND, START_J)
                    .on(State.TRYING, FAILURE, State.COMPLETED, SEND, START_J)
                    .on(State.PROCEEDING, REQUEST, State.PROCEEDING, RESEND)
                    .on(State.PROCEEDING, PROVISIONAL, State.PROCEEDING, SEND)
                    .on(State.PROCEEDING, SUCCESS, State.COMPLETED, SEND, START_J)
                    .on(State.PROCEEDING, FAILURE, State.COMPLETED, SEND, START_J)
                    .on(State.PROCEEDING, TRANSPORT_ERROR, State.TERMINATED, REPORT_UNSENT)
                    .on(State.COMPLETED, REQUEST, State.COMPLETED, RESEND)
                    .on(State.COMPLETED, TIMER_J, State.TERMINATED)
                    .on(State.COMPLETED, TRANSPORT_ERROR, State.TERMINATED, REPORT_UNSENT)
                    .build();

    private NonInviteServerMachine() {}
}
