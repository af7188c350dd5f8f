package io.sidetone.transport.vip;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** Opens the calls of sessions. One per connection; event loop only; never blocks. */
public interface VipCallFactory {
    /** Returns an id for a call that will be opened. */
    String newCallId();

    /**
     * Chooses the agent for a call, once: a reload of the configuration between the choice and the opening changes nothing
     * of it.
     *
     * @param callId from {@link #newCallId}
     */
    Choice choose(String callId, Initialization offer);

    /** The agent that was chosen for one call, of one configuration. There is always a choice, also of no agent. */
    interface Choice {
        /** Returns what the agent may do by itself; nothing when there is no agent. */
        ActionInvoker actions();

        /** Returns the name of the model that the agent thinks with, or an empty text. */
        String model();

        /**
         * Opens the call.
         *
         * @param actions what its dialogue may do
         * @param wire the way to the client
         * @param client receives what happens
         * @throws StreamRefusedException when no agent takes it or there is no room
         */
        ClientCall open(ActionInvoker actions, StreamWire wire, CallObserver client, long nowNs)
                throws StreamRefusedException;
    }
}
