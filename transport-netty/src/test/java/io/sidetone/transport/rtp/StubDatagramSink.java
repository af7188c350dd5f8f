package io.sidetone.transport.rtp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.DatagramSink;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A socket that takes everything, or nothing; keeps copies unless told to forget. */
public final class StubDatagramSink implements DatagramSink {
    private final ByteBuf buffer = Unpooled.directBuffer(2048, 2048);
    public final List<ByteBuf> sent = new ArrayList<>();
    public InetSocketAddress lastRemote;
    public boolean blocked;
    public boolean forgets;
    /** Sends wait for others. */
    public boolean gathers;

    public long count;

    /** Runs between the fence check and the write. */
    public Runnable beforeSend = () -> {};

    @Override
    public ByteBuf claim() {
        return blocked ? null : buffer.clear();
    }

    @Override
    public boolean send(InetSocketAddress remote) {
        beforeSend.run();
        lastRemote = remote;
        count++;
        if (!forgets) {
            sent.add(Unpooled.wrappedBuffer(ByteBufUtil.getBytes(buffer)));
        }
        return !gathers;
    }

    public ByteBuf last() {
        return sent.get(sent.size() - 1);
    }
}
