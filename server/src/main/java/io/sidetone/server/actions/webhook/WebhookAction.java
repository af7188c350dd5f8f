package io.sidetone.server.actions.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * An action that a web server carries out. At most {@link WebhookSettings#maxConcurrent} requests are under way, as many
 * calls again as {@value #WAITING} may wait for one of them to end. Thread-safe; nothing blocks.
 */
public final class WebhookAction implements ActionHandler {
    /** Calls that may wait for a free request. */
    static final int WAITING = 256;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final WebhookSettings settings;
    private final WebhookTransport transport;
    private OutgoingRequests requests;
    private final Map<Key, Delivery> open = new ConcurrentHashMap<>();
    private final Deque<Delivery> waiting = new ArrayDeque<>();
    private int busy;

    private record Key(String callId, String invocationId) {}

    /** Creates the action. */
    public WebhookAction(WebhookSettings settings, WebhookTransport transport) {
        this.settings = settings;
        this.transport = transport;
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        Key key = new Key(context.callId(), call.invocationId());
        Delivery delivery = new Delivery(
                settings,
                transport,
                requests(),
                call.invocationId(),
                IdempotencyKey.of(context.callId(), call.invocationId()),
                body(context, call),
                state -> context.progress().says(call.invocationId(), state),
                (ended, result) -> {
                    open.remove(key, ended);
                    answer.accept(result);
                    release(ended);
                });
        open.put(key, delivery);
        delivery.startDeadline();
        boolean refused = false;
        synchronized (this) {
            if (busy < settings.maxConcurrent()) {
                busy++;
                delivery.admitted = true;
            } else if (waiting.size() < WAITING) {
                waiting.add(delivery);
            } else {
                refused = true;
            }
        }
        if (refused) {
            delivery.end(ActionResult.FAILED, settings.action() + " is asked for too often at once");
        } else if (delivery.admitted) {
            delivery.send();
        }
    }

    private synchronized OutgoingRequests requests() {
        if (requests == null) {
            requests = transport.requests(settings.maxConcurrent(), 0);
        }
        return requests;
    }

    private static byte[] body(CallContext context, ActionCall call) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("callId", context.callId());
        body.put("invocationId", call.invocationId());
        body.put("action", call.action());
        body.put("parameters", call.parameters());
        body.put("from", context.from());
        body.put("to", context.to());
        body.putAll(FactsFields.of(context.facts()));
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("parameters of " + call.action() + " are no JSON", e);
        }
    }

    private void release(Delivery ended) {
        Delivery next = null;
        synchronized (this) {
            if (ended.admitted) {
                next = waiting.poll();
                if (next == null) {
                    busy--;
                } else {
                    next.admitted = true;
                }
            } else {
                waiting.remove(ended);
            }
        }
        if (next != null) {
            next.send();
        }
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        Delivery delivery = open.get(new Key(context.callId(), invocationId));
        if (delivery != null) {
            delivery.cancel();
        }
    }

    /** Requests under way or waiting. */
    int open() {
        return open.size();
    }
}
