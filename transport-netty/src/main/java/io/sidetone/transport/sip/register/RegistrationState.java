package io.sidetone.transport.sip.register;

import io.sidetone.transport.sip.transaction.TransitionTable;

/** The life of a registration. Each state says what it awaits. */
public enum RegistrationState {
    /** Awaits the start. */
    IDLE,
    /** Awaits where the registrar is. */
    LOCATING,
    /** Awaits the answer to REGISTER; there may be no registration. */
    REGISTERING,
    /** Registered: awaits the time to refresh. */
    REGISTERED,
    /** Registered: awaits the answer to the REGISTER that refreshes. */
    REFRESHING,
    /** Awaits the time to try again. */
    WAITING,
    /** Awaits the answer to the REGISTER that takes the registration back. */
    LEAVING,
    /** Awaits nothing. */
    ENDED;

    /** Events that can happen. */
    enum Event {
        /** The server wants to be registered. */
        START,
        /** The registrar has addresses. */
        LOCATED,
        /** It has none. */
        UNLOCATED,
        /** 2xx. */
        ACCEPTED,
        /** 423 with a longer time than was asked for. */
        TOO_BRIEF,
        /** Any other final response that another server would give, too. */
        REFUSED,
        /** No answer, or one that asks for another server, and there is another. */
        NEXT_SERVER,
        /** The same, and there is no other. */
        NO_SERVER,
        /** The connection that was registered is closed. */
        FLOW_LOST,
        /** The awaited time has come. */
        DUE,
        /** The server ends. */
        STOP
    }

    /** Actions that a step asks of the registration. */
    enum Action {
        /** Find the addresses of the registrar. */
        LOCATE,
        /** Send REGISTER. */
        SEND,
        /** Send REGISTER with an expiry of 0. */
        TAKE_BACK,
        /** Await the time to refresh. */
        AWAIT_REFRESH,
        /** Await the time to try again: longer after each failure. */
        BACK_OFF,
        /** The same after a refusal, which nobody but its administrator may end. */
        BACK_OFF_LONG,
        /** Try again shortly. */
        RETRY_SOON,
        /** Nothing is left to do. */
        FINISH
    }

    static final TransitionTable<RegistrationState, Event, Action> TABLE =
            TransitionTable.<RegistrationState, Event, Action>of(RegistrationState.class, Event.class)
                    .on(IDLE, Event.START, LOCATING, Action.LOCATE)
                    .on(IDLE, Event.STOP, ENDED, Action.FINISH)
                    .on(LOCATING, Event.LOCATED, REGISTERING, Action.SEND)
                    .on(LOCATING, Event.UNLOCATED, WAITING, Action.BACK_OFF)
                    .on(LOCATING, Event.FLOW_LOST, LOCATING)
                    .on(LOCATING, Event.STOP, ENDED, Action.FINISH)
                    .on(REGISTERING, Event.ACCEPTED, REGISTERED, Action.AWAIT_REFRESH)
                    .on(REGISTERING, Event.TOO_BRIEF, REGISTERING, Action.SEND)
                    .on(REGISTERING, Event.REFUSED, WAITING, Action.BACK_OFF_LONG)
                    .on(REGISTERING, Event.NEXT_SERVER, REGISTERING, Action.SEND)
                    .on(REGISTERING, Event.NO_SERVER, WAITING, Action.BACK_OFF)
                    .on(REGISTERING, Event.FLOW_LOST, REGISTERING)
                    .on(REGISTERING, Event.STOP, ENDED, Action.FINISH)
                    .on(REGISTERED, Event.DUE, REFRESHING, Action.SEND)
                    .on(REGISTERED, Event.FLOW_LOST, WAITING, Action.RETRY_SOON)
                    .on(REGISTERED, Event.STOP, LEAVING, Action.TAKE_BACK)
                    .on(REFRESHING, Event.ACCEPTED, REGISTERED, Action.AWAIT_REFRESH)
                    .on(REFRESHING, Event.TOO_BRIEF, REFRESHING, Action.SEND)
                    .on(REFRESHING, Event.REFUSED, WAITING, Action.BACK_OFF_LONG)
                    .on(REFRESHING, Event.NEXT_SERVER, REGISTERING, Action.SEND)
                    .on(REFRESHING, Event.NO_SERVER, WAITING, Action.BACK_OFF)
                    .on(REFRESHING, Event.FLOW_LOST, REFRESHING)
                    .on(REFRESHING, Event.STOP, LEAVING, Action.TAKE_BACK)
                    .on(WAITING, Event.DUE, LOCATING, Action.LOCATE)
                    .on(WAITING, Event.FLOW_LOST, WAITING)
                    .on(WAITING, Event.STOP, ENDED, Action.FINISH)
                    .on(LEAVING, Event.ACCEPTED, ENDED, Action.FINISH)
                    .on(LEAVING, Event.TOO_BRIEF, ENDED, Action.FINISH)
                    .on(LEAVING, Event.REFUSED, ENDED, Action.FINISH)
                    .on(LEAVING, Event.NEXT_SERVER, ENDED, Action.FINISH)
                    .on(LEAVING, Event.NO_SERVER, ENDED, Action.FINISH)
                    .on(LEAVING, Event.FLOW_LOST, ENDED, Action.FINISH)
                    .build();
}
