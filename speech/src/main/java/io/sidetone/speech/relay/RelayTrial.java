package io.sidetone.speech.relay;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.SocketListener;
import java.util.concurrent.CompletableFuture;

/**
 * Asks the agent nothing, because a setup or a turn would be a call: a connection that opens, or any answer of a web server but
 * a refused key, says that it is there. One try; its loop only.
 */
final class RelayTrial implements SocketListener, ExchangeListener {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final RelaySettings settings;
    private final CompletableFuture<EngineHealth> result;

    /** Begins now. */
    RelayTrial(RelaySettings settings, CompletableFuture<EngineHealth> result) {
        this.settings = settings;
        this.result = result;
    }

    // ---- over a WebSocket -------------------------------------------------------------------------------------------

    @Override
    public void opened(EngineSocket socket) {
        settle(true, "the agent takes connections");
        socket.close();
    }

    @Override
    public void text(ByteBuf message) {}

    @Override
    public void closed(int code, EngineFailure failure) {
        settle(false, failure == null ? "closed with " + code : failure.message());
    }

    // ---- over HTTP --------------------------------------------------------------------------------------------------

    @Override
    public void head(int status, HttpHeaders headers) {
        boolean refused = status == UNAUTHORIZED || status == FORBIDDEN;
        settle(
                !refused,
                refused
                        ? "answered " + status + "; check engines."
                                + settings.access().name() + ".key"
                        : "the agent answers requests");
    }

    @Override
    public void body(ByteBuf piece) {}

    @Override
    public void end() {}

    @Override
    public void failed(EngineFailure failure) {
        settle(false, failure.message());
    }

    private void settle(boolean ok, String detail) {
        result.complete(new EngineHealth(ok, detail));
    }
}
