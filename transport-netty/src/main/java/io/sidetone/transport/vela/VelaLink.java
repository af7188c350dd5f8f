package io.sidetone.transport.vela;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sidetone.transport.ws.WsOutput;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A call's way to its socket. A session that was taken up again may sit on another event loop than its call; what it sends
 * goes over in order then. Event loop of the call only.
 */
final class VelaLink {
    /** Audio messages that may be on their way to another loop. */
    private static final int MAX_CROSSING = 16;

    private final WsOutput out;
    private final AtomicInteger crossing = new AtomicInteger();

    VelaLink(WsOutput out) {
        this.out = out;
    }

    /** Sends one message; never dropped. */
    void text(byte[] message) {
        if (out.loop().inEventLoop()) {
            write(message);
        } else {
            cross(() -> write(message));
        }
    }

    private void write(byte[] message) {
        out.text(out.buffer(message.length).writeBytes(message));
    }

    /** Returns whether there is room for audio; what finds none stays where it is. */
    boolean room() {
        return out.loop().inEventLoop() ? out.roomForAudio() : crossing.get() < MAX_CROSSING;
    }

    /** Returns a buffer for {@link #audio}. */
    ByteBuf buffer(int bytes) {
        return out.loop().inEventLoop() ? out.buffer(bytes) : ByteBufAllocator.DEFAULT.buffer(bytes);
    }

    /** Sends audio, which this takes over; returns false when it was dropped. */
    boolean audio(ByteBuf message) {
        if (out.loop().inEventLoop()) {
            return out.audio(message, false);
        }
        crossing.incrementAndGet();
        boolean sent = cross(() -> {
            crossing.decrementAndGet();
            out.audio(message, false);
        });
        if (!sent) {
            message.release();
        }
        return sent;
    }

    void close(int code, String reason) {
        if (out.loop().inEventLoop()) {
            out.close(code, reason);
        } else {
            cross(() -> out.close(code, reason));
        }
    }

    private boolean cross(Runnable step) {
        try {
            out.loop().execute(step);
            return true;
        } catch (RejectedExecutionException gone) {
            return false;
        }
    }
}
