package io.sidetone.transport.vela;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.stream.StreamCall;
import io.sidetone.transport.stream.StreamFormat;

/** The call of a session as a stream carries it. */
record StreamLane(StreamCall call) implements VelaLane {
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
