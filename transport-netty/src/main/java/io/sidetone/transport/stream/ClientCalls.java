package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;

/** Opens the calls of client sessions. Event loop of the connection only. */
public interface ClientCalls {
    /** Returns an id for a call that is opened later. */
    String newCallId();

    /**
     * Opens a call.
     *
     * @param callId from {@link #newCallId}
     * @param wire writes to the client, on {@code loop}
     * @param client observes the call, on its lane
     * @throws StreamRefusedException when no agent takes the call, or there is no room
     */
    ClientCall open(String callId, StreamOffer offer, StreamWire wire, CallObserver client, EventLoop loop, long nowNs)
            throws StreamRefusedException;
}
