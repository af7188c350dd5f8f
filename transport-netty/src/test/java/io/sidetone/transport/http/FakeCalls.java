package io.sidetone.transport.http;

import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallView;
import io.sidetone.transport.http.history.CallCursor;
import io.sidetone.transport.http.history.CallDirectory;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallPage;
import io.sidetone.transport.http.history.CallQuery;
import io.sidetone.transport.http.history.CallRoutes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

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
                new FloorViews("ai_speaking", "speaking", "speaking", null),
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

    /** Returns the routes of these calls, and {@code more}. */
    List<Route> routes(List<Route> more) {
        List<Route> routes = new ArrayList<>(CallRoutes.of(this));
        routes.addAll(more);
        return routes;
    }

    @Override
    public CompletionStage<CallPage> find(CallQuery query, CallCursor after, int limit) {
        CallEntry ended = new CallEntry(
                ENDED,
                "ended",
                200,
                "CALLER_HUNG_UP",
                "the caller hung up",
                "in",
                "sip:+4930@192.0.2.1",
                "sip:100@192.0.2.2",
                "appointment-desk",
                "",
                Instant.parse("2026-04-01T10:00:00Z"),
                Instant.parse("2026-04-01T10:01:01Z"),
                61_000L,
                true,
                2,
                1,
                420,
                4.4,
                Map.of("EUR", 0.0125),
                "a84b4c76e66710@pc33",
                "sip-udp",
                null);
        return CompletableFuture.completedFuture(
                new CallPage(query.holds(ended) ? List.of(ended) : List.of(), null, null));
    }

    @Override
    public CompletionStage<Optional<byte[]>> document(String callId, boolean confidential) {
        return CompletableFuture.completedFuture(call(callId).map(call -> Json.bytes(call)));
    }

    @Override
    public CompletionStage<Optional<Path>> file(String callId, Kind kind) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public Executor reader() {
        return Runnable::run;
    }

    private static Optional<CallDocument> call(String callId) {
        if (!callId.equals(LIVING) && !callId.equals(ENDED)) {
            return Optional.empty();
        }
        Map<String, Number> metrics = new LinkedHashMap<>();
        metrics.put("turns", 2);
        metrics.put("loss", 0.25);
        return Optional.of(new CallDocument(
                summary(view(callId, callId.equals(ENDED) ? "ENDED" : "SPEAKING")),
                new CallDocument.Words("good morning", 4),
                List.of(new CallDocument.TimelineLine(120, "state", "IDLE → SPEAKING")),
                List.of(
                        new CallDocument.Utterance("utt-16", "user", "hello \"you\"", false, null, ""),
                        new CallDocument.Utterance(
                                "utt-33",
                                "assistant",
                                "good",
                                true,
                                Instant.parse("2026-04-01T10:00:03.250Z"),
                                "good morning")),
                metrics,
                new CallDocument.Line(null, new CallDocument.Media("PCMU", null), null, null, null),
                new CallDocument.Costs(usage(), Map.of("EUR", 0.0125)),
                List.of(new CallDocument.LadderLine(
                        Instant.parse("2026-04-01T10:00:00.001Z"),
                        "in",
                        "192.0.2.1:5060",
                        "INVITE sip:100@192.0.2.2 SIP/2.0",
                        "")),
                new CallDocument.Arrival(List.of(), 0, Map.of()),
                new CallDocument.Floor(
                        "default",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new CallDocument.VantumLine(
                                Instant.parse("2026-04-01T10:00:02Z"), "THINKING", "RESPONDING", 800)),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())));
    }

    private static CallDocument.Summary summary(CallView call) {
        return call.state().equals("ENDED")
                ? new CallDocument.Summary(
                        call,
                        call.startedAt().plusMillis(call.ageMs()),
                        new CallDocument.End("CALLER_HUNG_UP", "caller", "the caller hung up"))
                : new CallDocument.Summary(call, null, null);
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
