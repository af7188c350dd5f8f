package io.sidetone.transport.vela;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.stream.StreamRefusedException;
import io.sidetone.transport.stream.StreamWire;

/** What a session needs of its call. Event loop of the call only. */
interface VelaLane {
    String callId();

    /** What the call was opened with. */
    CallSetup setup();

    void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs);

    /** Takes audio of the caller in the incoming format. */
    void audio(byte[] sound, long nowNs);

    /** What comes next does not continue what came before. */
    void restartAudio();

    /** Audio is written in other formats from now on. */
    void formats(StreamFormat in, StreamFormat out);

    /** The peer takes more audio. */
    void writable();

    void hangUp(EndCause cause, long nowNs);

    /** Where calls are opened. */
    interface Opener {
        /** Returns an id for a call that is opened later. */
        String newCallId();

        /** Opens the call of the id. */
        VelaLane open(
                String callId, StreamOffer offer, StreamWire wire, CallObserver client, EventLoop loop, long nowNs)
                throws StreamRefusedException;
    }
}
