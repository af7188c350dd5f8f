package io.sidetone.transport.http;

import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A directory with one living call and one that ended. */
final class FakeCalls implements CallDirectory {
    static final String LIVING = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    static final String ENDED = "01JABCDEFGHJKMNPQRSTVWXYZ1";

    final List<String> hungUp = new ArrayList<>();

    private static CallView view(String id, String state) {
        return new CallView(
                id,
                "a84b4c76e66710@pc33",
                "sip-udp",
                "appointment-desk",
                "sip:+4930@192.0.2.1",
                "sip:100@192.0.2.2",
                "+4930",
                "100",
                state,
                new StateViews("ai_speaking", "speaking", "speaking", null),
                Instant.parse("2026-04-01T10:00:00Z"),
                false,
                true,
                false,
                61_000,
                420,
                new VoiceLevels.Snapshot(1_000, new byte[] {0, (byte) 181}, new byte[] {57, 0}));
    }

    @Override
    public List<CallView> calls() {
        return List.of(view(LIVING, "SPEAKING"));
    }

    @Override
    public List<Ended> ended() {
        return List.of(
                new Ended(view(ENDED, "ENDED"), new CallDetail.End("CALLER_HUNG_UP", "caller", "the caller hung up")));
    }

    @Override
    public Optional<CallDetail> call(String callId) {
        if (!callId.equals(LIVING) && !callId.equals(ENDED)) {
            return Optional.empty();
        }
        Map<String, Number> metrics = new LinkedHashMap<>();
        metrics.put("turns", 2);
        metrics.put("loss", 0.25);
        boolean ended = callId.equals(ENDED);
        return Optional.of(new CallDetail(
                view(callId, ended ? "ENDED" : "SPEAKING"),
                ended
                        ? Optional.of(new CallDetail.End("CALLER_HUNG_UP", "caller", "the caller hung up"))
                        : Optional.empty(),
                List.of(new CallDetail.TimelineLine(120, "state", "IDLE → SPEAKING")),
                List.of(
                        new CallDetail.Utterance("utt-16", "user", "hello \"you\"", false, null, ""),
                        new CallDetail.Utterance(
                                "utt-33",
                                "assistant",
                                "good",
                                true,
                                Instant.parse("2026-04-01T10:00:03.250Z"),
                                "good morning")),
                metrics,
                List.of(new CallDetail.LadderLine(
                        Instant.parse("2026-04-01T10:00:00.001Z"),
                        "in",
                        "192.0.2.1:5060",
                        "INVITE sip:100@192.0.2.2 SIP/2.0",
                        "")),
                new CallDetail.Turns(
                        "default",
                        List.of(),
                        List.of(),
                        List.of(new CallDetail.VantumLine(
                                Instant.parse("2026-04-01T10:00:02Z"), "THINKING", "RESPONDING", 800)),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()),
                new CallDetail.Words("good morning", 4),
                usage(),
                Map.of("EUR", 0.0125),
                new CallDetail.Media("PCMU", null),
                null,
                List.of(),
                0,
                Map.of(),
                null,
                null));
    }

    private static List<EngineUsage> usage() {
        CallUsage usage = new CallUsage();
        usage.of("llm", "dialogue").add(Measure.INPUT_TOKENS, 1_234);
        return usage.engines();
    }

    @Override
    public HangUp hangUp(String callId) {
        if (callId.equals(LIVING)) {
            hungUp.add(callId);
            return HangUp.ACCEPTED;
        }
        return callId.equals(ENDED) ? HangUp.ENDED : HangUp.UNKNOWN;
    }
}
