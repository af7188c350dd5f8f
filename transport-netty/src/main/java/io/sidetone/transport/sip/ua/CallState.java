package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.transaction.TransitionTable;

/** The life of a call, whoever began it. Each state says what it awaits. */
public enum CallState {
    /** A call of the peer: awaits the application's answer. */
    INVITED,
    /** A call of the peer, answered: awaits its ACK. */
    ACCEPTED,
    /** A call of ours: awaits any response. */
    CALLING,
    /** A call of ours: awaits the final response. */
    RINGING,
    /** A call of ours, given up: awaits the end of its INVITE. */
    CANCELLING,
    /** Both sides talk: awaits that one of them hangs up. */
    CONFIRMED,
    /** We hung up too early to say so: awaits the ACK, or its time limit, before the BYE (RFC 3261 section 15). */
    CLOSING,
    /** We hung up: awaits the answer to our BYE. */
    LEAVING,
    /** Awaits nothing. */
    ENDED;

    /** Events that can happen to a call. */
    enum Event {
        /** The application answers with 200. */
        ANSWER,
        /** A final refusal was sent to the peer. */
        REJECT,
        /** The peer cancelled its INVITE. */
        PEER_CANCEL,
        /** A provisional response to our INVITE. */
        PROVISIONAL,
        /** The first 2xx to our INVITE. */
        SUCCESS,
        /** A final refusal of our INVITE. */
        REFUSED,
        /** The ACK of our first 2xx. */
        ACKNOWLEDGED,
        /** No ACK within 64·T1. */
        ACK_TIMEOUT,
        /** We want to end: the application, a session timer, a peer that is gone. */
        HANG_UP,
        /** The peer's BYE. */
        PEER_BYE,
        /** Our BYE was answered, or never will be. */
        BYE_DONE,
        /** The INVITE cannot go on: it is not answered, or the flow refuses. */
        FAIL
    }

    /** Actions that a step asks of the call. */
    enum Action {
        /** Send BYE. */
        BYE,
        /** Send CANCEL, once. */
        CANCEL,
        /** Notify the application that the call is over; media stops here. */
        REPORT_END,
        /** Forget the dialog and every timer. */
        RELEASE
    }

    static final TransitionTable<CallState, Event, Action> TABLE = TransitionTable.<CallState, Event, Action>of(
                    CallState.class, Event.class)
            .on(INVITED, Event.ANSWER, ACCEPTED)
            .on(INVITED, Event.REJECT, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(INVITED, Event.PEER_CANCEL, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(INVITED, Event.PEER_BYE, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(INVITED, Event.FAIL, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(ACCEPTED, Event.ACKNOWLEDGED, CONFIRMED)
            .on(ACCEPTED, Event.ACK_TIMEOUT, LEAVING, Action.REPORT_END, Action.BYE)
            .on(ACCEPTED, Event.HANG_UP, CLOSING, Action.REPORT_END)
            .on(ACCEPTED, Event.PEER_BYE, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(ACCEPTED, Event.FAIL, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(CALLING, Event.PROVISIONAL, RINGING)
            .on(CALLING, Event.SUCCESS, CONFIRMED)
            .on(CALLING, Event.REFUSED, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(CALLING, Event.FAIL, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(CALLING, Event.HANG_UP, CANCELLING, Action.REPORT_END)
            .on(RINGING, Event.PROVISIONAL, RINGING)
            .on(RINGING, Event.SUCCESS, CONFIRMED)
            .on(RINGING, Event.REFUSED, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(RINGING, Event.FAIL, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(RINGING, Event.HANG_UP, CANCELLING, Action.REPORT_END, Action.CANCEL)
            .on(CANCELLING, Event.PROVISIONAL, CANCELLING, Action.CANCEL)
            .on(CANCELLING, Event.SUCCESS, LEAVING, Action.BYE)
            .on(CANCELLING, Event.REFUSED, ENDED, Action.RELEASE)
            .on(CANCELLING, Event.FAIL, ENDED, Action.RELEASE)
            .on(CANCELLING, Event.HANG_UP, CANCELLING)
            .on(CONFIRMED, Event.HANG_UP, LEAVING, Action.REPORT_END, Action.BYE)
            .on(CONFIRMED, Event.ACK_TIMEOUT, LEAVING, Action.REPORT_END, Action.BYE)
            .on(CONFIRMED, Event.PEER_BYE, ENDED, Action.REPORT_END, Action.RELEASE)
            .on(CLOSING, Event.ACKNOWLEDGED, LEAVING, Action.BYE)
            .on(CLOSING, Event.ACK_TIMEOUT, LEAVING, Action.BYE)
            .on(CLOSING, Event.PEER_BYE, ENDED, Action.RELEASE)
            .on(CLOSING, Event.FAIL, ENDED, Action.RELEASE)
            .on(CLOSING, Event.HANG_UP, CLOSING)
            .on(LEAVING, Event.BYE_DONE, ENDED, Action.RELEASE)
            .on(LEAVING, Event.PEER_BYE, LEAVING)
            .on(LEAVING, Event.HANG_UP, LEAVING)
            .on(ENDED, Event.HANG_UP, ENDED)
            .build();

    /** Returns whether a session description of both sides is in force, or can be agreed on. */
    boolean talking() {
        return this == ACCEPTED || this == CONFIRMED;
    }

    /** Returns whether the application knows that the call is over. */
    boolean over() {
        return this == CANCELLING || this == CLOSING || this == LEAVING || this == ENDED;
    }
}
