package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.trace.v1.Span;
import io.sidetone.server.ops.traces.Collector;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A whole call with services on this machine, a tool call and an interruption, as its collector sees it, and what it cost; and
 * calls whose collector is of no use.
 */
@Execution(ExecutionMode.CONCURRENT)
class TracesSystemTest {
    private static final String QUESTION = "do you have tea in stock";
    private static final String REQUEST = "tell me all about it";
    private static final String INTERRUPTION = "no stop please";

    @TempDir
    private Path folder;

    private static String config(LoopbackServices services, Collector collector) {
        return services.config("recognizer: dg, dialogue: llm, synthesizer: sonic")
                        .replace(
                                "{type: openai,",
                                "{type: openai, price: {input-tokens: '400', output-tokens: '1600', currency: USD},")
                        .replace("{type: cartesia,", "{type: cartesia, price: {characters: '30', currency: USD},")
                + "telemetry: {traces: {otlp: '" + collector.url() + "', key: key-of-the-collector}}\n";
    }

    private static void script(LoopbackServices services) {
        String[] story = new String[60];
        for (int i = 0; i < story.length; i++) {
            story[i] = "tale" + i + (i % 5 == 4 ? ". " : " ");
        }
        services.conversation(QUESTION, REQUEST, INTERRUPTION, (seen, reply) -> new LoopbackServices.Drip(
                        services.model.words(story), 150)
                .request(seen, reply));
    }

    private static String call(ServerProcess server) throws Exception {
        RealCall call = RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(new Trigger.AfterAgentTurn(), ServicesSystemTest.sound(1, 1_500)),
                        RealCall.play(new Trigger.AfterAgentTurn(), ServicesSystemTest.sound(2, 1_500)),
                        RealCall.play(new Trigger.AfterTalkStart(2_000), ServicesSystemTest.sound(3, 1_500)),
                        RealCall.hangUp(new Trigger.AfterAgentTurn())));
        CallResult.Completed ended = call.completed();
        assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
        server.awaitIdle();
        return call.callId();
    }

    @Test
    void shouldTellACollectorOfACallAndTheApiWhatItCost() throws Exception {
        try (LoopbackServices services = new LoopbackServices();
                Collector collector = new Collector()) {
            script(services);
            try (ServerProcess server = ServerProcess.startConfigured(folder, config(services, collector))) {
                String id = call(server);
                // Spans come in batches, and a batch that was sent again may come last.
                ServerProcess.awaitOrFail(
                        "the span of the call and of the interrupted turn",
                        30,
                        () -> !collector.named("call").isEmpty()
                                && collector.named("turn").stream().anyMatch(TracesSystemTest::interrupted));
                assertTraced(collector, id);
                assertThat(collector.spans.toString()).doesNotContain("tea", "tale1", "stop please");
                assertThat(collector.complaints).isEmpty();
                assertThat(collector.keys).isNotEmpty().containsOnly("key-of-the-collector");
                assertCost(server, id);
                assertThat(server.metric("sidetone_trace_spans_sent_total")).isGreaterThan(10);
                assertThat(server.metric("sidetone_trace_steps_missed_total")).isZero();
                assertThat(server.output()).doesNotContain("key-of-the-collector");
                server.assertUnharmed();
            }
        }
    }

    private static boolean interrupted(Span turn) {
        return Boolean.TRUE.equals(Collector.attributes(turn).get("sidetone.turn.interrupted"));
    }

    private static void assertTraced(Collector collector, String id) {
        Span root = collector.named("call").get(0);
        assertThat(Collector.attributes(root)).containsEntry("sidetone.call.id", id);
        List<Span> turns = collector.under(root, "turn");
        assertThat(turns).as("greeting, question, request, interruption").hasSizeGreaterThanOrEqualTo(4);
        for (Span span : collector.spans) {
            assertThat(span.getTraceId()).isEqualTo(root.getTraceId());
            assertThat(span.getEndTimeUnixNano()).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
            collector.spans.stream()
                    .filter(parent -> parent.getSpanId().equals(span.getParentSpanId()))
                    .forEach(parent -> {
                        assertThat(span.getStartTimeUnixNano())
                                .as("%s in %s", span, parent)
                                .isGreaterThanOrEqualTo(parent.getStartTimeUnixNano());
                        assertThat(span.getEndTimeUnixNano())
                                .as("%s in %s", span, parent)
                                .isLessThanOrEqualTo(parent.getEndTimeUnixNano());
                    });
        }
        Span action = only(collector.named("action"));
        Span asking = collector.named("dialogue").stream()
                .filter(span -> span.getSpanId().equals(action.getParentSpanId()))
                .findFirst()
                .orElseThrow();
        Span question = turns.stream()
                .filter(span -> span.getSpanId().equals(asking.getParentSpanId()))
                .findFirst()
                .orElseThrow();
        assertStages(collector, question);
        Span interrupted =
                turns.stream().filter(TracesSystemTest::interrupted).findFirst().orElseThrow();
        assertThat(Collector.attributes(only(collector.under(interrupted, "interruption"))))
                .containsEntry("sidetone.interruption.type", "barge-in");
    }

    /**
     * End of speech, end of turn, transcript, first audio, first packet: in this order. The model and the voice may have been asked, and
     * have answered, before the turn ended; then their spans say so.
     */
    private static void assertStages(Collector collector, Span turn) {
        Map<String, Object> known = Collector.attributes(turn);
        assertThat(known).containsEntry("sidetone.turn.interrupted", false).containsKey("sidetone.turn.end_cause");
        Span endpoint = only(collector.under(turn, "endpoint"));
        Span recognizer = only(collector.under(turn, "recognizer"));
        Span dialogue = only(collector.under(turn, "dialogue"));
        Span synthesis = only(collector.under(turn, "synthesis"));
        Span playout = only(collector.under(turn, "playout"));
        assertThat(Collector.attributes(recognizer)).containsEntry("sidetone.engine", "dg");
        assertThat(Collector.attributes(dialogue)).containsEntry("sidetone.engine", "llm");
        assertThat(Collector.attributes(synthesis)).containsEntry("sidetone.engine", "sonic");
        assertThat(List.of(
                        only(collector.under(turn, "listen")).getStartTimeUnixNano(),
                        endpoint.getStartTimeUnixNano(),
                        endpoint.getEndTimeUnixNano(),
                        recognizer.getEndTimeUnixNano(),
                        event(playout, "first packet"),
                        playout.getEndTimeUnixNano()))
                .isSorted();
        assertThat(List.of(
                        endpoint.getStartTimeUnixNano(),
                        dialogue.getStartTimeUnixNano(),
                        event(dialogue, "first token"),
                        synthesis.getStartTimeUnixNano(),
                        event(synthesis, "first audio"),
                        event(playout, "first packet")))
                .isSorted();
        for (Span request : List.of(dialogue, synthesis)) {
            assertThat(Collector.attributes(request).containsKey("sidetone.ahead"))
                    .as(request.getName())
                    .isEqualTo(request.getStartTimeUnixNano() < endpoint.getEndTimeUnixNano());
        }
    }

    private static long event(Span span, String name) {
        return span.getEventsList().stream()
                .filter(event -> event.getName().equals(name))
                .mapToLong(Span.Event::getTimeUnixNano)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no event " + name + " in " + span));
    }

    private static Span only(List<Span> spans) {
        assertThat(spans).hasSize(1);
        return spans.get(0);
    }

    private static void assertCost(ServerProcess server, String id) throws Exception {
        JsonNode detail = new ObjectMapper().readTree(server.detail(id));
        long input = 0;
        long output = 0;
        long characters = 0;
        double spokenMs = 0;
        for (JsonNode each : detail.path("usage")) {
            input += each.path("inputTokens").asLong();
            output += each.path("outputTokens").asLong();
            characters += each.path("characters").asLong();
            spokenMs += each.path("audioMs").asDouble();
            assertThat(each.path("engine").asText()).isIn("dg", "llm", "sonic");
        }
        assertThat(detail.path("usage")).hasSize(3);
        assertThat(input).isPositive();
        assertThat(output).isPositive();
        assertThat(characters).isPositive();
        assertThat(spokenMs).isGreaterThan(1_000);
        double cost = (input * 400 + output * 1_600 + characters * 30) / 1e6;
        assertThat(detail.path("cost").path("USD").asDouble())
                .isCloseTo(cost, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(server.body("/metrics"))
                .contains("sidetone_engine_cost_total{currency=\"USD\",engine=\"llm\",role=\"dialogue\"}")
                .contains("sidetone_engine_circuit_open{engine=\"dg\",role=\"recognizer\"} 0.0")
                .contains("sidetone_prompt_hits_total{engine=\"sonic\"}");
    }

    @Test
    void shouldServeCallsAllTheSameWhenTheCollectorHangs() throws Exception {
        try (LoopbackServices services = new LoopbackServices();
                Collector collector = new Collector()) {
            collector.hangs = true;
            script(services);
            try (ServerProcess server = ServerProcess.startConfigured(folder, config(services, collector))) {
                call(server);
                assertThat(collector.requests.get()).isPositive();
                assertThat(server.metric("sidetone_trace_spans_sent_total")).isZero();
                server.assertUnharmed();
            }
        }
    }
}
