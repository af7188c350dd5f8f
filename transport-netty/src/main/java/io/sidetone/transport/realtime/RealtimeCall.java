package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.AUDIO;
import static io.sidetone.core.realtime.RealtimeFields.AUDIO_END_MS;
import static io.sidetone.core.realtime.RealtimeFields.AUDIO_START_MS;
import static io.sidetone.core.realtime.RealtimeFields.CONVERSATION;
import static io.sidetone.core.realtime.RealtimeFields.EVENT_ID;
import static io.sidetone.core.realtime.RealtimeFields.INPUT;
import static io.sidetone.core.realtime.RealtimeFields.ITEM_ID;
import static io.sidetone.core.realtime.RealtimeFields.METADATA;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE;
import static io.sidetone.core.realtime.RealtimeFields.RESPONSE_ID;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.AUTO;
import static io.sidetone.core.realtime.SessionFields.INSTRUCTIONS;
import static io.sidetone.core.realtime.SessionFields.MAX_OUTPUT_TOKENS;
import static io.sidetone.core.realtime.SessionFields.OUTPUT_MODALITIES;
import static io.sidetone.core.realtime.SessionFields.PARALLEL_TOOL_CALLS;
import static io.sidetone.core.realtime.SessionFields.PROMPT;
import static io.sidetone.core.realtime.SessionFields.REASONING;
import static io.sidetone.core.realtime.SessionFields.TOOLS;
import static io.sidetone.core.realtime.SessionFields.TOOL_CHOICE;
import static io.sidetone.core.realtime.SessionFields.VOICE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.realtime.RealtimeErrors;
import io.sidetone.core.realtime.RealtimeEvents;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.stream.KeepAlive;
import io.sidetone.transport.stream.LoopTimer;
import io.sidetone.transport.stream.StreamWire;
import java.util.List;
import java.util.function.LongSupplier;

/** One session and its call: what the client requests becomes lane events, what the lane reports becomes events. Event loop only. */
final class RealtimeCall implements CallObserver, CallerInput.Host, Responses.Watcher, StreamWire {
    private static final List<String> RESPONSE_KEYS = List.of(
            INSTRUCTIONS,
            OUTPUT_MODALITIES,
            "modalities",
            METADATA,
            CONVERSATION,
            AUDIO,
            MAX_OUTPUT_TOKENS,
            "max_response_output_tokens",
            PARALLEL_TOOL_CALLS,
            PROMPT,
            REASONING,
            "temperature",
            TOOL_CHOICE,
            TOOLS,
            VOICE,
            "output_audio_format");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long ALIVE_MS = 1_000;

    private final ServerEvents events;
    private final ItemTable items;
    private final Responses responses;
    private final ClientTools tools;
    private final ItemEvents itemEvents;
    private final LoopTimer delay;
    private final LongSupplier clock;
    private final Ending ending;
    private CallerInput input;
    private SessionConfig config;
    private ClientCall line;
    private TurnPolicy base = TurnPolicy.DEFAULT;
    private FloorState floor = FloorState.CONNECTING;
    private boolean asked = true;
    private boolean overridden;
    private long toolToken = Token.NONE;
    private KeepAlive keepAlive;
    private long aliveAtMs;

    /** Things that the session does when its call begins and ends. */
    interface Ending {
        /** The engines are open. */
        void ready();

        /** The call is over. */
        void over(EndCause cause);
    }

    RealtimeCall(
            ServerEvents events,
            ServerEvents.Ids ids,
            SessionConfig initial,
            ClientTools tools,
            LoopTimer delay,
            LongSupplier clock,
            Ending ending) {
        this.events = events;
        this.config = initial;
        this.tools = tools;
        this.delay = delay;
        this.clock = clock;
        this.ending = ending;
        this.items = new ItemTable(ids);
        this.responses = new Responses(events, items, ids, delay, this);
        this.itemEvents = new ItemEvents(events, items, tools, this);
    }

    ItemEvents items() {
        return itemEvents;
    }

    /** The input buffer; there is none before the call was opened. */
    CallerInput input() {
        return input;
    }

    @Override
    public SessionConfig config() {
        return config;
    }

    /** The call is being opened with the formats that the session is set to. */
    void opening() {
        input = new CallerInput(events, items, this, delay, config.in());
    }

    void line(ClientCall opened) {
        line = opened;
    }

    /** The session is set to something else. */
    void config(SessionConfig changed) {
        boolean detected = changed.manual() != config.manual();
        config = changed;
        tools.tools(changed.tools());
        if (line != null && floor != FloorState.CONNECTING) {
            brief();
            publish(LaneEventType.AUTO_RESPONSE, Token.NONE, answersItself(), null);
        }
        if (detected && input != null) {
            input.redetect();
        }
    }

    private void brief() {
        publish(LaneEventType.POLICY, Token.NONE, 0, SessionTurnDetection.policy(config.turns(), base));
        publish(LaneEventType.BRIEFING, Token.NONE, 0, config.briefing(null));
    }

    private long answersItself() {
        return config.turns() != null && config.turns().createResponse() ? 1 : 0;
    }

    // ---- what the client wants --------------------------------------------------------------------------------------

    void respond(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, RESPONSE));
        if (responses.current() != null) {
            throw new RealtimeError(
                    RealtimeErrors.CONVERSATION_ALREADY_HAS_ACTIVE_RESPONSE,
                    null,
                    "Conversation already has an active response in progress: " + responses.current().id
                            + ". Wait until the response is finished before creating a new one.");
        }
        Response begun = responses.begin(request(event));
        asked = false;
        input.behindCommitted(() -> ask(begun));
    }

    private Response.Request request(EventFields event) throws RealtimeError {
        if (event.none(RESPONSE)) {
            return unasked();
        }
        EventFields requested = event.object(RESPONSE);
        if (requested.has(INPUT)) {
            throw RealtimeError.value(
                    requested.at(INPUT), "A response continues the conversation; create its items before it.");
        }
        requested.only(RESPONSE_KEYS);
        if (!requested.none(CONVERSATION) && !requested.text(CONVERSATION).equals(AUTO)) {
            throw EventFields.unsupported(requested.at(CONVERSATION), requested.text(CONVERSATION), List.of(AUTO));
        }
        if (!requested.none(METADATA)) {
            requested.object(METADATA);
        }
        String modalities = requested.has("modalities") ? "modalities" : OUTPUT_MODALITIES;
        boolean text = requested.none(modalities) ? config.text() : SessionUpdate.textOnly(requested, modalities);
        String instructions = requested.none(INSTRUCTIONS) ? null : SessionUpdate.instructions(requested);
        JsonNode metadata = requested.none(METADATA) ? NullNode.instance : requested.get(METADATA);
        return new Response.Request(text, instructions, metadata);
    }

    /** Everything before it has gone to the call: the agent has the floor. */
    private void ask(Response response) {
        if (responses.current() != response) {
            return;
        }
        asked = true;
        if (response.request.instructions() != null) {
            overridden = true;
            publish(LaneEventType.BRIEFING, Token.NONE, 0, config.briefing(response.request.instructions()));
        }
        if (tools.anyOpen()) {
            publishItems();
            responses.goesOn(toolToken);
            tools.answer();
            return;
        }
        List<Item> brought = items.takeUnpublished();
        int said = brought.size();
        while (said > 0 && brought.get(said - 1).role.equals("user")) {
            said--;
        }
        itemEvents.publish(brought.subList(0, said));
        List<Item> typed = brought.subList(said, brought.size());
        if (typed.isEmpty()) {
            publish(LaneEventType.GRANT_REQUEST, Token.NONE, 0, TurnHints.DEFAULT);
        } else {
            input.typed(
                    typed,
                    String.join("\n", typed.stream().map(item -> item.text).toList()));
        }
    }

    void cancel(EventFields event) throws RealtimeError {
        event.only(List.of(TYPE, EVENT_ID, RESPONSE_ID));
        Response current = responses.current();
        String requested = event.text(RESPONSE_ID, null);
        if (current == null || requested != null && !requested.equals(current.id)) {
            throw new RealtimeError(
                    RealtimeErrors.RESPONSE_CANCEL_NOT_ACTIVE, null, "Cancellation failed: no active response found");
        }
        boolean published = asked;
        asked = true;
        responses.cancel();
        if (published) {
            publish(LaneEventType.RESPONSE_CANCEL, Token.NONE, 1, "client_cancelled");
        }
    }

    // ---- what its parts need ----------------------------------------------------------------------------------------

    @Override
    public void publish(LaneEventType type, long token, long a, Object ref) {
        if (line != null) {
            line.publish(type, token, a, 0, ref, nowNs());
        }
    }

    @Override
    public void audio(byte[] audio, int offset, int length, long nowNs) {
        line.audio(audio, offset, length, nowNs);
    }

    @Override
    public long nowNs() {
        return clock.getAsLong();
    }

    @Override
    public boolean floorFree() {
        return floor == FloorState.IDLE && (responses.current() == null || !asked);
    }

    @Override
    public void publishItems() {
        itemEvents.publish(items.takeUnpublished());
    }

    @Override
    public Response.Request unasked() {
        return new Response.Request(config.text(), null, NullNode.instance);
    }

    @Override
    public void idle(Response over) {
        if (overridden) {
            overridden = false;
            publish(LaneEventType.BRIEFING, Token.NONE, 0, config.briefing(null));
        }
    }

    // ---- what the call writes ---------------------------------------------------------------------------------------

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        return responses.audio(payload, length, token, positionMs);
    }

    @Override
    public void turnEnd(long token, long positionMs) {
        responses.written(token);
    }

    /** The engines are open. The agent speaks when it is asked to; who wants a greeting asks for a response. */
    @Override
    public void answer() {
        long nowNs = nowNs();
        floor = FloorState.IDLE;
        publish(LaneEventType.AUTO_RESPONSE, Token.NONE, 0, null);
        brief();
        line.answered(nowNs);
        publish(LaneEventType.AUTO_RESPONSE, Token.NONE, answersItself(), null);
        input.redetect();
        keepAlive = new KeepAlive(line, delay, ALIVE_MS, clock, this::quiet);
        keepAlive.beat();
        ending.ready();
    }

    private boolean quiet() {
        boolean quiet = input.fedMs() == aliveAtMs;
        aliveAtMs = input.fedMs();
        return quiet;
    }

    @Override
    public void hangUp(EndCause cause) {
        lineGone();
        ending.over(cause);
    }

    /** The session ends for {@code cause}, and its call with it. */
    void leave(EndCause cause) {
        if (line != null) {
            line.hangUp(cause, nowNs());
            lineGone();
        }
    }

    private void lineGone() {
        line = null;
        if (keepAlive != null) {
            keepAlive.stop();
        }
    }

    /** The client takes more audio. */
    void writable() {
        if (line != null) {
            line.writable();
        }
    }

    // ---- what the lane reports --------------------------------------------------------------------------------------

    @Override
    public void on(CallRecord record, CallEvent event) {
        if (event instanceof Opened) {
            base = record.setup().terms().policy();
            responses.usage(record.usage());
        } else if (event instanceof FloorTransition moved) {
            floor = moved.to();
            input.moved(moved);
        } else if (event instanceof Refused refused) {
            input.refused(refused.trigger());
        } else if (event instanceof TurnEvent turned
                && "speech".equals(turned.diagnostics().get("pendingTurn"))) {
            input.started(SessionTurnDetection.INTERRUPTING_MS);
        } else if (event instanceof Partial partial) {
            input.partial(partial.text());
        } else if (event instanceof Transcript complete) {
            input.transcript(complete.token(), complete.text());
        } else if (event instanceof Granted granted) {
            granted(granted.token());
        } else if (event instanceof ResponseText text) {
            responses.text(text.token(), text.piece());
        } else if (event instanceof ResponseDone done) {
            responses.over(done.token(), done.interrupted());
        } else if (event instanceof Dropped dropped) {
            responses.dropped(dropped.token(), dropped.cancelled());
        } else if (event instanceof Acting acting && tools.knows(acting.action().action())) {
            acting(acting.token(), acting.action());
        } else if (event instanceof Acted acted) {
            tools.forget(acted.outcome().invocationId());
        } else if (event instanceof Problem problem) {
            responses.failed(problem.code());
            events.error(RealtimeErrors.SERVER_ERROR, problem.code(), problem.message(), null, null);
        }
    }

    private void granted(long token) {
        SessionTurnDetection turns = config.turns();
        if (responses.current() == null && floor == FloorState.IDLE && turns != null && turns.idleMs() > 0) {
            long endMs = input.fedMs();
            String itemId = items.nextId();
            events.send(RealtimeEvents.INPUT_AUDIO_BUFFER_TIMEOUT_TRIGGERED, json -> {
                json.writeNumberField(AUDIO_START_MS, Math.max(0, endMs - turns.idleMs()));
                json.writeNumberField(AUDIO_END_MS, endMs);
                json.writeStringField(ITEM_ID, itemId);
            });
        }
        responses.granted(token);
    }

    private void acting(long token, ActionCall action) {
        toolToken = token;
        String arguments;
        try {
            arguments = MAPPER.writeValueAsString(action.parameters());
        } catch (JsonProcessingException e) {
            arguments = "{}";
        }
        responses.called(token, action.invocationId(), action.action(), arguments);
    }
}
