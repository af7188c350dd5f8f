package io.sidetone.transport.carrier;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.EndCause;
import io.sidetone.transport.stream.StreamCall;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** Opens carriers' calls at the desk where all calls over streams are opened. */
public final class StreamCarrierCalls implements CarrierCalls {
    private final StreamCalls desk;

    /** Opens calls at {@code desk}. */
    public StreamCarrierCalls(StreamCalls desk) {
        this.desk = desk;
    }

    @Override
    public CarrierCall open(StreamOffer offer, StreamWire wire, EventLoop loop, long nowNs)
            throws StreamRefusedException {
        return new Opened(desk.open(offer, wire, null, loop, nowNs));
    }

    private record Opened(StreamCall call) implements CarrierCall {
        @Override
        public void audio(byte[] audio, int length, long nowNs) {
            call.audio(audio, 0, length, nowNs);
        }

        @Override
        public void digit(char digit, int lengthMs, long nowNs) {
            call.digit(digit, lengthMs, nowNs);
        }

        @Override
        public void played(long token, long positionMs, long nowNs) {
            call.played(token, positionMs, nowNs);
        }

        @Override
        public void writable() {
            call.writable();
        }

        @Override
        public void hangUp(EndCause cause, long nowNs) {
            call.hangUp(cause, nowNs);
        }
    }
}
