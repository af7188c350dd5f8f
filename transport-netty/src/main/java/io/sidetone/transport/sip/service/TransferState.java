package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.transaction.TransitionTable;

/** A transfer of ours, from the REFER to its outcome (RFC 3515 section 2.4). Each state says what it awaits. */
enum TransferState {
    /** The final response to the REFER, or a NOTIFY that is faster. */
    REFERRED,
    /** The final response to the REFER; a NOTIFY was faster. */
    OVERTAKEN,
    /** The first NOTIFY. */
    ACCEPTED,
    /** The NOTIFY with the outcome. */
    TRYING,
    /** Nothing. */
    DONE;

    /** Events that can happen to a transfer. */
    enum Event {
        /** A 2xx to the REFER. */
        ACCEPT,
        /** Any other end of the REFER. */
        REFUSE,
        /** A NOTIFY that says how far it is. */
        PROGRESS,
        /** A NOTIFY that ends the subscription without saying how the transfer ended. */
        PARTING,
        /** A NOTIFY with a final status. */
        OUTCOME,
        /** Too long without a NOTIFY. */
        TIMEOUT
    }

    /** Actions that a step asks of the transfer. */
    enum Action {
        /** Report that the peer has agreed to try. */
        TELL_ACCEPTED,
        /** Report how far it is. */
        TELL_PROGRESS,
        /** Report the outcome. */
        TELL_OUTCOME,
        /** Wait for the first NOTIFY, or for a peer that hangs up. */
        WAIT_SHORT,
        /** Wait as long as a telephone may ring. */
        WAIT_LONG
    }

    static final TransitionTable<TransferState, Event, Action> TABLE = TransitionTable.<TransferState, Event, Action>of(
                    TransferState.class, Event.class)
            .on(REFERRED, Event.ACCEPT, ACCEPTED, Action.TELL_ACCEPTED, Action.WAIT_SHORT)
            .on(REFERRED, Event.REFUSE, DONE, Action.TELL_OUTCOME)
            .on(REFERRED, Event.PROGRESS, OVERTAKEN, Action.TELL_PROGRESS)
            .on(REFERRED, Event.PARTING, OVERTAKEN, Action.TELL_PROGRESS)
            .on(REFERRED, Event.OUTCOME, DONE, Action.TELL_OUTCOME)
            .on(OVERTAKEN, Event.ACCEPT, TRYING, Action.TELL_ACCEPTED, Action.WAIT_LONG)
            .on(OVERTAKEN, Event.REFUSE, DONE, Action.TELL_OUTCOME)
            .on(OVERTAKEN, Event.PROGRESS, OVERTAKEN, Action.TELL_PROGRESS)
            .on(OVERTAKEN, Event.PARTING, OVERTAKEN, Action.TELL_PROGRESS)
            .on(OVERTAKEN, Event.OUTCOME, DONE, Action.TELL_OUTCOME)
            .on(ACCEPTED, Event.PROGRESS, TRYING, Action.TELL_PROGRESS, Action.WAIT_LONG)
            .on(ACCEPTED, Event.PARTING, TRYING, Action.TELL_PROGRESS, Action.WAIT_SHORT)
            .on(ACCEPTED, Event.OUTCOME, DONE, Action.TELL_OUTCOME)
            .on(ACCEPTED, Event.TIMEOUT, DONE, Action.TELL_OUTCOME)
            .on(TRYING, Event.PROGRESS, TRYING, Action.TELL_PROGRESS, Action.WAIT_LONG)
            .on(TRYING, Event.PARTING, TRYING, Action.TELL_PROGRESS, Action.WAIT_SHORT)
            .on(TRYING, Event.OUTCOME, DONE, Action.TELL_OUTCOME)
            .on(TRYING, Event.TIMEOUT, DONE, Action.TELL_OUTCOME)
            .on(DONE, Event.ACCEPT, DONE)
            .on(DONE, Event.REFUSE, DONE)
            .on(DONE, Event.PROGRESS, DONE)
            .on(DONE, Event.PARTING, DONE)
            .on(DONE, Event.OUTCOME, DONE)
            .build();
}
