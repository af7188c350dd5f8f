package io.sidetone.speech.relay;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.probe.ProbeResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Asks a web server nothing: that it answers at all says that it is there, unless it refuses the key. */
final class WebTrial implements ExchangeListener {
    private static final long MS = 1_000_000L;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final RelaySettings settings;
    private final CompletableFuture<ProbeResult> result;
    private final LongSupplier clock;
    private final long beganNs;

    WebTrial(RelaySettings settings, CompletableFuture<ProbeResult> result, LongSupplier clock, long beganNs) {
        this.settings = settings;
        this.result = result;
        this.clock = clock;
        this.beganNs = beganNs;
    }

    @Override
    public void head(int status, HttpHeaders headers) {
        boolean refused = status == UNAUTHORIZED || status == FORBIDDEN;
        settle(
                !refused,
                refused
                        ? "answered " + status + "; check engines." + settings.service() + ".key"
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
        result.complete(new ProbeResult(ok, detail, (clock.getAsLong() - beganNs) / MS));
    }
}
