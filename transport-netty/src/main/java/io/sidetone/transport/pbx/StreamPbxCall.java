package io.sidetone.transport.pbx;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.call.EndCause;
import io.sidetone.transport.stream.StreamCall;
import io.sidetone.transport.stream.StreamCalls;

/** A call of the lanes behind a switch's connection. */
public final class StreamPbxCall implements PbxCall {
    private final StreamCall call;

    private StreamPbxCall(StreamCall call) {
        this.call = call;
    }

    /** Connections get their calls of {@code calls}. */
    public static PbxCalls of(StreamCalls calls) {
        return (offer, wire, loop, nowNs) -> new StreamPbxCall(calls.open(offer, wire, null, loop, nowNs));
    }

    @Override
    public void audio(ByteBuf media, long nowNs) {
        call.audio(media, nowNs);
    }

    @Override
    public void digit(char digit, int ms, long nowNs) {
        call.digit(digit, ms, nowNs);
    }

    @Override
    public void played(long token, long positionMs, long nowNs) {
        call.played(token, positionMs, nowNs);
    }

    @Override
    public void room() {
        call.writable();
    }

    @Override
    public void hangUp(EndCause cause, long nowNs) {
        call.hangUp(cause, nowNs);
    }
}
