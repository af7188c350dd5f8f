package io.sidetone.transport.pbx.audiosocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DuplexChannel;
import io.sidetone.core.control.EndCause;
import io.sidetone.transport.stream.StreamWire;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The output to Asterisk: audio in 20 ms frames of the kind that Asterisk sends, and hang-up. Asterisk plays audio at
 * once and cannot drop it, so a barge-in only stops sending. Event loop only.
 */
final class AudioSocketWire implements StreamWire {
    /**
     * Silence is sent after this time without other frames: Asterisk ends a call after 2 s without frames in both
     * directions.
     */
    static final long KEEP_ALIVE_NS = 1_000_000_000L;

    /**
     * Time for which a frame may wait for a peer that does not read; then its connection is closed without a hang-up frame.
     */
    static final long GOODBYE_MS = 1_000;

    /** Bytes that Netty counts for an entry of its queue, in addition to the bytes. */
    private static final int ENTRY_BYTES = 96;

    private final Channel channel;
    private final LongSupplier clock;
    private int kind;
    private int frameBytes;
    private long lastSentNs;
    private boolean over;

    /** Creates the output with audio of {@code kind}; at most two frames wait for the network. */
    AudioSocketWire(Channel channel, int kind, LongSupplier clock) {
        this.channel = channel;
        this.clock = clock;
        this.lastSentNs = clock.getAsLong();
        kind(kind);
    }

    /** Sets the kind of audio from now on. */
    void kind(int audioKind) {
        kind = audioKind;
        frameBytes = AudioSocketFrames.rateHz(audioKind) / 50 * 2;
        int entry = AudioSocketFrames.HEADER_BYTES + frameBytes + ENTRY_BYTES;
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(entry - 1, entry));
    }

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        // An empty frame would end the call.
        if (over || length == 0 || !channel.isWritable()) {
            return false;
        }
        channel.writeAndFlush(header(kind, length).writeBytes(payload, 0, length), channel.voidPromise());
        lastSentNs = clock.getAsLong();
        return true;
    }

    /** Sends 20 ms of silence when nothing was sent for long; call it twice a second. */
    void keepAlive() {
        long nowNs = clock.getAsLong();
        if (!over && channel.isWritable() && nowNs - lastSentNs >= KEEP_ALIVE_NS) {
            channel.writeAndFlush(header(kind, frameBytes).writeZero(frameBytes), channel.voidPromise());
            lastSentNs = nowNs;
        }
    }

    @Override
    public void hangUp(EndCause cause) {
        if (!over) {
            over = true;
            goodbye(channel);
        }
    }

    /**
     * Asks Asterisk to hang up, and closes when it has, after {@link #GOODBYE_MS} at the latest. Only our side is
     * closed at once: a connection closed with unread bytes is reset, and the hang-up frame would be lost.
     */
    static void goodbye(Channel channel) {
        if (!channel.isActive()) {
            return;
        }
        channel.writeAndFlush(header(channel, AudioSocketFrames.HANG_UP, 0)).addListener(written -> {
            if (channel instanceof DuplexChannel connection) {
                connection.shutdownOutput();
            } else {
                channel.close();
            }
        });
        channel.eventLoop().schedule((Runnable) channel::close, GOODBYE_MS, TimeUnit.MILLISECONDS);
    }

    private ByteBuf header(int ofKind, int length) {
        return header(channel, ofKind, length);
    }

    private static ByteBuf header(Channel channel, int ofKind, int length) {
        return channel.alloc()
                .buffer(AudioSocketFrames.HEADER_BYTES + length)
                .writeByte(ofKind)
                .writeShort(length);
    }
}
