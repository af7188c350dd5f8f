package io.sidetone.bench.engines;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A connection as engines have it, with nothing above it: what messages cost over loopback without an engine. */
final class BareLink {
    static final Deadlines DEADLINES = new Deadlines(10_000, 10_000, 60_000);

    private static final int MOST_BYTES = 1 << 16;
    private static final long OPEN_LIMIT_S = 10;

    private BareLink() {}

    /** Opens one to {@code path}; {@code answered} runs on its loop for each message that comes. Blocks. */
    static EngineSocket open(EngineNet net, LoopbackServer server, String path, Runnable answered) throws Exception {
        CompletableFuture<EngineSocket> open = new CompletableFuture<>();
        net.connect(
                net.next(),
                new SocketRequest("bare", server.ws(path), Map.of(), MOST_BYTES, DEADLINES, null),
                new SocketListener() {
                    @Override
                    public void opened(EngineSocket socket) {
                        open.complete(socket);
                    }

                    @Override
                    public void text(ByteBuf message) {
                        answered.run();
                    }

                    @Override
                    public void closed(int code, EngineFailure failure) {
                        open.completeExceptionally(new IllegalStateException("closed with " + code));
                    }
                });
        return open.get(OPEN_LIMIT_S, TimeUnit.SECONDS);
    }
}
