package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.Caption;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.AlertKind;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Plays events of every kind to the observer of a client's call, and writes down what the client is sent after each. */
public final class EventTranscript {
    private static final long MS = 1_000_000;
    private static final long TURN = 160;
    private static final long NEXT = 192;

    private final StringBuilder text = new StringBuilder();
    private final CallRecord.Writer writer = new CallRecord.Writer(
            new CallSetup(
                    new CallSetup.Identity(
                            "01TESTTESTTESTTEST00000001", "", "test", "desk", "", "", CallFacts.NONE, 0, 10_000, 0),
                    CallSetup.Engines.of(null, null, null),
                    CallSetup.Line.of(null, null),
                    new CallSetup.Terms(TurnPolicy.DEFAULT, AlertThresholds.DEFAULT, "", null)),
            null);
    private final CallRecord call = writer.record();
    private CallObserver client;
    private Supplier<List<JsonNode>> sent;
    private FloorState floor;
    private long nowNs;

    /**
     * Plays a call to {@code observer}.
     *
     * @param title of this call in the transcript
     * @param messages what the client was sent since it was asked last
     */
    public EventTranscript play(String title, CallObserver observer, Supplier<List<JsonNode>> messages) {
        client = observer;
        sent = messages;
        floor = FloorState.IDLE;
        nowNs = 5_000 * MS;
        messages.get();
        text.append("# ").append(title).append('\n');
        callerSpeaks();
        agentActs();
        agentSpeaks();
        agentIsInterrupted();
        callEnds();
        return this;
    }

    private void callerSpeaks() {
        client.on(call, new CallObserver.Opened());
        sent("opened");
        moved(FloorState.LISTENING, FloorTrigger.INPUT_START, "speech");
        for (FloorTrigger trigger : FloorTrigger.values()) {
            client.on(call, new CallObserver.Refused(floor, trigger, "not while the caller speaks"));
            sent("refused " + trigger);
        }
        client.on(call, new CallObserver.Yielding(true));
        sent("yielding on");
        client.on(call, new CallObserver.Yielding(false));
        sent("yielding off");
        client.on(call, new CallObserver.Partial(TURN, "what are"));
        sent("partial");
        moved(FloorState.FINALIZING, FloorTrigger.INPUT_END, "silence");
        client.on(call, new CallObserver.InputEnded(TURN, nowNs - 700 * MS, nowNs));
        sent("inputEnded");
        client.on(call, new CallObserver.Transcript(TURN, "what are your hours"));
        sent("transcript");
    }

    private void agentActs() {
        moved(FloorState.THINKING, FloorTrigger.FINAL_TRANSCRIPT, "said");
        client.on(call, new CallObserver.Granted(TURN));
        sent("granted");
        client.on(
                call,
                new CallObserver.Acting(
                        TURN, new ActionCall("call_1", "lookup", Map.of("day", List.of("monday", 7)), false)));
        sent("acting");
        moved(FloorState.ACTION, FloorTrigger.RESPONSE_TOOL, "lookup");
        client.on(call, new CallObserver.Narrated(false));
        sent("narrated later");
        client.on(call, new CallObserver.Acted(new ActionOutcome("call_1", "lookup", TURN, 10_000, 10_250, "ok")));
        sent("acted");
        moved(FloorState.THINKING, FloorTrigger.ACTION_RESULT, "ok");
        client.on(call, new CallObserver.Problem("slow", "the model is slow", true));
        sent("problem");
        client.on(call, new CallObserver.Narrated(true));
        sent("narrated now");
    }

    private void agentSpeaks() {
        moved(FloorState.SPEAKING, FloorTrigger.RESPONSE_AUDIO, "audio");
        client.on(call, new CallObserver.Voiced(TURN, nowNs));
        sent("voiced");
        client.on(call, new CallObserver.ResponseText(TURN, "We are "));
        client.on(call, new CallObserver.ResponseText(TURN, "open."));
        sent("responseText");
        client.on(call, new Caption(TURN, "We are open.", 6));
        sent("caption");
        client.on(call, new Alert(AlertKind.RESPONDING_TOO_LONG, nowNs, 2, 1));
        sent("alert");
        client.on(
                call,
                new CallObserver.Controlled(new ControlRequest(ControlRequest.Kind.HOLD, "", null, Map.of()), 200));
        sent("controlled");
        turnEvent(Map.of());
        sent("turnEvent");
        turnEvent(Map.of("pendingTurn", "speech"));
        sent("turnEvent of kept speech");
    }

    private void agentIsInterrupted() {
        moved(FloorState.INTERRUPTED, FloorTrigger.BARGE_IN, "words");
        client.on(call, new CallObserver.ResponseDone(TURN, true, "We are"));
        sent("responseDone interrupted");
        moved(FloorState.LISTENING, FloorTrigger.CLEANED_TO_LISTENING, "words");
        client.on(call, new CallObserver.Granted(NEXT));
        client.on(call, new CallObserver.Dropped(NEXT, true));
        sent("dropped cancelled");
        client.on(call, new CallObserver.Granted(NEXT + 1));
        client.on(call, new CallObserver.Dropped(NEXT + 1, false));
        sent("dropped with nothing to say");
    }

    private void callEnds() {
        moved(FloorState.IDLE, FloorTrigger.INPUT_CANCEL, "nothing");
        moved(FloorState.SPEAKING, FloorTrigger.ANNOUNCE, "asks");
        client.on(call, new CallObserver.Granted(NEXT + 2));
        client.on(call, new CallObserver.ResponseText(NEXT + 2, "Goodbye."));
        client.on(call, new CallObserver.ResponseDone(NEXT + 2, false, "Goodbye."));
        sent("responseDone");
        writer.ended(EndCause.AGENT_HUNG_UP, nowNs);
        moved(FloorState.ENDING, FloorTrigger.SESSION_CLOSE, "agent hung up");
        client.on(call, new CallObserver.Ended());
        sent("ended");
    }

    private void turnEvent(Map<String, Object> diagnostics) {
        client.on(
                call,
                new TurnEvent(
                        TurnEventType.STATE_CHANGED,
                        1,
                        floor,
                        FloorViews.of(floor, false, false),
                        null,
                        nowNs,
                        15_000,
                        diagnostics));
    }

    private void moved(FloorState to, FloorTrigger trigger, String reason) {
        nowNs += 100 * MS;
        FloorTransition move = new FloorTransition(
                1, "VIP-T03", floor, to, trigger, reason, nowNs, 100 * MS, FloorViews.of(to, false, false));
        floor = to;
        client.on(call, move);
        sent("moved to " + to);
    }

    private void sent(String after) {
        text.append("-- ").append(after).append('\n');
        sent.get().forEach(message -> text.append(message).append('\n'));
    }

    /** Compares the transcript with the one that is kept as {@code name} beside {@code test}. */
    public void assertKept(Class<?> test, String name) throws Exception {
        try (InputStream kept = test.getResourceAsStream(name)) {
            assertThat(kept)
                    .as("resource %s; the transcript is%n%s", name, text)
                    .isNotNull();
            assertThat(text.toString()).isEqualTo(new String(kept.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
