package io.sidetone.bench.streams;

import io.netty.buffer.ByteBuf;
import io.sidetone.bench.callers.StreamCaller;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsProtocol;
import io.sidetone.transport.ws.WsSession;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.HdrHistogram.Histogram;

/**
 * A stream whose server sends every message back at once, from the same event loops: what a message there and one back cost without a
 * call between them. The carrier's thread; the times are read when that thread has ended.
 */
final class EchoStream extends StreamCaller {
    static final String PATH = "/bench/echo";

    private static final int MOST_BYTES = 65_536;

    private final Histogram there = new Histogram(60_000_000_000L, 3);
    private long sentNs;

    EchoStream(SocketChannel channel, int number) {
        super(channel, number);
    }

    /** The server's side. */
    static WsProtocol protocol() {
        return handshake -> WsDecision.accept(new Echo(), null, MOST_BYTES);
    }

    @Override
    public void frame() throws IOException {
        sentNs = System.nanoTime();
        super.frame();
    }

    @Override
    public void media(byte[] message, int from, int to) {
        there.recordValue(System.nanoTime() - sentNs);
    }

    /** From a message until it came back, in ns. */
    Histogram there() {
        return there;
    }

    /** Sends back what comes. */
    private static final class Echo implements WsSession {
        private WsOutput out;

        @Override
        public void opened(WsOutput output, long nowNs) {
            out = output;
        }

        @Override
        public void text(ByteBuf message, long nowNs) {
            out.text(out.buffer(message.readableBytes()).writeBytes(message));
        }

        @Override
        public void binary(ByteBuf message, long nowNs) {}

        @Override
        public void closed(long nowNs) {}
    }
}
