package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallView;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallPage;
import io.sidetone.transport.http.history.CallRoutes;
import io.sidetone.transport.http.history.KeptDocument;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                new FloorViews("ai_speaking", null, "speaking", null),
                AT,
                false,
                true,
                false,
                61_000,
                0,
                levels ? new VoiceLevels.Snapshot(1_000, new byte[] {0, (byte) 181}, new byte[] {57, 0}) : null);
    }

    private static CallDocument detail(boolean ended) {
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
        CallFacts facts = ended
                ? new CallFacts(
                        "",
                        "",
                        List.of(new CallHeader("X-Customer", HOSTILE, true)),
                        3,
                        Map.of(),
                        CallTerms.NONE,
                        HandedOver.NONE,
                        CallOrigin.NONE)
                : CallFacts.NONE;
        return new CallDocument(
                summary(ended),
                new CallDocument.Words("Hello there", 5),
                List.of(
                        new CallDocument.TimelineLine(0, "state", "NOT_CONNECTED -> CONNECTING"),
                        new CallDocument.TimelineLine(120, "yield", HOSTILE)),
                List.of(
                        new CallDocument.Utterance("u1", "assistant", "Hello", true, AT, "Hello there"),
                        new CallDocument.Utterance("u2", "user", HOSTILE, false, null, "")),
                metrics,
                new CallDocument.Line(
                        null, ended ? null : new CallDocument.Media("PCMU", "AEAD_AES_128_GCM"), null, null, null),
                new CallDocument.Costs(List.of(usage), cost),
                List.of(
                        new CallDocument.LadderLine(AT, "in", "192.0.2.1:5060", "INVITE sip:a@b", "INVITE\r\n\r\n"),
                        new CallDocument.LadderLine(AT, "out", "192.0.2.1:5060", "SIP/2.0 200 OK", "")),
                new CallDocument.Arrival(FactsFields.headers(facts), facts.omitted(), Map.of("customer", HOSTILE)),
                floor(ended));
    }

    private static CallDocument.Summary summary(boolean ended) {
        return new CallDocument.Summary(
                view(ended ? "ENDED" : "SPEAKING", true),
                ended ? AT.plusMillis(61_000) : null,
                ended ? new CallDocument.End("CALLER_HUNG_UP", "caller", HOSTILE) : null);
    }

    private static CallDocument.Floor floor(boolean ended) {
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
        return new CallDocument.Floor(
                "default",
                turns,
                List.of(turns.get(0), turns.get(2)),
                List.of(new CallDocument.TransitionLine(
                        AT, "VIP-T05", "LISTENING", "FINALIZING", "input.end", 812, views)),
                List.of(new CallDocument.VantumLine(AT, "LISTENING", "THINKING", 812)),
                List.of(
                        new CallDocument.AlertLine(AT, "slow_response", 3_000, 2_000, "slow"),
                        new CallDocument.AlertLine(AT, "interruptions", 4, 3, "often")),
                List.of(new CallDocument.ActionLine("i1", "book", AT, AT.plusMillis(3), "ok", Map.of("day", HOSTILE))),
                ended
                        ? List.of()
                        : List.of(new CallDocument.ActionLine("i2", "cancel", AT.plusMillis(1), null, null, null)),
                List.of(
                        new CallDocument.AnswerLine(
                                "turn-2", "u2", "endpoint", AT, "grammar", 212, 230, 231, 232, 232, 260, 280),
                        new CallDocument.AnswerLine(
                                "", "u3", "dialogue", AT, "text", 0, null, 0, 300, null, null, 400)));
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
        assertGolden(
                "calls-live",
                Json.bytes(new CallRoutes.LiveCalls(List.of(view("SPEAKING", true), view("IDLE", false)))));
        assertGolden("calls-none", Json.bytes(new CallRoutes.LiveCalls(List.of())));
    }

    @Test
    void shouldListEndedCalls() throws Exception {
        CallEntry ended = new CallEntry(
                "01JABCDEFGHJKMNPQRSTVWXYZ0",
                "ended",
                200,
                "AGENT_HUNG_UP",
                HOSTILE,
                "out",
                "sip:a@b",
                "sip:c@d",
                "desk",
                "",
                AT,
                AT.plusMillis(61_000),
                61_000L,
                true,
                3,
                1,
                420,
                4.41,
                Map.of("EUR", 0.0125),
                "a84b4c76e66710@pc33",
                "sip-udp",
                null);
        CallEntry refused = new CallEntry(
                "01JABCDEFGHJKMNPQRSTVWXYZ1",
                "refused",
                488,
                "NOT_ACCEPTABLE",
                "no codec",
                "in",
                "sip:a@b",
                "sip:c@d",
                "",
                "carrier",
                AT,
                AT,
                0L,
                false,
                null,
                null,
                null,
                null,
                Map.of(),
                "",
                "websocket",
                17);
        assertGolden("calls-ended", Json.bytes(new CallPage(List.of(ended, refused), null, null)));
    }

    @Test
    void shouldShowALivingCallInFull() throws Exception {
        assertGolden("call-living", Json.bytes(detail(false)));
    }

    @Test
    void shouldShowAnEndedCallInFull() throws Exception {
        assertGolden("call-ended", Json.bytes(detail(true)));
    }

    @Test
    void shouldKeepInterruptionsFromAWayThatIsNotConfidential() throws Exception {
        assertGolden(
                "call-public",
                KeptDocument.of(Json.bytes(detail(true))).forOpenNetwork().json());
    }

    @Test
    void shouldSayWhichCallIsBeingEnded() throws Exception {
        assertGolden("accepted", Json.bytes(new CallRoutes.Accepted("01JABCDEFGHJKMNPQRSTVWXYZ0")));
    }

    @Test
    void shouldDescribeProblems() throws Exception {
        assertGolden("problem", Problem.of(404, "there is no call " + HOSTILE).body());
        assertGolden(
                "conflict",
                Problem.conflict("the call has ended already", "ENDED").body());
    }
}
