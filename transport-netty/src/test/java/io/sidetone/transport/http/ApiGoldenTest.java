package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The answers of /api, byte for byte. A change here is a change of the interface. */
class ApiGoldenTest {
    private static final Instant AT = Instant.parse("2026-04-01T10:00:00.120Z");
    private static final String HOSTILE = "\"quoted\" \\ </script> \u0001 Grüße 😀";

    private static CallView view(String state, boolean levels) {
        return new CallView(
                "01JABCDEFGHJKMNPQRSTVWXYZ0",
                "a84b@pc33",
                "sip-udp",
                "desk",
                HOSTILE,
                "",
                "+4930",
                "",
                state,
                new StateViews("ai_speaking", null, "speaking", null),
                AT,
                false,
                true,
                false,
                61_000,
                0,
                levels ? new VoiceLevels.Snapshot(1_000, new byte[] {0, (byte) 181}, new byte[] {57, 0}) : null);
    }

    private static CallDetail detail(boolean ended) {
        Map<String, Number> metrics = new LinkedHashMap<>();
        metrics.put("ageMs", 61_000L);
        metrics.put("turns", 2);
        metrics.put("loss", 0.25);
        metrics.put("tiny", 1e-9);
        metrics.put("share", 0.5f);
        EngineUsage usage = new CallUsage().of("voice \"one\"", "synthesizer");
        usage.add(Measure.CHARACTERS, 120);
        Map<String, Double> cost = new LinkedHashMap<>();
        if (ended) {
            cost.put("EUR", 0.0125);
            cost.put("USD", 3.0);
        }
        Interruption named = new Interruption(
                InterruptionType.BARGE_IN, InterruptionSource.DETECTOR, AT.toEpochMilli(), 46, "barge-in");
        Interruption unnamed =
                new Interruption(InterruptionType.MANUAL_STOP, InterruptionSource.COMMAND, AT.toEpochMilli(), 0, null);
        long startedMs = AT.toEpochMilli() - 5_000;
        List<TurnDescriptor> turns = List.of(
                new TurnDescriptor("turn-1", TurnRole.ASSISTANT, 16, startedMs, startedMs + 900, named, "default"),
                new TurnDescriptor("turn-2", TurnRole.USER, 32, startedMs + 1_000, startedMs + 1_500, null, "patient"),
                new TurnDescriptor(
                        "turn-3", TurnRole.ASSISTANT, 48, startedMs + 2_000, TurnDescriptor.OPEN, unnamed, "default"));
        FloorViews views = new FloorViews("ai_thinking", "thinking", null, "THINKING");
        CallFacts facts = ended
                ? new CallFacts(
                        "",
                        "",
                        List.of(new CallHeader("X-Customer", HOSTILE, true)),
                        3,
                        Map.of(),
                        CallTerms.NONE,
                        HandedOver.NONE)
                : CallFacts.NONE;
        return new CallDetail(
                view(ended ? "ENDED" : "SPEAKING", true),
                ended ? Optional.of(new CallDetail.End("CALLER_HUNG_UP", "caller", HOSTILE)) : Optional.empty(),
                List.of(
                        new CallDetail.TimelineLine(0, "state", "NOT_CONNECTED -> CONNECTING"),
                        new CallDetail.TimelineLine(120, "yield", HOSTILE)),
                List.of(
                        new CallDetail.Utterance("u1", "assistant", "Hello", true, AT, "Hello there"),
                        new CallDetail.Utterance("u2", "user", HOSTILE, false, null, "")),
                metrics,
                List.of(
                        new CallDetail.LadderLine(AT, "in", "192.0.2.1:5060", "INVITE sip:a@b", "INVITE\r\n\r\n"),
                        new CallDetail.LadderLine(AT, "out", "192.0.2.1:5060", "SIP/2.0 200 OK", "")),
                new CallDetail.Turns(
                        "default",
                        turns,
                        List.of(new CallDetail.TransitionLine(
                                AT, "VIP-T05", "LISTENING", "FINALIZING", "input.end", 812, views)),
                        List.of(new CallDetail.VantumLine(AT, "LISTENING", "THINKING", 812)),
                        List.of(
                                new CallDetail.AlertLine(AT, "slow_response", 3_000, 2_000, "slow"),
                                new CallDetail.AlertLine(AT, "interruptions", 4, 3, "often")),
                        List.of(new ActionOutcome("i1", "book", 48, AT.toEpochMilli(), AT.toEpochMilli() + 3, "ok")),
                        List.of(
                                new RequestedAction("i1", "book", Map.of("day", HOSTILE), AT.toEpochMilli()),
                                new RequestedAction("i2", "cancel", null, AT.toEpochMilli() + 1)),
                        List.of(
                                new CallDetail.AnswerLine(
                                        "turn-2", "u2", "endpoint", AT, "grammar", 212, 230, 231, 232, 232, 260, 280),
                                new CallDetail.AnswerLine(
                                        "", "u3", "dialogue", AT, "text", 0, null, 0, 300, null, null, 400))),
                new CallDetail.Words("Hello there", 5),
                List.of(usage),
                cost,
                ended ? null : new CallDetail.Media("PCMU", "AEAD_AES_128_GCM"),
                null,
                FactsFields.headers(facts),
                facts.omitted(),
                Map.of("customer", HOSTILE),
                null,
                null);
    }

    private static void assertGolden(String name, byte[] json) throws Exception {
        try (InputStream golden = ApiGoldenTest.class.getResourceAsStream("golden/" + name + ".json")) {
            assertThat(golden)
                    .as("resource golden/%s.json; the answer is %s", name, text(json))
                    .isNotNull();
            assertThat(text(json)).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    @Test
    void shouldListLivingCalls() throws Exception {
        assertGolden("calls-live", CallAnswers.list(List.of(view("SPEAKING", true), view("IDLE", false))));
        assertGolden("calls-none", CallAnswers.list(List.of()));
    }

    @Test
    void shouldListEndedCalls() throws Exception {
        CallDetail.End end = new CallDetail.End("AGENT_HUNG_UP", "agent", HOSTILE);
        assertGolden("calls-ended", CallAnswers.ended(List.of(new CallDirectory.Ended(view("ENDED", true), end))));
    }

    @Test
    void shouldShowALivingCallInFull() throws Exception {
        assertGolden("call-living", CallAnswers.detail(detail(false), true));
    }

    @Test
    void shouldShowAnEndedCallInFull() throws Exception {
        assertGolden("call-ended", CallAnswers.detail(detail(true), true));
    }

    @Test
    void shouldKeepInterruptionsFromAWayThatIsNotConfidential() throws Exception {
        assertGolden("call-public", CallAnswers.detail(detail(true), false));
    }

    @Test
    void shouldSayWhichCallIsBeingEnded() throws Exception {
        assertGolden("accepted", CallAnswers.accepted("01JABCDEFGHJKMNPQRSTVWXYZ0"));
    }

    @Test
    void shouldDescribeProblems() throws Exception {
        assertGolden("problem", Problem.of(404, "there is no call " + HOSTILE).body());
        assertGolden(
                "conflict",
                Problem.conflict("the call has ended already", "ENDED").body());
    }
}
