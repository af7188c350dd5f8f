package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.transaction.TransitionTable;

/** A REFER of the peer, from its arrival to its last NOTIFY (RFC 3515 section 2.4). Each state says what it awaits. */
enum ReferralState {
    /** The application's word whether it calls whom it was asked to call. */
    ASKED,
    /** Progress of the new call. */
    TRYING,
    /** Nothing. */
    DONE;

    /** Events that can happen to it. */
    enum Event {
        /** The application calls. */
        ACCEPT,
        /** The application does not. */
        REFUSE,
        /** The new call has a provisional response. */
        PROGRESS,
        /** The new call has its final response. */
        OUTCOME,
        /** The dialog ends. */
        STOP
    }

    /** Actions that a step asks of it. */
    enum Action {
        /** Answer the REFER with 202. */
        ANSWER_ACCEPTED,
        /** Answer the REFER with the status of the refusal. */
        ANSWER_REFUSED,
        /** Notify of a state that is not the last. */
        NOTIFY,
        /** Notify of the last state. */
        NOTIFY_LAST
    }

    static final TransitionTable<ReferralState, Event, Action> TABLE = TransitionTable.<ReferralState, Event, Action>of(
                    ReferralState.class, Event.class)
            .on(ASKED, Event.ACCEPT, TRYING, Action.ANSWER_ACCEPTED, Action.NOTIFY)
            .on(ASKED, Event.REFUSE, DONE, Action.ANSWER_REFUSED)
            .on(ASKED, Event.STOP, DONE, Action.ANSWER_REFUSED)
            .on(TRYING, Event.PROGRESS, TRYING, Action.NOTIFY)
            .on(TRYING, Event.OUTCOME, DONE, Action.NOTIFY_LAST)
            .on(TRYING, Event.STOP, DONE)
            .on(DONE, Event.PROGRESS, DONE)
            .on(DONE, Event.OUTCOME, DONE)
            .on(DONE, Event.STOP, DONE)
            .build();
}
