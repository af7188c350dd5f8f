package io.sidetone.server.agents.answering;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.server.actions.webhook.LimitedBody;
import io.sidetone.server.actions.webhook.OutgoingRequests;
import io.sidetone.server.actions.webhook.WebhookJson;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;

/** A call that a web server is asked about by one POST. */
final class WebhookQuestion extends CallQuestion {
    /** Largest answer. */
    static final int MAX_ANSWER_BYTES = 64 * 1_024;

    private static final int OK = 200;
    private static final int REDIRECTION = 300;

    private final RingingCall call;
    private final OnCallConfig asked;
    private final WebhookTransport transport;
    private final OutgoingRequests requests;

    WebhookQuestion(
            RingingCall call,
            OnCallConfig asked,
            WebhookTransport transport,
            OutgoingRequests requests,
            Outcome outcome) {
        super(asked.timeout(), outcome);
        this.call = call;
        this.asked = asked;
        this.transport = transport;
        this.requests = requests;
    }

    @Override
    Future<?> put() {
        CompletableFuture<HttpResponse<byte[]>> exchange =
                requests.send(request(), head -> new LimitedBody(MAX_ANSWER_BYTES), asked.timeout());
        exchange.whenComplete(this::complete);
        return exchange;
    }

    private HttpRequest request() {
        return transport
                .post(asked.url().orElseThrow(), body(), asked.key().map(Secret::value))
                .header("Accept", "application/json")
                .header("X-Sidetone-Call", call.identity().callId())
                .build();
    }

    private byte[] body() {
        CallPlan.Identity identity = call.identity();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("callId", identity.callId());
        body.put("externalId", identity.externalId());
        body.put("transport", identity.transport());
        body.put("trunk", call.trunk());
        body.put("agent", call.plan() == null ? null : call.plan().agent());
        body.put("from", identity.from());
        body.put("to", identity.to());
        body.putAll(FactsFields.of(identity.facts()));
        try {
            return WebhookJson.MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("texts are JSON", impossible);
        }
    }

    private void complete(HttpResponse<byte[]> response, Throwable error) {
        if (error != null) {
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            fail(
                    cause instanceof IOException && cause.getMessage() != null
                            ? cause.getMessage()
                            : "it cannot be reached (" + cause.getClass().getSimpleName() + ')');
        } else if (response.statusCode() < OK || response.statusCode() >= REDIRECTION) {
            fail("it answered " + response.statusCode());
        } else {
            answer(() -> AnswerReply.read(response.body()));
        }
    }
}
