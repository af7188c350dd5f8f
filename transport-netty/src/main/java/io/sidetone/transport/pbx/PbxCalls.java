package io.sidetone.transport.pbx;

import io.netty.channel.EventLoop;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** Where connections get their calls. */
@FunctionalInterface
public interface PbxCalls {
    /**
     * Opens a call whose media flow at once.
     *
     * @param wire the way back to the switch; used on {@code loop} only
     * @throws StreamRefusedException when no agent takes it, or there is no room
     */
    PbxCall open(StreamOffer offer, StreamWire wire, EventLoop loop, long nowNs) throws StreamRefusedException;
}
