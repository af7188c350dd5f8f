package io.sidetone.transport.vip;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** Opens the calls of sessions. One per connection; event loop only; never blocks. */
public interface VipDesk {
    /** Returns an id for a call that will be opened. */
    String newCallId();

    /** Returns what the agent that {@code offer} asks for may do by itself; nothing when there is no such agent. */
    ActionInvoker actions(Initialization offer);

    /** Returns the name of the model that the agent which {@code offer} asks for thinks with, or an empty text. */
    String model(Initialization offer);

    /**
     * Opens a call.
     *
     * @param callId from {@link #newCallId}
     * @param actions what its dialogue may do
     * @param wire the way to the client
     * @param client told what happens
     * @throws StreamRefusedException when no agent takes it or there is no room
     */
    VipLine open(
            String callId,
            Initialization offer,
            ActionInvoker actions,
            StreamWire wire,
            CallObserver client,
            long nowNs)
            throws StreamRefusedException;
}
