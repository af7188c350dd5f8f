package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.CACHED_TOKENS;
import static io.sidetone.core.realtime.RealtimeFields.CODE;
import static io.sidetone.core.realtime.RealtimeFields.ERROR;
import static io.sidetone.core.realtime.RealtimeFields.ID;
import static io.sidetone.core.realtime.RealtimeFields.INPUT_TOKENS;
import static io.sidetone.core.realtime.RealtimeFields.INPUT_TOKEN_DETAILS;
import static io.sidetone.core.realtime.RealtimeFields.METADATA;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT_TOKENS;
import static io.sidetone.core.realtime.RealtimeFields.REASON;
import static io.sidetone.core.realtime.RealtimeFields.STATUS;
import static io.sidetone.core.realtime.RealtimeFields.STATUS_DETAILS;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.RealtimeFields.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.ResponseStatus;
import io.sidetone.speech.net.NetFailures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The responses of a call, one at a time: the next is requested when the service has ended the last one, cancelled ones
 * included. Event loop only.
 */
final class Replies {
    private static final Logger LOG = LoggerFactory.getLogger(Replies.class);
    private static final int BUSY_RETRY_MS = 250;
    private static final int MOST_RETRIES = 8;
    private static final int CANCEL_PATIENCE_MS = 2_000;

    private final RealtimeCall call;
    private final Deque<Reply> queue = new ArrayDeque<>();
    private Reply current;

    /** A dropped response that the service still sends: until it ends, nothing is requested. */
    private String leftover = "";

    private int busy;

    Replies(RealtimeCall call) {
        this.call = call;
    }

    /** Returns whether no response is requested or under way. */
    boolean quiet() {
        return current == null && queue.isEmpty();
    }

    void order(Reply reply) {
        queue.add(reply);
        next();
    }

    /** Requests the next response when the last has ended and there is a connection. */
    void next() {
        while (current == null && leftover.isEmpty() && !queue.isEmpty() && call.online()) {
            Reply reply = queue.poll();
            if (!reply.cancelled) {
                ask(reply);
            }
        }
    }

    private void ask(Reply reply) {
        current = reply;
        reply.sentNs = call.nowNs();
        reply.lastNs = reply.sentNs;
        reply.eventId = call.send(reply.request);
        call.meters().dialogue().requests.increment();
        watch(reply, call.settings().limits().answerMs());
    }

    private void watch(Reply reply, long inMs) {
        call.loop().schedule(() -> watched(reply), Math.max(1, inMs), TimeUnit.MILLISECONDS);
    }

    private void watched(Reply reply) {
        if (reply != current) {
            return;
        }
        int patienceMs =
                reply.cancelled ? CANCEL_PATIENCE_MS : call.settings().limits().answerMs();
        long leftMs = patienceMs - (call.nowNs() - reply.lastNs) / 1_000_000;
        if (leftMs > 0) {
            watch(reply, leftMs);
            return;
        }
        if (!reply.cancelled) {
            reply.failure = NetFailures.timeout(call.settings().access().name(), "a response", patienceMs);
            if (reply.id != null) {
                leave(reply.id);
            }
        }
        over(reply, ResponseStatus.FAILED);
    }

    private void leave(String id) {
        leftover = id;
        call.send(ClientEvents.cancel(id));
        call.loop().schedule(() -> left(id), CANCEL_PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    private void left(String id) {
        if (leftover.equals(id)) {
            leftover = "";
            next();
        }
    }

    /** {@code response.created}. */
    void created(JsonNode response) {
        String id = response.path(ID).asText("");
        String key = response.path(METADATA).path(ClientEvents.KEY).asText("");
        boolean ours = current != null && current.id == null && (key.isEmpty() || key.equals(current.key));
        if (!ours) {
            // The call did not request this response: the call decides when the agent speaks.
            call.unexpected();
            leave(id);
            return;
        }
        busy = 0;
        current.id = id;
        current.lastNs = call.nowNs();
        if (current.cancelled) {
            call.send(ClientEvents.cancel(id));
        }
    }

    /** Returns the response of that id while it is needed, else null. */
    Reply requested(String id) {
        boolean is = current != null && id.equals(current.id) && !current.cancelled;
        if (is) {
            current.lastNs = call.nowNs();
        }
        return is ? current : null;
    }

    /** {@code response.done}. */
    void done(JsonNode response) {
        Reply reply = current;
        String id = response.path(ID).asText("");
        if (reply == null || !id.equals(reply.id)) {
            if (id.isEmpty() || !id.equals(leftover)) {
                call.unexpected();
            }
            left(id);
            return;
        }
        usage(response.path(USAGE));
        for (JsonNode item : response.path(OUTPUT)) {
            if (ItemTypes.FUNCTION_CALL.equals(item.path(TYPE).asText())) {
                reply.functionCall(item);
            }
        }
        String status = response.path(STATUS).asText(ResponseStatus.COMPLETED);
        if (!reply.cancelled && !ResponseStatus.COMPLETED.equals(status)) {
            reply.failure = failure(response.path(STATUS_DETAILS), status);
        } else if (!reply.cancelled && reply.audio.end() == 0 && reply.functionCalls.isEmpty()) {
            LOG.warn(
                    "Call {}: engine {} answered without sound, and the caller hears nothing; check that engines.{}.model"
                            + " speaks",
                    call.callId(),
                    call.settings().access().name(),
                    call.settings().access().name());
        }
        over(reply, status);
    }

    private void usage(JsonNode usage) {
        call.meters().dialogue().inputTokens.add(usage.path(INPUT_TOKENS).asLong(0));
        call.meters()
                .dialogue()
                .cachedTokens
                .add(usage.path(INPUT_TOKEN_DETAILS).path(CACHED_TOKENS).asLong(0));
        call.meters().dialogue().outputTokens.add(usage.path(OUTPUT_TOKENS).asLong(0));
    }

    private EngineFailure failure(JsonNode details, String status) {
        JsonNode error = details.path(ERROR);
        String code = error.path(CODE).asText(details.path(REASON).asText(""));
        String said = "engine " + call.settings().access().name() + ": a response ended " + status
                + (code.isEmpty() ? "" : ", " + code);
        if (code.contains("rate_limit")) {
            return new EngineFailure(EngineFailure.RATE_LIMITED, said + "; the account's limit is reached", true);
        }
        if (code.contains("quota")) {
            return new EngineFailure("rejected", said + "; the account has no credit left", false);
        }
        return new EngineFailure(
                ResponseStatus.FAILED.equals(status) ? EngineFailure.UNAVAILABLE : "broken", said, true);
    }

    private void over(Reply reply, String status) {
        reply.status = status;
        reply.finished = true;
        current = null;
        call.talk().finished(reply);
        next();
    }

    /** Cancels the response; its later events are dropped. */
    void cancel(Reply reply) {
        if (reply.cancelled || reply.finished) {
            return;
        }
        reply.cancelled = true;
        reply.audio.drop();
        call.meters().dialogue().cancelled.increment();
        if (reply != current) {
            queue.remove(reply);
            reply.finished = true;
        } else {
            reply.lastNs = call.nowNs();
            watch(reply, CANCEL_PATIENCE_MS);
            if (reply.id != null) {
                call.send(ClientEvents.cancel(reply.id));
            }
        }
    }

    /** Handles a refused request for a response; returns whether the error was about one. */
    boolean refused(String eventId, String code, EngineFailure failure) {
        Reply reply = current;
        boolean about = reply != null
                && reply.id == null
                && (eventId.equals(reply.eventId)
                        || eventId.isEmpty() && RealtimeErrors.CONVERSATION_ALREADY_HAS_ACTIVE_RESPONSE.equals(code));
        if (!about) {
            return false;
        }
        if (RealtimeErrors.CONVERSATION_ALREADY_HAS_ACTIVE_RESPONSE.equals(code) && busy++ < MOST_RETRIES) {
            current = null;
            queue.addFirst(reply);
            call.loop().schedule(this::next, BUSY_RETRY_MS, TimeUnit.MILLISECONDS);
            return true;
        }
        reply.failure = failure;
        over(reply, ResponseStatus.FAILED);
        return true;
    }

    /** The connection is lost: a response that had not begun is requested again on the next one; the others fail. */
    void lost(EngineFailure why, boolean again) {
        List<Reply> open = new ArrayList<>();
        if (current != null) {
            open.add(current);
        }
        open.addAll(queue);
        current = null;
        leftover = "";
        queue.clear();
        for (Reply reply : open) {
            reply.finished = true;
            if (reply.cancelled) {
                continue;
            }
            if (again && reply.turn != null && reply.untouched()) {
                Reply fresh = reply.again(call.nextKey());
                reply.turn.replace(reply, fresh);
                queue.add(fresh);
            } else {
                reply.status = ResponseStatus.FAILED;
                reply.failure = why;
                call.talk().finished(reply);
            }
        }
    }
}
