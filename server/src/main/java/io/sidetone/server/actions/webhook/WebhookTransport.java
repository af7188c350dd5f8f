package io.sidetone.server.actions.webhook;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** What all webhooks share: the HTTP client, the timer, time and chance. Opened by the first request. Thread-safe. */
public final class WebhookTransport implements AutoCloseable {
    private static final int THREADS = 2;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

    final LongSupplier epochSeconds;
    final LongSupplier nanoTime;
    final DoubleSupplier random;
    private HttpClient client;
    private ExecutorService threads;
    private ScheduledThreadPoolExecutor timer;
    private boolean closed;

    /**
     * Opens nothing yet.
     *
     * @param epochSeconds wall time, for signatures
     * @param nanoTime monotonic time, for deadlines
     * @param random from 0 to 1, for pauses
     */
    public WebhookTransport(LongSupplier epochSeconds, LongSupplier nanoTime, DoubleSupplier random) {
        this.epochSeconds = epochSeconds;
        this.nanoTime = nanoTime;
        this.random = random;
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Returns the client, which follows no redirects. */
    public synchronized HttpClient client() {
        open();
        return client;
    }

    /** Returns the timer; what it runs must not block. */
    public synchronized ScheduledThreadPoolExecutor timer() {
        open();
        return timer;
    }

    /** Returns the wall time in seconds since 1970. */
    public long epochSeconds() {
        return epochSeconds.getAsLong();
    }

    /**
     * Returns a POST of JSON to {@code url}, signed at this moment.
     *
     * @param key of the signature; empty for none
     */
    public HttpRequest.Builder post(URI url, byte[] json, Optional<String> key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("User-Agent", "Sidetone");
        key.ifPresent(secret ->
                request.header(WebhookSignature.HEADER, WebhookSignature.of(secret, epochSeconds.getAsLong(), json)));
        return request.POST(HttpRequest.BodyPublishers.ofByteArray(json));
    }

    /** Returns a chance from 0 to 1. */
    public double random() {
        return random.getAsDouble();
    }

    private void open() {
        if (closed) {
            throw new IllegalStateException("the server is stopping");
        }
        if (client == null) {
            threads = Executors.newFixedThreadPool(THREADS, named("webhook"));
            timer = new ScheduledThreadPoolExecutor(1, named("webhook-timer"));
            timer.setRemoveOnCancelPolicy(true);
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(CONNECT_LIMIT)
                    .executor(threads)
                    .build();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            timer.shutdownNow();
            threads.shutdownNow();
        }
    }
}
