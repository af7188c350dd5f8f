package io.sidetone.transport.realtime;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** Opens the call of a session. Event loop only. */
@FunctionalInterface
interface RealtimeCalls {
    /** Returns the call; it answers through {@code wire} and {@code client}. */
    ClientCall open(
            AudioFormat in,
            AudioFormat out,
            ActionInvoker tools,
            StreamWire wire,
            CallObserver client,
            EventLoop loop,
            long nowNs)
            throws StreamRefusedException;
}
