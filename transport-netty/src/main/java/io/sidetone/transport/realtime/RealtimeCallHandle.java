package io.sidetone.transport.realtime;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** The call behind a session. Event loop only. */
interface RealtimeCallHandle {
    /** Takes audio of the client in the format the call was opened with. */
    void audio(byte[] audio, int offset, int length, long nowNs);

    /** Tells the lane something. */
    void publish(LaneEventType type, long token, long a, Object ref, long nowNs);

    /** Media flow. */
    void answered(long nowNs);

    /** The client takes more audio. */
    void writable();

    /** The client is gone. */
    void hangUp(long nowNs);

    /** Opens the call of a session. */
    @FunctionalInterface
    interface Opener {
        /** Returns the call; it answers through {@code wire} and {@code client}. */
        RealtimeCallHandle open(
                AudioFormat in,
                AudioFormat out,
                ActionInvoker tools,
                StreamWire wire,
                CallObserver client,
                EventLoop loop,
                long nowNs)
                throws StreamRefusedException;
    }

    /** Runs something later, on the same event loop. */
    @FunctionalInterface
    interface Delay {
        /** Runs {@code step} after {@code ms}; returns what takes it back. */
        Runnable after(long ms, Runnable step);
    }
}
