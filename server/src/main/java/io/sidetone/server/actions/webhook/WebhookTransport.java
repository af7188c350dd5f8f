package io.sidetone.server.actions.webhook;

import io.sidetone.core.background.Background;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Transport that all webhooks share: the HTTP client, the timer, time and chance. Opened by the first request. Thread-safe. */
public final class WebhookTransport implements AutoCloseable {
    private static final int THREADS = 2;
    /** Of all owners together: what would be more waits for a network that does not answer. */
    private static final int MOST_OPEN = 1_024;

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

    final LongSupplier epochSeconds;
    final LongSupplier nanoTime;
    final DoubleSupplier random;
    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
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

    /** Returns one by the clocks of this machine; opens nothing yet. */
    public static WebhookTransport of(DoubleSupplier random) {
        return new WebhookTransport(() -> System.currentTimeMillis() / 1_000, System::nanoTime, random);
    }

    /**
     * Returns the requests of one owner, who closes them.
     *
     * @param mostOpen how many may be open at once
     * @param mostWaiting how many may wait for one of them to end; further ones fail
     */
    public OutgoingRequests requests(int mostOpen, int mostWaiting) {
        return new OutgoingRequests(this, mostOpen, mostWaiting);
    }

    /** Sends a request; redirects are not followed. Its owner limits its time. */
    <T> CompletableFuture<HttpResponse<T>> begin(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        HttpClient usual;
        synchronized (this) {
            open();
            usual = client;
        }
        if (open.size() >= MOST_OPEN) {
            throw new IllegalStateException(MOST_OPEN + " requests of the server are open");
        }
        CompletableFuture<HttpResponse<T>> sent = usual.sendAsync(request, handler);
        open.add(sent);
        sent.whenComplete((response, error) -> open.remove(sent));
        return sent;
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
            threads = Executors.newFixedThreadPool(THREADS, Background.named("webhook"));
            timer = Background.timer("webhook-timer");
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
        open.forEach(each -> each.cancel(true));
        if (client != null) {
            timer.shutdownNow();
            threads.shutdownNow();
        }
    }
}
