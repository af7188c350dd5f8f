package io.sidetone.bench.engines;

import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.SocketScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * The control measurement: a service like the others sends a message of a transcript's size, and a peer without other
 * work answers at once with a message of a question's size. The time covers loopback, two wake-ups and the service's
 * own reading.
 */
final class PingPong implements AutoCloseable {
    private static final int PING_BYTES = 900;
    private static final int PONG_BYTES = 2_000;
    private static final long PERIOD_NS = 50_000_000L;

    private final LoopbackServer server = LoopbackServer.realTime();
    private final Times times = new Times();
    private final Thread pinger = new Thread(this::ping, "ping");
    private final Thread ponger = new Thread(this::pong, "pong");
    private final SocketChannel channel;
    private volatile Peer peer;
    private volatile long sentNs;
    private volatile boolean stopping;

    PingPong() throws IOException {
        server.socket("/ping", seen -> new SocketScript() {
            @Override
            public void opened(Peer opened) {
                peer = opened;
            }

            @Override
            public void text(Peer from, String message) {
                long nowNs = System.nanoTime();
                times.add(nowNs, nowNs - sentNs);
            }
        });
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.write(ByteBuffer.wrap(
                ("GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII)));
        pinger.setDaemon(true);
        ponger.setDaemon(true);
        ponger.start();
        pinger.start();
    }

    private void ping() {
        String message = "x".repeat(PING_BYTES);
        while (!stopping) {
            LockSupport.parkNanos(PERIOD_NS);
            if (peer != null) {
                peer.later(0, () -> {
                    sentNs = System.nanoTime();
                    peer.text(message);
                });
            }
        }
    }

    /** Reads every message and answers each one except the answer to the upgrade. */
    private void pong() {
        ByteBuffer in = ByteBuffer.allocate(8_192);
        ByteBuffer out = ByteBuffer.allocate(PONG_BYTES + 8);
        out.put((byte) 0x81)
                .put((byte) (0x80 | 126))
                .putShort((short) PONG_BYTES)
                .putInt(0);
        while (out.hasRemaining()) {
            out.put((byte) 'y');
        }
        try {
            channel.read(in);
            int due = 0;
            while (channel.read(in.clear()) > 0) {
                due += in.position();
                // A header of four bytes: more than 125 bytes, unmasked.
                if (due >= PING_BYTES + 4) {
                    due = 0;
                    channel.write(out.rewind());
                }
            }
        } catch (IOException e) {
            if (!stopping) {
                times.fail(e);
            }
        }
    }

    /** Returns the times so far. */
    Times times() {
        return times;
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        try {
            pinger.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channel.close();
        server.close();
    }
}
