package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.ARGUMENTS;
import static io.sidetone.core.realtime.RealtimeFields.CALL_ID;
import static io.sidetone.core.realtime.RealtimeFields.CONTENT_INDEX;
import static io.sidetone.core.realtime.RealtimeFields.DELTA;
import static io.sidetone.core.realtime.RealtimeFields.ITEM;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.NAME;
import static io.sidetone.core.realtime.RealtimeFields.OUTPUT_INDEX;
import static io.sidetone.core.realtime.RealtimeFields.PREVIOUS_ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE_ID;
import static io.sidetone.core.realtime.RealtimeFields.TRANSCRIPT;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.fence.Token;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.core.realtime.ResponseStatus;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.transport.stream.LoopTimer;
import java.io.IOException;

/**
 * The responses of one session, one at a time: what the lane reports of the agent's turns becomes their events, in the order
 * of the protocol. A turn may make several responses: each call of the client's tools ends one. Event loop only.
 */
final class Responses {
    /** So long after its last sound a response that called a tool is complete: calls come together. */
    private static final int CALLS_TOGETHER_MS = 40;

    private static final long QUIET_NS = 200_000_000L;
    private static final String TURN_DETECTED = "turn_detected";
    private static final String CLIENT_CANCELLED = "client_cancelled";

    private final ServerEvents events;
    private final ItemTable items;
    private final ServerEvents.Ids ids;
    private final LoopTimer delay;
    private final Watcher watcher;
    private final String conversationId;
    private Response current;
    private long deadToken;
    private long soundNs;
    private boolean sounded;
    private boolean calls;
    private String failure = "";
    private CallUsage usage = new CallUsage();
    private Response.TokenCount published = Response.TokenCount.NONE;

    /** Party that has to know of responses. */
    interface Watcher {
        /** The agent speaks or acts without having been asked: a response is made of it, as the session is set. */
        Response.Request unasked();

        /** No response is being made any more. */
        void idle(Response over);

        /** The present time, ns. */
        long nowNs();
    }

    Responses(ServerEvents events, ItemTable items, ServerEvents.Ids ids, LoopTimer delay, Watcher watcher) {
        this.events = events;
        this.items = items;
        this.ids = ids;
        this.delay = delay;
        this.watcher = watcher;
        this.conversationId = "conv_" + ids.session();
    }

    /** The call counts what it uses with {@code counted}. */
    void usage(CallUsage counted) {
        usage = counted;
    }

    /** The response that is being made, or null. */
    Response current() {
        return current;
    }

    Response begin(Response.Request request) {
        current = new Response(ids.next("resp_"), request);
        sounded = false;
        calls = false;
        failure = "";
        Response begun = current;
        events.send(RealtimeEvents.RESPONSE_CREATED, json -> begun.write(json, conversationId));
        events.send(RealtimeEvents.RATE_LIMITS_UPDATED, json -> {
            json.writeArrayFieldStart("rate_limits");
            json.writeEndArray();
        });
        return begun;
    }

    /** The agent begins a turn: it makes the response that was asked for, or one of its own. */
    void granted(long token) {
        if (current != null && current.token != Token.NONE && current.token != token) {
            finish(ResponseStatus.COMPLETED, "");
        }
        if (current == null) {
            begin(watcher.unasked());
        }
        current.token = token;
    }

    /** The turn {@code token} goes on for the response that was just asked for. */
    void goesOn(long token) {
        current.token = token;
    }

    private Response of(long token) {
        if (token <= deadToken) {
            return null;
        }
        if (current == null) {
            granted(token);
        }
        return current.token == token ? current : null;
    }

    void text(long token, String piece) {
        Response response = of(token);
        if (response == null) {
            return;
        }
        Item message = message(response);
        message.text += piece;
        String type = response.request.text()
                ? RealtimeEvents.RESPONSE_OUTPUT_TEXT_DELTA
                : RealtimeEvents.RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DELTA;
        events.send(type, json -> {
            place(json, response, message);
            json.writeStringField(DELTA, piece);
        });
    }

    /** Writes 20 ms; false when the client takes no more audio now. */
    boolean audio(byte[] payload, int length, long token, long positionMs) {
        Response response = of(token);
        if (response == null) {
            return true;
        }
        Item message = message(response);
        if (message.baseMs == Item.NO_AUDIO) {
            message.baseMs = positionMs;
        }
        if (!response.request.text() && !events.audio(response.audioHead, payload, length)) {
            return false;
        }
        soundNs = watcher.nowNs();
        sounded = true;
        message.audioMs = Math.max(message.audioMs, positionMs + 20 - message.baseMs);
        return true;
    }

    void written(long token) {
        if (current != null && current.token == token) {
            current.written = true;
            completeIfSpoken();
        }
    }

    /** The agent's turn is over; {@link Token#NONE} when it had nothing left to say. */
    void over(long token, boolean interrupted) {
        if (current == null || token != Token.NONE && current.token != token) {
            return;
        }
        if (interrupted) {
            finish(ResponseStatus.CANCELLED, TURN_DETECTED);
            return;
        }
        current.spoken = true;
        current.written |= token == Token.NONE;
        completeIfSpoken();
    }

    private void completeIfSpoken() {
        if (current.spoken && current.written) {
            finish(ResponseStatus.COMPLETED, "");
        }
    }

    /** Nothing of the turn was heard. */
    void dropped(long token, boolean cancelled) {
        if (current == null || current.token != token) {
            return;
        }
        if (!failure.isEmpty()) {
            finish(ResponseStatus.FAILED, "");
        } else if (cancelled) {
            finish(ResponseStatus.CANCELLED, TURN_DETECTED);
        } else {
            finish(ResponseStatus.COMPLETED, "");
        }
    }

    /** An engine failed: a response that comes to nothing failed for that. */
    void failed(String code) {
        failure = code;
    }

    /** The client cancels; the caller of this method informs the lane. */
    void cancel() {
        finish(ResponseStatus.CANCELLED, CLIENT_CANCELLED);
    }

    /** The agent calls a tool of the client. */
    void called(long token, String callId, String name, String arguments) {
        Response response = of(token);
        if (response == null) {
            return;
        }
        Item item = Item.call(items.nextId(), callId, name, arguments);
        item.token = token;
        item.status = ResponseStatus.IN_PROGRESS;
        open(response, item);
        events.send(RealtimeEvents.RESPONSE_FUNCTION_CALL_ARGUMENTS_DELTA, json -> {
            callPlace(json, response, item);
            json.writeStringField(DELTA, arguments);
        });
        events.send(RealtimeEvents.RESPONSE_FUNCTION_CALL_ARGUMENTS_DONE, json -> {
            callPlace(json, response, item);
            json.writeStringField(NAME, name);
            json.writeStringField(ARGUMENTS, arguments);
        });
        close(response, item, ResponseStatus.COMPLETED);
        if (!calls) {
            calls = true;
            delay.after(CALLS_TOGETHER_MS, () -> finishCalls(response));
        }
    }

    private void finishCalls(Response response) {
        if (current != response) {
            return;
        }
        if (sounded && watcher.nowNs() - soundNs < QUIET_NS) {
            delay.after(CALLS_TOGETHER_MS, () -> finishCalls(response));
        } else {
            finish(ResponseStatus.COMPLETED, "");
        }
    }

    private Item message(Response response) {
        if (response.message == null) {
            Item item = Item.message(
                    items.nextId(),
                    ItemTypes.ASSISTANT,
                    response.request.text() ? ItemTypes.OUTPUT_TEXT : ItemTypes.OUTPUT_AUDIO,
                    "");
            item.status = ResponseStatus.IN_PROGRESS;
            item.token = response.token;
            response.message = item;
            response.audioHead = events.audioHead(response.id, item.id, response.output.size());
            open(response, item);
            part(RealtimeEvents.RESPONSE_CONTENT_PART_ADDED, response, item);
        }
        return response.message;
    }

    private void open(Response response, Item item) {
        response.output.add(item);
        String previous = items.add(item);
        output(RealtimeEvents.RESPONSE_OUTPUT_ITEM_ADDED, response, item);
        conversation(RealtimeEvents.CONVERSATION_ITEM_ADDED, previous, item);
    }

    private void close(Response response, Item item, String status) {
        item.status = status.equals(ResponseStatus.COMPLETED) ? ResponseStatus.COMPLETED : ResponseStatus.INCOMPLETE;
        output(RealtimeEvents.RESPONSE_OUTPUT_ITEM_DONE, response, item);
        conversation(RealtimeEvents.CONVERSATION_ITEM_DONE, items.before(item), item);
    }

    private void finish(String status, String reason) {
        Response over = current;
        if (over.message != null) {
            closeMessage(over, over.message, status);
        }
        if (!status.equals(ResponseStatus.COMPLETED)) {
            deadToken = Math.max(deadToken, over.token);
        }
        over.status = status;
        over.reason = reason;
        over.failureCode = failure;
        Response.TokenCount now = Response.TokenCount.of(usage);
        over.used = now.since(published);
        published = now;
        current = null;
        events.send(RealtimeEvents.RESPONSE_DONE, json -> over.write(json, conversationId));
        watcher.idle(over);
    }

    private void closeMessage(Response response, Item message, String status) {
        if (response.request.text()) {
            events.send(RealtimeEvents.RESPONSE_OUTPUT_TEXT_DONE, json -> {
                place(json, response, message);
                json.writeStringField("text", message.text);
            });
        } else {
            events.send(RealtimeEvents.RESPONSE_OUTPUT_AUDIO_DONE, json -> place(json, response, message));
            events.send(RealtimeEvents.RESPONSE_OUTPUT_AUDIO_TRANSCRIPT_DONE, json -> {
                place(json, response, message);
                json.writeStringField(TRANSCRIPT, message.text);
            });
        }
        part(RealtimeEvents.RESPONSE_CONTENT_PART_DONE, response, message);
        close(response, message, status);
    }

    private void part(String type, Response response, Item item) {
        events.send(type, json -> {
            place(json, response, item);
            json.writeObjectFieldStart("part");
            json.writeStringField(TYPE, item.audio() ? "audio" : "text");
            json.writeStringField(item.audio() ? TRANSCRIPT : "text", item.text);
            json.writeEndObject();
        });
    }

    private void output(String type, Response response, Item item) {
        events.send(type, json -> {
            json.writeStringField(RESPONSE_ID, response.id);
            json.writeNumberField(OUTPUT_INDEX, response.output.indexOf(item));
            json.writeFieldName(ITEM);
            item.write(json);
        });
    }

    private void conversation(String type, String previous, Item item) {
        events.send(type, json -> {
            json.writeStringField(PREVIOUS_ITEM_ID, previous);
            json.writeFieldName(ITEM);
            item.write(json);
        });
    }

    private static void place(JsonGenerator json, Response response, Item item) throws IOException {
        json.writeStringField(RESPONSE_ID, response.id);
        json.writeStringField(ITEM_ID, item.id);
        json.writeNumberField(OUTPUT_INDEX, response.output.indexOf(item));
        json.writeNumberField(CONTENT_INDEX, 0);
    }

    private static void callPlace(JsonGenerator json, Response response, Item item) throws IOException {
        json.writeStringField(RESPONSE_ID, response.id);
        json.writeStringField(ITEM_ID, item.id);
        json.writeNumberField(OUTPUT_INDEX, response.output.indexOf(item));
        json.writeStringField(CALL_ID, item.callId);
    }
}
