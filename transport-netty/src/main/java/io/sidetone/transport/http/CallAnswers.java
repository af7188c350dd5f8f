package io.sidetone.transport.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.EngineUsage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The answers of {@code /api/calls}: records whose components are the fields of the JSON, in their order. */
final class CallAnswers {
    /** Timeline lines that describe an interruption. */
    private static final Set<String> OF_INTERRUPTIONS = Set.of("yield", "commit", "resume", "alert");

    private CallAnswers() {}

    /** {@code GET /api/calls}. */
    record CallList(List<?> calls) {}

    /** {@code DELETE /api/calls/ID}. */
    record Accepted(String callId) {}

    /** One of {@code GET /api/calls?state=ended}. */
    record EndedCall(@JsonUnwrapped CallView call, Instant endedAt, CallDetail.End end) {}

    /** {@code GET /api/calls/ID}. */
    record FullCall(
            @JsonUnwrapped CallView call,
            @JsonInclude(Include.NON_NULL) Instant endedAt,
            @JsonInclude(Include.NON_NULL) CallDetail.End end,
            CallDetail.Words caption,
            List<CallDetail.TimelineLine> timeline,
            List<CallDetail.Utterance> history,
            Map<String, Number> metrics,
            @JsonInclude(Include.NON_NULL) CallDetail.Media media,
            @JsonInclude(Include.NON_NULL) CallDetail.Dial dial,
            @JsonInclude(Include.NON_NULL) CallDetail.Recording recording,
            @JsonInclude(Include.NON_NULL) CallDetail.AfterCall afterCall,
            List<EngineUsage> usage,
            @JsonInclude(Include.NON_EMPTY) Map<String, Double> cost,
            List<CallDetail.LadderLine> sip,
            List<Map<String, Object>> headers,
            @JsonInclude(Include.NON_DEFAULT) int headersOmitted,
            @JsonInclude(Include.NON_EMPTY) Map<String, String> variables,
            String policyProfile,
            List<TurnDescriptor> turns,
            List<TurnDescriptor> interruptions,
            List<CallDetail.TransitionLine> transitions,
            List<CallDetail.VantumLine> vantum,
            List<CallDetail.AlertLine> alerts,
            List<ActionLine> actions,
            @JsonInclude(Include.NON_EMPTY) List<RunningLine> running,
            List<CallDetail.AnswerLine> answers) {}

    /** A completed action. */
    record ActionLine(
            String invocationId,
            String action,
            Instant wantedAt,
            Instant endedAt,
            String code,
            @JsonInclude(Include.NON_NULL) Map<String, Object> parameters) {
        private static ActionLine of(ActionOutcome outcome, List<RequestedAction> requests) {
            return new ActionLine(
                    outcome.invocationId(),
                    outcome.action(),
                    Instant.ofEpochMilli(outcome.wantedAtMs()),
                    Instant.ofEpochMilli(outcome.endedAtMs()),
                    outcome.code(),
                    requests.stream()
                            .filter(request -> request.invocationId().equals(outcome.invocationId()))
                            .findFirst()
                            .map(RequestedAction::parameters)
                            .orElse(null));
        }
    }

    /** An action that was asked for and is not over. */
    record RunningLine(
            String invocationId,
            String action,
            Instant wantedAt,
            @JsonInclude(Include.NON_NULL) Map<String, Object> parameters) {
        private static List<RunningLine> of(CallDetail.Turns turns) {
            Set<String> over =
                    turns.actions().stream().map(ActionOutcome::invocationId).collect(Collectors.toSet());
            return turns.requests().stream()
                    .filter(request -> !over.contains(request.invocationId()))
                    .map(request -> new RunningLine(
                            request.invocationId(),
                            request.action(),
                            Instant.ofEpochMilli(request.wantedAtMs()),
                            request.parameters()))
                    .toList();
        }
    }

    /** Loads and inspects the classes of all answers, which would hold an event loop for too long. Called at start. */
    static void prepare() {
        StateViews idle = new StateViews("", "", "", "");
        CallView view =
                new CallView("", "", "", "", "", "", "", "", "", idle, Instant.EPOCH, false, false, false, 0, 0, null);
        CallDetail.End end = new CallDetail.End("", "", "");
        CallDetail.Words words = new CallDetail.Words("", 0);
        list(List.of(view));
        ended(List.of(new CallDirectory.Ended(view, end)));
        detail(
                new CallDetail(
                        view,
                        Optional.of(end),
                        List.of(new CallDetail.TimelineLine(0, "", "")),
                        List.of(new CallDetail.Utterance("", "", "", true, Instant.EPOCH, "")),
                        Map.of("", 0L),
                        List.of(new CallDetail.LadderLine(Instant.EPOCH, "", "", "", "")),
                        turns(),
                        words,
                        List.of(),
                        Map.of(),
                        new CallDetail.Media("", ""),
                        new CallDetail.Dial(0, ""),
                        List.of(Map.of("", "")),
                        1,
                        Map.of("", ""),
                        new CallDetail.Recording("", "", "", 0, ""),
                        new CallDetail.AfterCall("", "", Map.of("", ""), "")),
                true);
        accepted("");
        Problem.of(404, "");
    }

    /** Returns turns with one entry of each kind, for {@link #prepare}. */
    private static CallDetail.Turns turns() {
        FloorViews views = new FloorViews("", "", "", "");
        return new CallDetail.Turns(
                "",
                List.of(new TurnDescriptor("", TurnRole.USER, 0, 0, 0, null, "")),
                List.of(new CallDetail.TransitionLine(Instant.EPOCH, "", "", "", "", 0, views)),
                List.of(new CallDetail.VantumLine(Instant.EPOCH, "", "", 0)),
                List.of(new CallDetail.AlertLine(Instant.EPOCH, "", 0, 0, "")),
                List.of(new ActionOutcome("", "", 0, 0, 0, "")),
                List.of(new RequestedAction("1", "", Map.of("", ""), 0)),
                List.of(new CallDetail.AnswerLine("", "", "", Instant.EPOCH, "", 0, 0, 0, 0, 0, 0, 0)));
    }

    static byte[] list(List<CallView> calls) {
        return Json.bytes(new CallList(calls));
    }

    /** Writes ended calls in short, with how they ended. */
    static byte[] ended(List<CallDirectory.Ended> calls) {
        return Json.bytes(new CallList(calls.stream()
                .map(each -> new EndedCall(each.call().withoutLevels(), endedAt(each.call()), each.end()))
                .toList()));
    }

    private static Instant endedAt(CallView call) {
        return call.startedAt().plusMillis(call.ageMs());
    }

    static byte[] accepted(String callId) {
        return Json.bytes(new Accepted(callId));
    }

    /** Writes one call; {@code confidential} is whether interruption metadata may be shown (ITE-SEC-001). */
    static byte[] detail(CallDetail detail, boolean confidential) {
        CallDetail.Turns turns = detail.turns();
        boolean over = detail.end().isPresent();
        FullCall call = new FullCall(
                detail.call(),
                over ? endedAt(detail.call()) : null,
                detail.end().orElse(null),
                detail.caption(),
                detail.timeline().stream()
                        .filter(line -> confidential || !OF_INTERRUPTIONS.contains(line.kind()))
                        .toList(),
                detail.history().stream()
                        .map(said -> confidential ? said : said.withoutInterruption())
                        .toList(),
                detail.metrics(),
                detail.media(),
                detail.dial(),
                detail.recording(),
                detail.afterCall(),
                detail.usage(),
                detail.cost(),
                detail.sip(),
                detail.headers(),
                detail.headersOmitted(),
                detail.variables(),
                turns.policy(),
                turns.turns(),
                turns.turns().stream()
                        .filter(turn -> confidential && turn.interruption() != null)
                        .toList(),
                turns.transitions(),
                turns.vantum(),
                turns.alerts().stream()
                        .filter(alert -> confidential || !alert.kind().startsWith("interruption"))
                        .toList(),
                turns.actions().stream()
                        .map(outcome -> ActionLine.of(outcome, turns.requests()))
                        .toList(),
                over ? List.of() : RunningLine.of(turns),
                turns.answers());
        return Json.bytes(call, confidential);
    }
}
