package io.sidetone.transport.http.events;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/**
 * One connection that receives events. Lanes call {@link #offer}, which never blocks; everything else belongs to the
 * connection's event loop. A reader whose queue overflows, or that reads nothing for a whole heartbeat, is closed and
 * counted; it may return and read the present state.
 */
final class EventSubscriber extends ChannelInboundHandlerAdapter {
    /** Events that may wait for one reader. */
    static final int QUEUE = 256;

    private static final byte[] WELCOME = "retry: 2000\n: sidetone turn events\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WITHHELD = ": interruption metadata is withheld on this way; use loopback or TLS\n\n"
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MISSING = ": events after Last-Event-ID are missing, GET /api/calls tells the state\n\n"
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEARTBEAT = ": \n\n".getBytes(StandardCharsets.US_ASCII);

    private final EventHub hub;
    private final Channel channel;
    private final String callId;
    private final boolean confidential;
    private final MpscAtomicArrayQueue<EventMessage> queue = new MpscAtomicArrayQueue<>(QUEUE);
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean dropped = new AtomicBoolean();
    private final Map<String, Long> toldBefore = new HashMap<>();

    /** Subscribes {@code channel} to the call {@code callId}, or to all calls when it is null. */
    EventSubscriber(EventHub hub, Channel channel, String callId, boolean confidential) {
        this.hub = hub;
        this.channel = channel;
        this.callId = callId;
        this.confidential = confidential;
    }

    /** The head was written. */
    void begin(RecentEvents.Missed missed) {
        channel.pipeline().addLast("events", this);
        write(WELCOME);
        if (!confidential) {
            write(WITHHELD);
        }
        if (!missed.complete()) {
            write(MISSING);
        }
        for (EventMessage message : missed.messages()) {
            byte[] bytes = message.bytes(confidential);
            if (bytes.length > 0) {
                write(bytes);
            }
            toldBefore.merge(message.callId(), message.event().sequence(), Math::max);
        }
        channel.flush();
        long everyMs = hub.heartbeatMs();
        var beat = channel.eventLoop().scheduleAtFixedRate(this::heartbeat, everyMs, everyMs, TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> beat.cancel(false));
    }

    /** Takes an event for this reader. Any thread. */
    void offer(EventMessage message) {
        if (callId != null && !callId.equals(message.callId())) {
            return;
        }
        if (callId == null && message.last()) {
            return;
        }
        if (!queue.offer(message)) {
            drop();
            return;
        }
        if (scheduled.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::drain);
        }
    }

    private void drop() {
        if (dropped.compareAndSet(false, true)) {
            hub.dropped(this);
            channel.close();
        }
    }

    private void drain() {
        scheduled.set(false);
        boolean wrote = false;
        while (channel.isWritable()) {
            EventMessage message = queue.poll();
            if (message == null) {
                break;
            }
            if (message.last()) {
                channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
                return;
            }
            if (message.event().sequence() <= toldBefore.getOrDefault(message.callId(), 0L)) {
                continue;
            }
            byte[] bytes = message.bytes(confidential);
            if (bytes.length > 0) {
                write(bytes);
                hub.sent(message.event());
                wrote = true;
            }
        }
        if (wrote) {
            channel.flush();
        }
    }

    private void heartbeat() {
        if (channel.isWritable()) {
            write(HEARTBEAT);
            channel.flush();
        } else {
            drop();
        }
    }

    private void write(byte[] bytes) {
        ByteBuf content = Unpooled.wrappedBuffer(bytes);
        channel.write(new DefaultHttpContent(content));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            drain();
        }
        ctx.fireChannelWritabilityChanged();
    }
}
