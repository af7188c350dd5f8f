package io.sidetone.server.actions.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
    private final Consumer<String> events;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private boolean carriageReturn;
    private Flow.Subscription subscription;

    /**
     * Takes events.
     *
     * @param limit bytes of an event
     * @param events receives the data of each, on the client's thread
     */
    SseBody(int limit, Consumer<String> events) {
        this.limit = limit;
        this.events = events;
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
            while (buffer.hasRemaining()) {
                take(buffer.get());
            }
            if (line.size() + data.length() > limit) {
                subscription.cancel();
                body.completeExceptionally(new IOException("an event is larger than " + limit + " bytes"));
                return;
            }
        }
    }

    private void take(byte next) {
        if (next == '\n' && carriageReturn) {
            carriageReturn = false;
        } else if (next == '\n' || next == '\r') {
            carriageReturn = next == '\r';
            lineEnds();
        } else {
            carriageReturn = false;
            line.write(next);
        }
    }

    private void lineEnds() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (text.isEmpty()) {
            if (data.length() > 0) {
                String event = data.toString();
                data.setLength(0);
                events.accept(event);
            }
        } else if (text.startsWith("data:")) {
            String value = text.substring(5);
            data.append(data.length() > 0 ? "\n" : "").append(value.startsWith(" ") ? value.substring(1) : value);
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
