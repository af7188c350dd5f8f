package io.sidetone.transport.carrier;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection that remembers what is written to it. */
public final class FakeOutput implements WsOutput {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> messages = new ArrayList<>();
    private boolean room = true;
    private int closeCode = -1;
    private String closeReason = "";

    /** Makes room for audio, or takes it away. */
    public void room(boolean on) {
        room = on;
    }

    /** Returns what was written since the last time. */
    public List<String> taken() {
        List<String> taken = List.copyOf(messages);
        messages.clear();
        return taken;
    }

    /** Returns the status it was closed with, or -1. */
    public int closeCode() {
        return closeCode;
    }

    /** Returns the reason it was closed with. */
    public String closeReason() {
        return closeReason;
    }

    /** Lets timers run. */
    public void after(long ms) {
        channel.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public ByteBuf buffer(int bytes) {
        return Unpooled.buffer(bytes, bytes);
    }

    @Override
    public void text(ByteBuf message) {
        messages.add(message.toString(StandardCharsets.UTF_8));
        message.release();
    }

    @Override
    public boolean audio(ByteBuf message, boolean binary) {
        if (!room || binary) {
            message.release();
            return false;
        }
        text(message);
        return true;
    }

    @Override
    public boolean roomForAudio() {
        return room && closeCode < 0;
    }

    @Override
    public void close(int code, String reason) {
        if (closeCode < 0) {
            closeCode = code;
            closeReason = reason;
        }
    }
}
