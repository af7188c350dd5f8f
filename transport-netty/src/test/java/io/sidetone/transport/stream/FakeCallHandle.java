package io.sidetone.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import io.sidetone.core.control.EndCause;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Opens one call and writes down what a dialect does with it. */
public final class FakeCallHandle implements StreamCallHandle.Opener, StreamCallHandle {
    public final List<String> events = new CopyOnWriteArrayList<>();
    public final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    public StreamOffer offer;
    public StreamWire wire;
    public StreamRefusedException refusal;

    /** Whether somebody decides on the call later. */
    public boolean asks;

    public Opening opening;
    public int opened;
    public int writables;
    public long fence;

    @Override
    public void open(StreamOffer offered, StreamWire way, EventLoop loop, long nowNs, Opening session) {
        offer = offered;
        wire = way;
        opening = session;
        if (!asks) {
            decide(nowNs);
        }
    }

    /** Says what becomes of the call that was asked for. */
    public void decide(long nowNs) {
        if (refusal != null) {
            opening.refused(refusal);
            return;
        }
        opened++;
        opening.opened(this, nowNs);
    }

    @Override
    public void audio(byte[] media, int offset, int length, long nowNs) {
        heard.write(media, offset, length);
    }

    @Override
    public void audio(ByteBuf media, long nowNs) {
        heard.writeBytes(ByteBufUtil.getBytes(media));
        media.skipBytes(media.readableBytes());
    }

    @Override
    public void formats(StreamFormat in, StreamFormat out) {
        events.add("formats " + in.encoding() + " " + in.sampleRateHz() + " " + out.sampleRateHz());
    }

    @Override
    public void digit(char digit, int ms, long nowNs) {
        events.add("digit " + digit + " " + ms);
    }

    @Override
    public void played(long token, long positionMs, long nowNs) {
        events.add("played " + token + " " + positionMs);
    }

    @Override
    public boolean stale(long token) {
        return token <= fence;
    }

    @Override
    public void writable() {
        writables++;
    }

    @Override
    public void hangUp(EndCause cause, long nowNs) {
        events.add("hang-up " + cause);
    }
}
