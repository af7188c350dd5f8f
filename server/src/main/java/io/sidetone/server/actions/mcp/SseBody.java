package io.sidetone.server.actions.mcp;

import io.sidetone.speech.net.SseFraming;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Takes server-sent events and hands their data on, one event at a time; hangs up where one is larger than it may be
 * (WHATWG HTML 9.2). One exchange.
 */
final class SseBody implements BodySubscriber<byte[]> {
    private static final byte[] NOTHING = {};

    private final int limit;
    private final SseFraming framing;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    /**
     * Takes events.
     *
     * @param limit bytes of an event
     * @param events receives the data of each, on the client's thread
     */
    SseBody(int limit, Consumer<String> events) {
        this.limit = limit;
        this.framing = new SseFraming(limit, (name, data) -> {
            if (!data.isEmpty()) {
                events.accept(data);
            }
        });
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (body.isDone()) {
            return;
        }
        for (ByteBuffer buffer : buffers) {
            if (!framing.feed(buffer)) {
                subscription.cancel();
                body.completeExceptionally(new IOException("an event is larger than " + limit + " bytes"));
                return;
            }
        }
    }

    @Override
    public void onError(Throwable error) {
        body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.complete(NOTHING);
    }
}
