package io.sidetone.transport.http.call;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.floor.VantumView;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.turn.event.AnswerStage;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.ua.SipLadder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Makes the document of a call from the record that the call publishes. Any thread. */
public final class CallDocuments {
    private static final long NS_PER_MS = 1_000_000;

    /** Number of level values in the list: ten seconds. */
    private static final int GLANCE_STEPS = 100;

    private CallDocuments() {}

    /**
     * Knowledge of a call beside its record.
     *
     * @param media statistics of its packets, or null
     * @param ladder its SIP messages, or null
     * @param recording how far its recording is, or null for none
     * @param afterCall what its agent's model wrote down about it, or null for nothing
     * @param cost of its engines by currency
     * @param variables the names that its agent declares, with their values
     */
    public record Beside(
            RtpStatistics media,
            SipLadder ladder,
            CallDocument.Recording recording,
            CallDocument.AfterCall afterCall,
            Map<String, Double> cost,
            Map<String, String> variables) {
        /** Nothing. */
        public static final Beside NOTHING = new Beside(null, null, null, null, Map.of(), Map.of());
    }

    /**
     * Returns {@code call} in short.
     *
     * @param nowNs present time of the call's clock
     */
    public static CallView glance(CallRecord call, long nowNs) {
        return glance(call, nowNs, GLANCE_STEPS);
    }

    private static CallView glance(CallRecord call, long nowNs, int steps) {
        return new CallView(
                call.setup().who().callId(),
                call.setup().who().externalId(),
                call.setup().who().transport(),
                call.agent(),
                call.setup().who().from(),
                call.setup().who().to(),
                call.setup().who().facts().caller(),
                call.setup().who().facts().called(),
                call.state().name(),
                call.views(),
                Instant.ofEpochMilli(call.setup().who().wallEpochMs()),
                call.held(),
                call.yielding(),
                call.recovering(),
                call.ageMs(nowNs),
                call.statistics().lastResponseMs(),
                call.levels().last(steps));
    }

    private static CallDocument.Summary summary(CallRecord call, CallView view) {
        EndCause cause = call.endCause();
        return cause == null
                ? new CallDocument.Summary(view, null, null)
                : new CallDocument.Summary(
                        view,
                        view.startedAt().plusMillis(view.ageMs()),
                        new CallDocument.End(cause.name(), cause.by(), cause.reason(), call.sipStatus()));
    }

    /**
     * Returns {@code call} in full.
     *
     * @param nowNs present time of the call's clock
     */
    public static CallDocument of(CallRecord call, long nowNs, Beside beside) {
        return new CallDocument(
                summary(call, glance(call, nowNs, VoiceLevels.KEPT)),
                new CallDocument.Words(call.caption().text(), call.caption().heardChars()),
                call.timeline().entries().stream()
                        .map(entry -> new CallDocument.TimelineLine(entry.atMs(), entry.kind(), entry.text()))
                        .toList(),
                history(call),
                metrics(call.statistics(), call.ageMs(nowNs), beside.media()),
                new CallDocument.Line(
                        origin(
                                call.setup().who().facts().origin(),
                                call.setup().terms().dialled() == null),
                        media(beside.media()),
                        dial(call),
                        beside.recording(),
                        beside.afterCall()),
                new CallDocument.Costs(call.usage().engines(), beside.cost()),
                beside.ladder() == null ? List.of() : ladder(ns -> at(call, ns), beside.ladder()),
                new CallDocument.Arrival(
                        FactsFields.headers(call.setup().who().facts()),
                        call.setup().who().facts().omitted(),
                        beside.variables()),
                floor(call));
    }

    /** Returns a call that was refused, in full: who called whom, its end and its SIP messages. */
    public static CallDocument of(RefusedCall call) {
        Instant at = Instant.ofEpochMilli(call.atMs());
        CallFacts facts = call.who().facts();
        CallView view = new CallView(
                call.who().callId(),
                call.who().externalId(),
                call.who().transport(),
                call.agent(),
                call.who().from(),
                call.who().to(),
                facts.caller(),
                facts.called(),
                "REFUSED",
                FloorViews.of(FloorState.ENDED, false, false),
                at,
                false,
                false,
                false,
                0,
                0,
                null);
        return new CallDocument(
                new CallDocument.Summary(
                        view, at, new CallDocument.End(call.cause().name(), "server", call.reason(), call.status())),
                new CallDocument.Words("", 0),
                List.of(),
                List.of(),
                Map.of(),
                new CallDocument.Line(origin(facts.origin(), true), null, null, null, null),
                new CallDocument.Costs(List.of(), Map.of()),
                call.ladder() == null ? List.of() : ladder(ns -> at.minusNanos(call.atNs() - ns), call.ladder()),
                new CallDocument.Arrival(FactsFields.headers(facts), facts.omitted(), Map.of()),
                new CallDocument.Floor(
                        "", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    /** Returns what was said in {@code call}, as both sides heard it. */
    public static List<CallDocument.Utterance> history(CallRecord call) {
        return call.history().entries().stream()
                .map(entry -> utterance(call, entry))
                .toList();
    }

    private static CallDocument.Utterance utterance(CallRecord call, History.Entry entry) {
        return new CallDocument.Utterance(
                entry.utteranceId(),
                entry.role().name().toLowerCase(Locale.ROOT),
                entry.text(),
                entry.interrupted(),
                entry.interrupted() ? at(call, entry.interruptedAtNs()) : null,
                entry.intended());
    }

    private static CallDocument.Origin origin(CallOrigin origin, boolean in) {
        return new CallDocument.Origin(in ? "in" : "out", origin.trunk(), origin.peer(), origin.codecs());
    }

    private static List<CallDocument.LadderLine> ladder(LongFunction<Instant> clock, SipLadder ladder) {
        return ladder.entries().stream()
                .map(e -> new CallDocument.LadderLine(
                        clock.apply(e.atNs()),
                        e.sent() ? "out" : "in",
                        e.peer(),
                        e.line() + " (" + e.cseq() + ")" + (e.body().isEmpty() ? "" : " [" + e.body() + "]"),
                        e.message()))
                .toList();
    }

    private static CallDocument.Media media(RtpStatistics media) {
        return media == null ? null : new CallDocument.Media(media.codec(), media.suite());
    }

    private static CallDocument.Dial dial(CallRecord call) {
        if (call.setup().terms().dialled() == null) {
            return null;
        }
        String who = call.answeredBy() == null ? null : call.answeredBy().wireName();
        return new CallDocument.Dial(call.sipStatus(), who);
    }

    private static CallDocument.Floor floor(CallRecord call) {
        List<FloorTransition> log = call.transitions().entries();
        List<TurnDescriptor> turns = call.turns().entries();
        Map<String, RequestedAction> requests = call.requests().entries().stream()
                .collect(Collectors.toMap(
                        RequestedAction::invocationId, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        List<CallDocument.ActionLine> actions = call.actions().entries().stream()
                .map(over -> action(over, requests.remove(over.invocationId())))
                .toList();
        return new CallDocument.Floor(
                call.policy().profile(),
                turns,
                turns.stream().filter(turn -> turn.interruption() != null).toList(),
                log.stream()
                        .map(move -> new CallDocument.TransitionLine(
                                at(call, move.nowNs()),
                                move.rule(),
                                move.from().name(),
                                move.to().name(),
                                move.trigger().wireName(),
                                move.timeInFromNs() / NS_PER_MS,
                                move.views()))
                        .toList(),
                VantumView.changes(log).stream()
                        .map(change -> new CallDocument.VantumLine(
                                at(call, change.nowNs()), change.from(), change.to(), change.durationNs() / NS_PER_MS))
                        .toList(),
                call.alerts().entries().stream()
                        .map(alert -> new CallDocument.AlertLine(
                                at(call, alert.atNs()),
                                alert.kind().wireName(),
                                alert.value(),
                                alert.limit(),
                                alert.text()))
                        .toList(),
                actions,
                call.endCause() != null
                        ? List.of()
                        : requests.values().stream().map(CallDocuments::running).toList(),
                call.answers().entries().stream()
                        .map(times -> answer(call, times))
                        .toList());
    }

    private static CallDocument.ActionLine action(ActionOutcome over, RequestedAction request) {
        return new CallDocument.ActionLine(
                over.invocationId(),
                over.action(),
                Instant.ofEpochMilli(over.wantedAtMs()),
                Instant.ofEpochMilli(over.endedAtMs()),
                over.code(),
                request == null ? null : request.parameters());
    }

    private static CallDocument.ActionLine running(RequestedAction request) {
        return new CallDocument.ActionLine(
                request.invocationId(),
                request.action(),
                Instant.ofEpochMilli(request.wantedAtMs()),
                null,
                null,
                request.parameters());
    }

    private static CallDocument.AnswerLine answer(CallRecord call, AnswerTimes times) {
        String turnId = call.turns().entries().stream()
                .filter(turn -> turn.token() == times.token())
                .findFirst()
                .map(TurnDescriptor::turnId)
                .orElse("");
        return new CallDocument.AnswerLine(
                turnId,
                new History.Entry(History.Role.ASSISTANT, times.token(), "", false, "").utteranceId(),
                AnswerStage.slowest(times).wireName(),
                at(call, times.speechEndedNs()),
                times.endedBy(),
                times.decidedMs(),
                passed(times.wordsMs()),
                passed(times.requestMs()),
                passed(times.textMs()),
                passed(times.clauseMs()),
                passed(times.voiceMs()),
                times.audioMs());
    }

    private static Integer passed(int ms) {
        return ms == AnswerTimes.NONE ? null : ms;
    }

    private static Instant at(CallRecord call, long nowNs) {
        return Instant.ofEpochMilli(call.wallMs(nowNs));
    }

    private static Map<String, Number> metrics(CallStatistics s, long ageMs, RtpStatistics media) {
        Map<String, Number> metrics = new LinkedHashMap<>();
        metrics.put("ageMs", ageMs);
        metrics.put("turns", s.turns());
        metrics.put("yields", s.yields());
        metrics.put("bargeIns", s.bargeIns());
        metrics.put("falseAlarms", s.falseAlarms());
        metrics.put("noMatches", s.noMatches());
        metrics.put("framesIn", s.framesIn());
        metrics.put("framesConcealed", s.framesConcealed());
        metrics.put("framesRefused", s.framesRefused());
        metrics.put("framesOut", s.framesOut());
        metrics.put("framesSkipped", s.framesSkipped());
        metrics.put("lastResponseMs", s.lastResponseMs());
        metrics.put("worstResponseMs", s.worstResponseMs());
        metrics.put("preemptiveStarted", s.preemptiveStarted());
        metrics.put("preemptiveAdopted", s.preemptiveAdopted());
        metrics.put("preemptiveSavedMs", s.preemptiveSavedMs());
        if (media != null) {
            metrics.put("packetsIn", media.packetsIn());
            metrics.put("packetsOut", media.packetsOut());
            metrics.put("packetsLost", media.lost());
            metrics.put("packetsDuplicate", media.duplicate());
            metrics.put("packetsLate", media.late());
            metrics.put("packetsReordered", media.reordered());
            metrics.put("packetsNotAuthentic", media.notAuthentic());
            metrics.put("packetsReplayed", media.replayed());
            metrics.put("comfortNoisePackets", media.comfortNoise());
            metrics.put("lossFraction", media.lossFraction());
            metrics.put("jitterMs", media.jitterMs());
            metrics.put("roundTripMs", media.roundTripMs());
            metrics.put("farLost", media.farLost());
            metrics.put("farLossFraction", media.farLossFraction());
            metrics.put("farJitterMs", media.farJitterMs());
            metrics.put("mos", rounded(media.mos()));
            metrics.put("farMos", rounded(media.farMos()));
        }
        return metrics;
    }

    /** Estimates have no more than two digits behind the point. */
    private static double rounded(double score) {
        return Math.round(score * 100) / 100.0;
    }
}
