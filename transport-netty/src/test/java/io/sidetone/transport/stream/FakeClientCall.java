package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;

/** The call of a client session in tests: digits, played positions and the end become lane events, the rest does nothing. */
public abstract class FakeClientCall implements ClientCall {
    @Override
    public String callId() {
        return setup().who().callId();
    }

    @Override
    public CallSetup setup() {
        throw new UnsupportedOperationException("this session does not ask for its setup");
    }

    @Override
    public void audio(byte[] in, int offset, int length, long nowNs) {
        throw new UnsupportedOperationException("this session gives its audio as a buffer");
    }

    @Override
    public void audio(ByteBuf in, long nowNs) {
        throw new UnsupportedOperationException("this session gives its audio as an array");
    }

    @Override
    public void formats(StreamFormat in, StreamFormat out) {}

    @Override
    public void digit(char digit, int ms, long nowNs) {
        publish(LaneEventType.DIGIT, Token.NONE, digit, ms, null, nowNs);
    }

    @Override
    public void played(long token, long positionMs, long nowNs) {
        publish(LaneEventType.PLAYED, token, positionMs, 0, null, nowNs);
    }

    @Override
    public void answered(long nowNs) {
        publish(LaneEventType.ANSWERED, Token.NONE, 0, 0, null, nowNs);
    }

    @Override
    public void restartAudio() {}

    @Override
    public void writable() {}

    @Override
    public boolean stale(long token) {
        return false;
    }

    @Override
    public void hangUp(EndCause cause, long nowNs) {
        publish(LaneEventType.HANG_UP, Token.NONE, 0, 0, cause, nowNs);
    }
}
