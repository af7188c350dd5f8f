package io.sidetone.server.actions.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.action.ActionProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Takes an answer of lines, each a JSON object: {@code {"state": "…"}} says what the server does, the last other line is the result. One
 * exchange.
 */
final class StateLines implements BodySubscriber<byte[]> {
    private final LimitedBody whole;
    private final Consumer<String> says;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile byte[] result = new byte[0];
    private int states;

    /** Takes at most {@code limit} bytes; {@code says} takes each state at once, on the thread that reads. */
    StateLines(int limit, Consumer<String> says) {
        this.whole = new LimitedBody(limit);
        this.says = says;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole.getBody().thenApply(all -> result);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        whole.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        List<ByteBuffer> copies = buffers.stream().map(ByteBuffer::duplicate).toList();
        whole.onNext(buffers);
        if (whole.getBody().toCompletableFuture().isDone()) {
            return;
        }
        for (ByteBuffer buffer : copies) {
            while (buffer.hasRemaining()) {
                byte next = buffer.get();
                if (next == '\n') {
                    take();
                } else {
                    line.write(next);
                }
            }
        }
    }

    private void take() {
        byte[] bytes = line.toByteArray();
        line.reset();
        if (new String(bytes, StandardCharsets.UTF_8).isBlank()) {
            return;
        }
        String state = state(bytes);
        if (state == null) {
            result = bytes;
        } else if (states++ < ActionProgress.MOST) {
            says.accept(state);
        }
    }

    /** Returns the text of a line that says a state and nothing else, or null. */
    private static String state(byte[] line) {
        try {
            JsonNode read = WebhookJson.MAPPER.readTree(line);
            boolean state =
                    read.isObject() && read.size() == 1 && read.path("state").isTextual();
            return state ? read.path("state").asText() : null;
        } catch (IOException noJson) {
            return null;
        }
    }

    @Override
    public void onError(Throwable error) {
        whole.onError(error);
    }

    @Override
    public void onComplete() {
        take();
        whole.onComplete();
    }
}
