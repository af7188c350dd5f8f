package io.sidetone.transport.pbx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is sent: a text as it is, a binary message as its length in angle brackets, the end as its code. */
public final class FakeOutput implements WsOutput {
    public final List<String> sent = new ArrayList<>();
    public final List<byte[]> binaries = new ArrayList<>();
    public final List<ByteBuf> buffers = new ArrayList<>();
    public boolean full;
    public int refused;

    @Override
    public EventLoop loop() {
        return null;
    }

    @Override
    public ByteBuf buffer(int bytes) {
        ByteBuf buffer = Unpooled.buffer(bytes);
        buffers.add(buffer);
        return buffer;
    }

    @Override
    public void text(ByteBuf message) {
        sent.add(message.toString(StandardCharsets.UTF_8));
        message.release();
    }

    @Override
    public boolean audio(ByteBuf message, boolean binary) {
        if (full) {
            refused++;
            message.release();
            return false;
        }
        if (binary) {
            sent.add("<" + message.readableBytes() + ">");
            binaries.add(ByteBufUtil.getBytes(message));
        } else {
            sent.add(message.toString(StandardCharsets.UTF_8));
        }
        message.release();
        return true;
    }

    @Override
    public boolean roomForAudio() {
        return !full;
    }

    @Override
    public void close(int code, String reason) {
        sent.add("close " + code);
    }

    /** Returns what was sent since the last time. */
    public List<String> take() {
        List<String> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    /** Returns how many buffers nobody released. */
    public long leaked() {
        return buffers.stream().filter(buffer -> buffer.refCnt() > 0).count();
    }
}
