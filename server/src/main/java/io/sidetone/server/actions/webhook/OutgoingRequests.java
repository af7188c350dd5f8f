package io.sidetone.server.actions.webhook;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The requests over HTTP of one owner: so many are open, so many wait, and each has a time from its first byte to the
 * last of its answer. The only class of the server that hands a request to the JDK's client. Never blocks. Thread-safe.
 */
public final class OutgoingRequests implements AutoCloseable {
    private final WebhookTransport transport;
    private final int mostOpen;
    private final int mostWaiting;
    private final Set<Exchange<?>> open = new HashSet<>();
    private final Deque<Exchange<?>> waiting = new ArrayDeque<>();
    private boolean closed;

    OutgoingRequests(WebhookTransport transport, int mostOpen, int mostWaiting) {
        this.transport = transport;
        this.mostOpen = mostOpen;
        this.mostWaiting = mostWaiting;
    }

    /** A request from its being asked for to its end. Cancelling it closes its connection. */
    private final class Exchange<T> extends CompletableFuture<HttpResponse<T>> {
        private final HttpRequest request;
        private final HttpResponse.BodyHandler<T> handler;
        private final Duration limit;
        private volatile Future<?> sent;
        private volatile Future<?> deadline;

        Exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration limit) {
            this.request = request;
            this.handler = handler;
            this.limit = limit;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new CompletableFuture<>();
        }

        void begin() {
            try {
                deadline = transport
                        .timer()
                        .schedule(
                                () -> fail(new IOException("no answer within " + limit.toMillis() + " ms")),
                                limit.toMillis(),
                                TimeUnit.MILLISECONDS);
                CompletableFuture<HttpResponse<T>> answer = transport.begin(request, handler);
                sent = answer;
                answer.whenComplete((response, error) -> {
                    if (error == null) {
                        next(this);
                        complete(response);
                        stop();
                    } else {
                        fail(error);
                    }
                });
                if (isDone()) {
                    stop();
                }
            } catch (RuntimeException impossible) {
                fail(new IOException("it cannot be asked: " + impossible.getMessage(), impossible));
            }
        }

        /** Its place is free before its owner hears of the end and perhaps asks again. */
        void fail(Throwable why) {
            next(this);
            completeExceptionally(why);
            stop();
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            next(this);
            boolean cancelled = super.cancel(mayInterrupt);
            stop();
            return cancelled;
        }

        private void stop() {
            Future<?> running = sent;
            if (running != null) {
                running.cancel(true);
            }
            Future<?> timer = deadline;
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }

    /**
     * Sends {@code request}, now or when another one has ended.
     *
     * @param limit of the whole exchange, once it began
     * @return its answer; an {@link IOException} when none comes in time, or too many wait, or the owner is closed
     */
    public <T> CompletableFuture<HttpResponse<T>> send(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration limit) {
        Exchange<T> exchange = new Exchange<>(request, handler, limit);
        boolean begins;
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(new IOException("the connection is closed"));
            }
            begins = open.size() < mostOpen;
            if (begins) {
                open.add(exchange);
            } else if (waiting.size() < mostWaiting) {
                waiting.add(exchange);
            } else {
                return CompletableFuture.failedFuture(
                        new IOException(open.size() + " requests are open and " + waiting.size() + " wait"));
            }
        }
        if (begins) {
            exchange.begin();
        }
        return exchange;
    }

    private void next(Exchange<?> ended) {
        Exchange<?> begins = null;
        synchronized (this) {
            waiting.remove(ended);
            if (open.remove(ended) && !waiting.isEmpty()) {
                begins = waiting.poll();
                open.add(begins);
            }
        }
        if (begins != null) {
            begins.begin();
        }
    }

    /** Ends what is open and what waits. */
    @Override
    public void close() {
        List<Exchange<?>> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(waiting);
            all.addAll(open);
            waiting.clear();
        }
        all.forEach(exchange -> exchange.cancel(true));
    }
}
