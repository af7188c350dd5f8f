package io.sidetone.server.records.subscribers;

import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.server.actions.webhook.IdempotencyKey;
import io.sidetone.server.actions.webhook.LimitedBody;
import io.sidetone.server.actions.webhook.OutgoingRequests;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.records.delivery.Backoff;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Posts events over HTTP with a signature of their own for every attempt. Thread-safe. */
final class HttpPost implements EventSender {
    /** Number of the event within its call. */
    static final String SEQUENCE = "Sidetone-Sequence";
    /** Type of the event. */
    static final String EVENT = "Sidetone-Event";
    /** Number of the attempt, from 1. */
    static final String ATTEMPT = "Sidetone-Attempt";

    /** Only the status of an answer counts. */
    private static final int MAX_ANSWER = 16 << 10;

    private final SubscriberConfig subscriber;
    private final WebhookTransport transport;
    private final OutgoingRequests requests;

    HttpPost(SubscriberConfig subscriber, WebhookTransport transport) {
        this.subscriber = subscriber;
        this.transport = transport;
        this.requests = transport.requests(subscriber.maxConcurrent(), 0);
    }

    @Override
    public void send(PendingEvent pending, Consumer<Answer> answered) {
        Exchange exchange = new Exchange();
        try {
            requests.send(request(pending), exchange, subscriber.timeout())
                    .whenComplete((response, error) -> answered.accept(exchange.answer(error)));
        } catch (RuntimeException e) {
            answered.accept(new Answer(0, 0, "it cannot be asked: " + e.getMessage()));
        }
    }

    private HttpRequest request(PendingEvent pending) {
        return transport
                .post(
                        subscriber.url(),
                        pending.json(),
                        Optional.of(subscriber.secret().value()))
                .header("Idempotency-Key", IdempotencyKey.of(pending.callId(), Long.toString(pending.sequence())))
                .header(SEQUENCE, Long.toString(pending.sequence()))
                .header(EVENT, pending.type())
                .header(ATTEMPT, Integer.toString(pending.attempts))
                .build();
    }

    /** One exchange. The status alone counts: an answer that breaks off after it has said enough. */
    private final class Exchange implements HttpResponse.BodyHandler<byte[]> {
        private volatile HttpResponse.ResponseInfo head;

        @Override
        public HttpResponse.BodySubscriber<byte[]> apply(HttpResponse.ResponseInfo info) {
            head = info;
            return new LimitedBody(MAX_ANSWER);
        }

        Answer answer(Throwable error) {
            HttpResponse.ResponseInfo said = head;
            if (said != null) {
                long afterMs = said.headers()
                        .firstValue("Retry-After")
                        .map(text -> Backoff.retryAfterMs(text, transport.epochSeconds()))
                        .orElse(0L);
                return new Answer(said.statusCode(), afterMs, "");
            }
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            return new Answer(0, 0, why.startsWith("no answer") ? why : "it cannot be reached: " + why);
        }
    }
}
