package io.sidetone.server.records.recording;

import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.actions.webhook.OutgoingRequests;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.records.delivery.Backoff;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
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
    private final OutgoingRequests requests;
    private final long longestPauseMs;
    private final SharedCounters<UploadCounter> counters = new SharedCounters<>(UploadCounter.class);
    private final Deque<RecordedCall> waiting = new ArrayDeque<>();
    /** Files that an earlier process left; sent when nothing of this one waits. */
    private final Deque<Left> left = new ArrayDeque<>();

    private record Left(Path facts, RecordingConfig config) {}

    private int active;
    private volatile boolean warned;

    RecordingUploads(WebhookTransport transport) {
        this(transport, LONGEST_PAUSE_MS);
    }

    RecordingUploads(WebhookTransport transport, long longestPauseMs) {
        this.transport = transport;
        this.requests = transport.requests(MOST_AT_ONCE, 0);
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
        boolean taken;
        synchronized (waiting) {
            taken = waiting.size() < MOST_WAITING && waiting.add(call);
        }
        if (!taken) {
            kept(call, "too many recordings wait to be sent");
        }
        next();
    }

    /** Offers again what {@code config}'s folder holds of its agents' calls: a PUT to the same address changes nothing. Blocks. */
    void resume(Path folder, Function<String, RecordingConfig> agents) {
        List<Left> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().endsWith(RecordingFolder.SUFFIX))
                    .sorted()
                    .map(RecordingFolder::facts)
                    .forEach(facts -> sendable(facts, agents).ifPresent(found::add));
        } catch (IOException e) {
            LOG.warn("Recordings in {} cannot be listed to be sent: {}", folder, e.toString());
        }
        if (found.isEmpty()) {
            return;
        }
        LOG.info("{}: {} recordings of an earlier process are sent now", folder, found.size());
        counters.add(UploadCounter.RESUMED, found.size());
        synchronized (waiting) {
            left.addAll(found);
        }
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            next();
        }
    }

    private static Optional<Left> sendable(Path facts, Function<String, RecordingConfig> agents) {
        try {
            RecordingConfig config =
                    agents.apply(String.valueOf(RecordingFolder.described(facts).get("agent")));
            return config == null || config.upload().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Left(facts, config));
        } catch (IOException e) {
            LOG.warn("The recording beside {} cannot be sent: {}", facts, e.toString());
            return Optional.empty();
        }
    }

    private void next() {
        RecordedCall call;
        Left earlier = null;
        synchronized (waiting) {
            if (active >= MOST_AT_ONCE || waiting.isEmpty() && left.isEmpty()) {
                return;
            }
            active++;
            call = waiting.poll();
            if (call == null) {
                earlier = left.poll();
            }
        }
        if (earlier == null) {
            attempt(call, 1);
            return;
        }
        try {
            Path facts = earlier.facts();
            attempt(new RecordedCall(RecordingFolder.described(facts), facts.getParent(), earlier.config()), 1);
        } catch (IOException gone) {
            LOG.debug("{} is not sent: {}", earlier.facts(), gone.toString());
            over();
        }
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
                    .header("Content-Type", "audio/wav")
                    .header("User-Agent", "Sidetone")
                    .PUT(HttpRequest.BodyPublishers.ofFile(call.file()));
            call.token().ifPresent(secret -> request.header("Authorization", "Bearer " + secret.value()));
            requests.send(request.build(), HttpResponse.BodyHandlers.discarding(), ATTEMPT_LIMIT)
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
