package io.sidetone.transport.vela;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.stream.StreamCall;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** The call of a session as a stream carries it. */
record StreamLane(StreamCall call) implements VelaLane {
    /** Opens calls as {@code calls} does. */
    record Opener(StreamCalls calls) implements VelaLane.Opener {
        @Override
        public String newCallId() {
            return calls.newCallId();
        }

        @Override
        public VelaLane open(
                String callId, StreamOffer offer, StreamWire wire, CallObserver client, EventLoop loop, long nowNs)
                throws StreamRefusedException {
            return new StreamLane(calls.open(callId, offer, wire, client, loop, nowNs));
        }
    }

    @Override
    public String callId() {
        return call.callId();
    }

    @Override
    public CallSetup setup() {
        return call.setup();
    }

    @Override
    public void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {
        call.publish(type, token, a, b, ref, nowNs);
    }

    @Override
    public void audio(byte[] sound, long nowNs) {
        call.audio(sound, 0, sound.length, nowNs);
    }

    @Override
    public void restartAudio() {
        call.restartAudio();
    }

    @Override
    public void formats(StreamFormat in, StreamFormat out) {
        call.formats(in, out);
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
