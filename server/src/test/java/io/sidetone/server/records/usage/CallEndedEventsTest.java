package io.sidetone.server.records.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.turn.TurnJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CallEndedEventsTest {
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final List<TurnEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<CallDocument.Recording> recording = new CompletableFuture<>();

    private final CallObserver reader = (call, event) -> {
        if (event instanceof TurnEvent turnEvent) {
            told.add(turnEvent.type().wireName() + " " + turnEvent.sequence());
            events.add(turnEvent);
        } else if (event instanceof CallObserver.Ended) {
            told.add("over");
        }
    };

    private final List<TurnEvent> promised = Collections.synchronizedList(new ArrayList<>());
    private final EndedPromises promises = new EndedPromises() {
        @Override
        public void promised(CallRecord call, TurnEvent event) {
            promised.add(event);
        }

        @Override
        public void withdrawn(CallRecord call) {
            told.add("withdrawn");
        }

        @Override
        public void erased() {
            told.add("erased");
        }
    };

    private CallEndedEvents events(CompletableFuture<CallDocument.Recording> file) {
        return events(file, null);
    }

    private CallEndedEvents events(
            CompletableFuture<CallDocument.Recording> file, CompletableFuture<CallDocument.AfterCall> written) {
        return new CallEndedEvents(
                reader,
                promises,
                Prices.NONE,
                callId -> new CallDocument.Recording("uploading", "/rec/x.wav", "", 1.5, ""),
                callId -> file,
                call -> written,
                () -> 2_000_000_000L);
    }

    private static CallRecord endedCall() {
        LaneCalls calls = new LaneCalls(CallObserver.none());
        Admission call = calls.begin("sip:alice@example.com");
        calls.pass(4_000);
        calls.end(call);
        return calls.last();
    }

    private static TurnEvent changed(CallRecord call, long sequence) {
        return new TurnEvent(
                TurnEventType.STATE_CHANGED, sequence, FloorState.ENDING, call.views(), null, 0, 0, Map.of());
    }

    @Test
    void shouldSayLastAndOnceWhatTheCallWas() throws Exception {
        CallRecord call = endedCall();
        try (CallEndedEvents ended = events(null)) {
            ended.on(call, changed(call, 7));
            ended.on(call, new CallObserver.Ended());
        }
        assertThat(told).containsExactly("state-changed 7", "call-ended 8", "over");
        String callId = call.setup().who().callId();
        assertThat(TurnJson.message(callId, events.get(1), false))
                .as("what was said stays on this machine")
                .isNull();
        JsonNode payload = new ObjectMapper()
                .readTree(TurnJson.message(callId, events.get(1), true))
                .path("payload");
        assertThat(payload.path("floor").asText()).isEqualTo("ENDED");
        JsonNode facts = payload.path("diagnostics");
        assertThat(facts.at("/call/from").asText()).isEqualTo(call.setup().who().from());
        assertThat(facts.at("/end/cause").asText()).isEqualTo(call.endCause().name());
        assertThat(facts.path("transcript"))
                .hasSameSizeAs(call.history().entries())
                .isNotEmpty();
        assertThat(facts.at("/transcript/0/text").asText())
                .isEqualTo(call.history().entries().get(0).text());
        assertThat(facts.path("turns")).hasSameSizeAs(call.turns().entries());
        assertThat(facts.has("recording")).isFalse();
    }

    @Test
    void shouldWaitForWhatTheModelWritesDown() throws Exception {
        CallRecord call = endedCall();
        CompletableFuture<CallDocument.AfterCall> written = new CompletableFuture<>();
        try (CallEndedEvents ended = events(null, written)) {
            ended.on(call, new CallObserver.Ended());
            assertThat(told).isEmpty();
            written.complete(CallDocument.AfterCall.ready("Booked.", Map.of("reason", "tooth")));
        }
        JsonNode facts = new ObjectMapper()
                .readTree(TurnJson.message("x", events.get(0), true))
                .at("/payload/diagnostics/afterCall");
        assertThat(facts.toString())
                .isEqualTo("{\"state\":\"ready\",\"summary\":\"Booked.\",\"fields\":{\"reason\":\"tooth\"}}");
    }

    @Test
    void shouldPublishNothingOfACallerWhoIsErasedMeanwhile() {
        CallRecord call = endedCall();
        CompletableFuture<CallDocument.AfterCall> written = new CompletableFuture<>();
        try (CallEndedEvents ended = events(null, written)) {
            ended.on(call, new CallObserver.Ended());
            ended.forget(other -> other == call);
            written.complete(CallDocument.AfterCall.missing("the caller was erased"));
        }
        assertThat(told).containsExactly("withdrawn", "over");
    }

    @Test
    void shouldWaitForTheFileOfTheRecording() throws Exception {
        CallRecord call = endedCall();
        try (CallEndedEvents ended = events(recording)) {
            ended.on(call, new CallObserver.Ended());
            assertThat(told).isEmpty();
            recording.complete(new CallDocument.Recording("failed", "/rec/x.wav", "", 1.5, "the disk is full"));
        }
        assertThat(told).containsExactly("call-ended 1", "over");
        JsonNode facts = new ObjectMapper()
                .readTree(TurnJson.message("x", events.get(0), true))
                .at("/payload/diagnostics/recording");
        assertThat(facts.path("state").asText()).isEqualTo("failed");
        assertThat(facts.path("file").asText()).isEqualTo("/rec/x.wav");
        assertThat(facts.path("seconds").asDouble()).isEqualTo(1.5);
        assertThat(facts.path("problem").asText()).isEqualTo("the disk is full");
    }

    @Test
    void shouldPromiseTheEventBeforeItWaits() throws Exception {
        CallRecord call = endedCall();
        CompletableFuture<CallDocument.AfterCall> written = new CompletableFuture<>();
        try (CallEndedEvents ended = events(recording, written)) {
            ended.on(call, changed(call, 7));
            ended.on(call, new CallObserver.Ended());
            for (int i = 0; i < 2_000 && promised.isEmpty(); i++) {
                Thread.sleep(5);
            }
            assertThat(promised).hasSize(1);
            assertThat(promised.get(0).sequence()).isEqualTo(8);
            JsonNode facts = new ObjectMapper()
                    .readTree(TurnJson.message("x", promised.get(0), true))
                    .at("/payload/diagnostics");
            assertThat(facts.at("/recording/state").asText()).isEqualTo("uploading");
            assertThat(facts.at("/afterCall/state").asText()).isEqualTo("missing");
            assertThat(facts.path("transcript")).isNotEmpty();
            assertThat(told).containsExactly("state-changed 7");
            recording.complete(null);
            written.complete(null);
        }
        assertThat(told).containsExactly("state-changed 7", "call-ended 8", "over");
    }

    @Test
    void shouldPromiseNothingWhenNothingIsAwaited() {
        CallRecord call = endedCall();
        try (CallEndedEvents ended = events(null)) {
            ended.on(call, new CallObserver.Ended());
        }
        assertThat(told).containsExactly("call-ended 1", "over");
        assertThat(promised).isEmpty();
    }
}
