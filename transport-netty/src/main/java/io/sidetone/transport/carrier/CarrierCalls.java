package io.sidetone.transport.carrier;

import io.netty.channel.EventLoop;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** Opens calls for carriers' sessions. */
@FunctionalInterface
public interface CarrierCalls {
    /** Opens a call on {@code loop}; refused when nobody would answer or no place is free. */
    CarrierCall open(StreamOffer offer, StreamWire wire, EventLoop loop, long nowNs) throws StreamRefusedException;
}
