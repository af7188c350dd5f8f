package io.sidetone.bench.engines;

import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.SocketScript;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import java.util.concurrent.TimeUnit;

/**
 * The control measurement: a peer without other work sends a message of a question's size, and a service like the others answers
 * at once with a message of a transcript's size. The time covers loopback, two wake-ups and the service's own reading.
 */
final class PingPong implements AutoCloseable {
    private static final String PING = "x".repeat(2_000);
    private static final String PONG = "y".repeat(900);
    private static final long PERIOD_MS = 50;

    private final LoopbackServer server = LoopbackServer.realTime();
    private final EngineNet net = EngineNet.open(1);
    private final Times times = new Times();
    private volatile long sentNs;

    PingPong() throws Exception {
        server.socket("/ping", seen -> new SocketScript() {
            @Override
            public void text(Peer from, String message) {
                from.text(PONG);
            }
        });
        EngineSocket socket = BareLink.open(net, server, "/ping", () -> {
            long nowNs = System.nanoTime();
            times.add(nowNs, nowNs - sentNs);
        });
        socket.loop()
                .scheduleAtFixedRate(
                        () -> {
                            sentNs = System.nanoTime();
                            socket.text(PING);
                        },
                        PERIOD_MS,
                        PERIOD_MS,
                        TimeUnit.MILLISECONDS);
    }

    /** Returns the times so far. */
    Times times() {
        return times;
    }

    @Override
    public void close() {
        net.close();
        server.close();
    }
}
