package io.sidetone.server.actions.webhook;

import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.records.delivery.Backoff;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One invocation on its way to a web server: attempts, pauses, one end.
 *
 * <p>Another attempt is made only where the server did not take the request on: no connection, or one that broke before
 * an answer began, 429 and 5xx. Every attempt carries the same idempotency key. Thread-safe.
 */
final class Delivery {
    /** An answer in lines, each of them JSON. */
    private static final String LINES = "application/x-ndjson";

    private static final long LONGEST_PAUSE_MS = 5_000;

    private final WebhookSettings settings;
    private final WebhookTransport transport;
    private final OutgoingRequests requests;
    private final String invocationId;
    private final String idempotencyKey;
    private final byte[] body;
    private final Consumer<String> says;
    private final BiConsumer<Delivery, ActionResult> ended;
    private final long beganNs;

    /** True when it holds one of the action's requests; guarded by the action. */
    boolean admitted;

    private int attempts;
    private boolean inFlight;
    private boolean cancelled;
    private boolean done;
    private Future<?> deadline;
    private Future<?> pause;
    private CompletableFuture<HttpResponse<byte[]>> exchange;

    Delivery(
            WebhookSettings settings,
            WebhookTransport transport,
            OutgoingRequests requests,
            String invocationId,
            String idempotencyKey,
            byte[] body,
            Consumer<String> says,
            BiConsumer<Delivery, ActionResult> ended) {
        this.settings = settings;
        this.transport = transport;
        this.requests = requests;
        this.invocationId = invocationId;
        this.idempotencyKey = idempotencyKey;
        this.body = body;
        this.says = says;
        this.ended = ended;
        this.beganNs = transport.nanoTime.getAsLong();
    }

    synchronized void startDeadline() {
        deadline = transport
                .timer()
                .schedule(
                        () -> end(
                                ActionResult.TIMEOUT,
                                "no answer within " + settings.timeout().toMillis() + " ms"),
                        settings.timeout().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    void send() {
        Attempt attempt = new Attempt();
        synchronized (this) {
            if (done) {
                return;
            }
            attempts++;
            inFlight = true;
        }
        CompletableFuture<HttpResponse<byte[]>> sent;
        try {
            sent = requests.send(request(), attempt, settings.timeout());
        } catch (RuntimeException e) {
            end(ActionResult.FAILED, "cannot be asked: " + e.getMessage());
            return;
        }
        synchronized (this) {
            exchange = sent;
            if (done) {
                sent.cancel(true);
            }
        }
        sent.whenComplete(attempt::complete);
    }

    private HttpRequest request() {
        return transport
                .post(settings.url(), body, settings.secret())
                .header("Accept", "application/json, " + LINES)
                .header("Idempotency-Key", idempotencyKey)
                .build();
    }

    private long leftMs() {
        return settings.timeout().toMillis() - (transport.nanoTime.getAsLong() - beganNs) / 1_000_000;
    }

    /** One exchange; knows whether an answer had begun when it broke. */
    private final class Attempt implements HttpResponse.BodyHandler<byte[]> {
        private volatile boolean answering;

        @Override
        public HttpResponse.BodySubscriber<byte[]> apply(HttpResponse.ResponseInfo head) {
            answering = true;
            boolean lines = head.headers()
                    .firstValue("Content-Type")
                    .filter(type -> type.toLowerCase(Locale.ROOT).startsWith(LINES))
                    .isPresent();
            return lines
                    ? new StateLines(settings.maxResponseBytes(), Delivery.this::says)
                    : new LimitedBody(settings.maxResponseBytes());
        }

        void complete(HttpResponse<byte[]> response, Throwable error) {
            synchronized (Delivery.this) {
                inFlight = false;
            }
            if (error == null) {
                answered(response);
                return;
            }
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            boolean untouched = cause instanceof IOException && !answering;
            if (untouched) {
                retry("cannot be reached", 0);
            } else {
                end(
                        ActionResult.FAILED,
                        cause instanceof AnswerTooLargeException ? cause.getMessage() : "the connection broke");
            }
        }
    }

    /** Says {@code state}, unless it has ended: what comes then is for nobody. */
    private void says(String state) {
        synchronized (this) {
            if (done) {
                return;
            }
        }
        says.accept(state);
    }

    private void answered(HttpResponse<byte[]> response) {
        int status = response.statusCode();
        if (status == 429 || status >= 500) {
            HttpHeaders headers = response.headers();
            long afterMs = headers.firstValue("Retry-After")
                    .map(after -> Backoff.retryAfterMs(after, transport.epochSeconds.getAsLong()))
                    .orElse(0L);
            retry("answered " + status, afterMs);
        } else {
            end(WebhookAnswer.of(invocationId, status, response.body()));
        }
    }

    private void retry(String why, long atLeastMs) {
        String code = null;
        synchronized (this) {
            long pauseMs = Math.max(atLeastMs, Backoff.pauseMs(attempts, transport.random, LONGEST_PAUSE_MS));
            if (cancelled) {
                code = ActionResult.CANCELLED;
            } else if (attempts > settings.retries() || pauseMs >= leftMs()) {
                code = ActionResult.FAILED;
            } else if (!done) {
                try {
                    pause = transport.timer().schedule(this::send, pauseMs, TimeUnit.MILLISECONDS);
                } catch (RejectedExecutionException | IllegalStateException stopping) {
                    code = ActionResult.FAILED;
                }
            }
        }
        if (code != null) {
            end(code, settings.action() + " " + why);
        }
    }

    /** Leaves alone what has been sent: its answer says what really happened. Ends everything else. */
    void cancel() {
        synchronized (this) {
            cancelled = true;
            if (inFlight) {
                return;
            }
        }
        end(ActionResult.CANCELLED, "it was taken back before it was carried out");
    }

    void end(String code, String message) {
        end(ActionResult.failure(invocationId, code, message));
    }

    private void end(ActionResult result) {
        CompletableFuture<HttpResponse<byte[]>> running;
        synchronized (this) {
            if (done) {
                return;
            }
            done = true;
            running = exchange;
            stop(deadline);
            stop(pause);
        }
        if (running != null) {
            running.cancel(true);
        }
        ended.accept(this, result);
    }

    private static void stop(Future<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
