package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.core.control.EndCause;

/** A call as a dialect's session sees it, on the way in. Event loop of the connection only. */
public interface StreamCallHandle {
    /** Takes audio of the caller, any length, in the stream's incoming format; the array is borrowed. */
    void audio(byte[] in, int offset, int length, long nowNs);

    /** Takes audio of the caller and reads the buffer to its end; it stays the caller's. */
    void audio(ByteBuf in, long nowNs);

    /** Audio comes and goes in other formats from now on; the rate of the call itself stays. */
    void formats(StreamFormat in, StreamFormat out);

    /** The caller pressed a key for {@code ms}. */
    void digit(char digit, int ms, long nowNs);

    /** The peer has played turn {@code token} up to {@code positionMs}. */
    void played(long token, long positionMs, long nowNs);

    /** The peer takes more audio. */
    void writable();

    /** Returns whether turn {@code token} was cancelled. A dialect that holds audio back asks before it sends it; a refusal is counted. */
    boolean stale(long token);

    /** The peer is gone, or ended the call. Again is harmless. */
    void hangUp(EndCause cause, long nowNs);

    /** Source of the calls of sessions. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens a call that has no client beside its wire: at once, or after somebody outside has decided on it.
         *
         * @param wire the way back to the peer; used on {@code loop} only
         * @param opening is told what became of it, exactly once while it waits
         */
        void open(StreamOffer offer, StreamWire wire, EventLoop loop, long nowNs, Opening opening);
    }

    /** A session that asked for a call. Event loop of the connection only. */
    interface Opening {
        /** Returns whether the peer still waits for the call. */
        boolean waits();

        /** There is a call. */
        void opened(StreamCallHandle call, long nowNs);

        /** There is none: no agent takes it, there is no room, or somebody decided so. */
        void refused(StreamRefusedException why);
    }
}
