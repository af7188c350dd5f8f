package io.sidetone.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.sidetone.transport.http.connection.Connections;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection that completes no request, or does not read its answer, in time. Single bytes do not extend the
 * time: a peer that sends one now and then is closed as early as a silent one.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {
    private final long timeoutNs;
    private final HttpCounters counters;
    private final Connections connections;
    private Future<?> timer;
    private boolean partial;

    RequestDeadline(long timeoutNs, HttpCounters counters, Connections connections) {
        this.timeoutNs = timeoutNs;
        this.counters = counters;
        this.connections = connections;
    }

    /** Notifies the request handler that the time is up. */
    enum Event {
        /** A request was begun and not completed. */
        PARTIAL_REQUEST,
        /** No request was begun. */
        IDLE
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        restart(ctx);
        ctx.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        partial |= message instanceof ByteBuf bytes && bytes.isReadable();
        ctx.fireChannelRead(message);
    }

    /** A whole request was read. Event loop only. */
    void requestRead(ChannelHandlerContext ctx) {
        partial = false;
        connections.busy(ctx.channel());
    }

    /**
     * An answer was written to the socket: the peer has the full time to read it, and then to send the next request.
     * Event loop only.
     */
    void restart(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
        }
        if (ctx.channel().isActive()) {
            connections.waiting(ctx.channel());
        }
        timer = ctx.executor().schedule(() -> expire(ctx), timeoutNs, TimeUnit.NANOSECONDS);
    }

    /** Ends the deadline: the answer continues for as long as its reader stays. Event loop only. */
    void end() {
        timer.cancel(false);
    }

    private void expire(ChannelHandlerContext ctx) {
        counters.timedOut();
        ctx.pipeline().fireUserEventTriggered(partial ? Event.PARTIAL_REQUEST : Event.IDLE);
    }
}
