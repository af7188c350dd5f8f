package io.sidetone.server.recording;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.delivery.Backoff;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends finished recordings by PUT, {@value #MOST_AT_ONCE} at a time, each {@value #ATTEMPTS} times at most with growing pauses. What is
 * taken is removed here; what is not stays in its folder, counted, and logged once until something is taken. Any thread.
 */
final class RecordingUploads {
    static final int ATTEMPTS = 8;
    static final int MOST_AT_ONCE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(RecordingUploads.class);
    private static final int MOST_WAITING = 1_000;
    private static final long LONGEST_PAUSE_MS = 30_000;
    private static final Duration ATTEMPT_LIMIT = Duration.ofMinutes(10);
    private static final int TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;

    private final WebhookTransport transport;
    private final long longestPauseMs;
    private final SharedCounters<UploadCounter> counters = new SharedCounters<>(UploadCounter.class);
    private final Deque<RecordedCall> waiting = new ArrayDeque<>();
    private int active;
    private volatile boolean warned;

    RecordingUploads(WebhookTransport transport) {
        this(transport, LONGEST_PAUSE_MS);
    }

    RecordingUploads(WebhookTransport transport, long longestPauseMs) {
        this.transport = transport;
        this.longestPauseMs = longestPauseMs;
    }

    SharedCounters<UploadCounter> counters() {
        return counters;
    }

    /** Sends the file of {@code call}, which is whole, if it is to be sent. Never blocks. */
    void offer(RecordedCall call) {
        if (call.url().isEmpty()) {
            return;
        }
        synchronized (waiting) {
            if (waiting.size() < MOST_WAITING) {
                waiting.add(call);
                call = null;
            }
        }
        if (call != null) {
            kept(call, "too many recordings wait to be sent");
        }
        next();
    }

    private void next() {
        RecordedCall call;
        synchronized (waiting) {
            if (active >= MOST_AT_ONCE || waiting.isEmpty()) {
                return;
            }
            active++;
            call = waiting.poll();
        }
        attempt(call, 1);
    }

    private void over() {
        synchronized (waiting) {
            active--;
        }
        next();
    }

    private void attempt(RecordedCall call, int number) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create(call.url().orElseThrow()))
                    .timeout(ATTEMPT_LIMIT)
                    .header("Content-Type", "audio/wav")
                    .header("User-Agent", "Sidetone")
                    .PUT(HttpRequest.BodyPublishers.ofFile(call.file()));
            call.token().ifPresent(secret -> request.header("Authorization", "Bearer " + secret.value()));
            transport
                    .client()
                    .sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                    .whenComplete((response, error) -> answered(call, number, response, error));
        } catch (IOException | RuntimeException e) {
            // Not the message: it may hold the address, and that a secret.
            given(call, "it cannot be sent: " + e.getClass().getSimpleName());
        }
    }

    private void answered(RecordedCall call, int number, HttpResponse<Void> response, Throwable error) {
        int status = response == null ? 0 : response.statusCode();
        if (status / 100 == 2) {
            taken(call);
            return;
        }
        counters.increment(UploadCounter.FAILURES);
        String why = status > 0 ? "the answer was " + status : "it cannot be reached";
        boolean again = status == 0 || status == TIMEOUT || status == TOO_EARLY || status == TOO_MANY || status >= 500;
        if (!again || number >= ATTEMPTS) {
            given(call, why + " at attempt " + number);
            return;
        }
        try {
            transport
                    .timer()
                    .schedule(
                            () -> attempt(call, number + 1),
                            Backoff.pauseMs(number, transport::random, longestPauseMs),
                            TimeUnit.MILLISECONDS);
        } catch (RuntimeException stopping) {
            given(call, why + ", and the server stops");
        }
    }

    private void taken(RecordedCall call) {
        counters.increment(UploadCounter.DONE);
        warned = false;
        try {
            Files.deleteIfExists(call.file());
            Files.deleteIfExists(RecordingFolder.facts(call.file()));
        } catch (IOException e) {
            LOG.warn("The recording {} was sent and could not be removed here: {}", call.file(), e.toString());
        }
        call.uploaded();
        over();
    }

    private void given(RecordedCall call, String why) {
        kept(call, why);
        over();
    }

    private void kept(RecordedCall call, String why) {
        counters.increment(UploadCounter.KEPT);
        call.kept("it was not sent, " + why + "; the file is kept");
        if (!warned) {
            warned = true;
            LOG.warn(
                    "The recording {} was not sent: {}; it is kept, and further ones are only counted",
                    call.file(),
                    why);
        }
    }
}
