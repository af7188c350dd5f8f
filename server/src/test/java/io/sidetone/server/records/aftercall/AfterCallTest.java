package io.sidetone.server.records.aftercall;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.server.records.usage.EndedPromises;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.events.EventHub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What an erasure leaves of a caller whose call is over while its model still writes, or has written. */
class AfterCallTest {
    private static final String ALICE = "sip:alice@example.com";
    private static final String NOTE = "{\"summary\": \"It was about tea.\"}";

    private final List<CompletableFuture<String>> asked = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CallBook book = new CallBook(System::nanoTime, Long.MAX_VALUE);

    private final CallObserver subscribers = (call, event) -> {
        if (event instanceof TurnEvent turned) {
            told.add(turned.type().wireName() + " " + call.setup().who().from());
        }
    };

    private final EndedPromises promises = new EndedPromises() {
        @Override
        public void promised(CallRecord call, TurnEvent event) {}

        @Override
        public void withdrawn(CallRecord call) {
            told.add("withdrawn " + call.setup().who().from());
        }

        @Override
        public void erased() {
            told.add("erased");
        }
    };

    private AfterCall open() throws Exception {
        SidetoneConfig config = new ConfigLoader(ConfigEnvironment.system())
                .parse(
                        """
                        engines:
                          mock: {type: mock}
                          llm: {type: openai, key: a-key-of-this-test, model: any, url: "http://127.0.0.1:9/v1"}
                        agents:
                          desk: {recognizer: mock, dialogue: llm, synthesizer: mock, after-call: {summary: true, within: 300s}}
                        """,
                        "test",
                        Path.of(""),
                        Optional.empty())
                .config();
        EndedAgents agents = new EndedAgents() {
            @Override
            public SidetoneConfig config() {
                return config;
            }

            @Override
            public QuestionModel questions(String name) {
                return question -> {
                    CompletableFuture<String> answer = new CompletableFuture<>();
                    asked.add(answer);
                    return answer;
                };
            }
        };
        return new AfterCall(
                agents,
                book,
                who -> {},
                Optional.empty(),
                new EventHub(() -> 0, 1_000),
                subscribers,
                promises,
                Prices.NONE,
                new WebhookTransport(() -> 0, System::nanoTime, () -> 0));
    }

    /** A call in which the caller said something, over now; returns its id. */
    private static String over(LaneCalls calls, String from) {
        Admission admission = calls.begin(from);
        calls.pass(3_000);
        calls.publish(admission, LaneEventType.TEXT_INPUT, "three pounds of tea");
        calls.pass(3_000);
        String id = calls.last().setup().who().callId();
        calls.end(admission);
        return id;
    }

    private static Answer erase(AfterCall after, String caller) {
        return after.routes()
                .get(0)
                .handler()
                .apply(new Request(
                        "DELETE", "/api/callers/" + caller, Map.of("number", caller), Map.of(), "", new byte[0], true))
                .toCompletableFuture()
                .join();
    }

    @Test
    void shouldLeaveNothingOfACallThatWaitsForItsNotes() throws Exception {
        String id;
        String other;
        try (AfterCall after = open()) {
            LaneCalls calls = new LaneCalls(CallObserver.all(book, after.observer()));
            id = over(calls, ALICE);
            other = over(calls, "sip:bob@example.com");
            Eventually.holds("both models are asked", () -> asked.size() == 2);
            assertThat(book.afterCall(id).state()).isEqualTo("waiting");
            assertThat(erase(after, ALICE).status()).isEqualTo(200);
            assertThat(book.afterCall(id)).as("notes of the caller").isNull();
            assertThat(told).contains("withdrawn " + ALICE, "erased");
            asked.forEach(answer -> answer.complete(NOTE));
            Eventually.holds("the other caller's event", () -> told.contains("call-ended sip:bob@example.com"));
            assertThat(book.afterCall(other).summary()).isEqualTo("It was about tea.");
        }
        assertThat(told).doesNotContain("call-ended " + ALICE);
        assertThat(book.afterCall(id)).as("what came after the erasure").isNull();
    }

    @Test
    void shouldLeaveNothingOfNotesThatAreWritten() throws Exception {
        try (AfterCall after = open()) {
            String id = over(new LaneCalls(CallObserver.all(book, after.observer())), ALICE);
            Eventually.holds("the model is asked", () -> asked.size() == 1);
            asked.get(0).complete(NOTE);
            Eventually.holds("the event", () -> told.contains("call-ended " + ALICE));
            assertThat(book.afterCall(id).summary()).isEqualTo("It was about tea.");
            assertThat(erase(after, ALICE).status()).isEqualTo(200);
            assertThat(book.afterCall(id)).isNull();
            assertThat(book.find(id)).isNull();
        }
    }
}
