package io.sidetone.transport.http;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.call.timeline.VoiceLevels;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.floor.VantumView;
import io.sidetone.core.turn.event.AnswerStage;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.core.turn.event.TurnDescriptor;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Converts a call's published record to the form of the API. Any thread. */
public final class CallViews {
    private static final long NS_PER_MS = 1_000_000;

    /** Number of level values in the list: ten seconds. */
    private static final int GLANCE_STEPS = 100;

    private CallViews() {}

    /**
     * Returns {@code call} in short.
     *
     * @param nowNs present time of the call's clock
     */
    public static CallView glance(CallRecord call, long nowNs) {
        return glance(call, nowNs, GLANCE_STEPS);
    }

    private static CallView glance(CallRecord call, long nowNs, int steps) {
        FloorViews views = call.views();
        return new CallView(
                call.setup().callId(),
                call.setup().externalId(),
                call.setup().transport(),
                call.agent(),
                call.setup().from(),
                call.setup().to(),
                call.setup().facts().caller(),
                call.setup().facts().called(),
                call.state().name(),
                new StateViews(views.vip(), views.ite(), views.vela(), views.vantum()),
                Instant.ofEpochMilli(call.setup().wallEpochMs()),
                call.held(),
                call.yielding(),
                call.recovering(),
                call.ageMs(nowNs),
                call.statistics().lastResponseMs(),
                call.levels().last(steps));
    }

    /** Returns {@code call}, which has ended, in short. */
    public static CallDirectory.Ended ended(CallRecord call) {
        return new CallDirectory.Ended(glance(call, 0, 0), end(call));
    }

    private static CallDetail.End end(CallRecord call) {
        EndCause cause = call.endCause();
        return new CallDetail.End(cause.name(), cause.by(), cause.reason(), call.sipStatus());
    }

    /**
     * Returns {@code call} in full.
     *
     * @param nowNs present time of the call's clock
     * @param sip messages of its dialog
     */
    public static CallDetail detail(CallRecord call, long nowNs, List<CallDetail.LadderLine> sip) {
        EndCause cause = call.endCause();
        return new CallDetail(
                glance(call, nowNs, VoiceLevels.KEPT),
                Optional.ofNullable(cause).map(ended -> end(call)),
                call.timeline().entries().stream()
                        .map(entry -> new CallDetail.TimelineLine(entry.atMs(), entry.kind(), entry.text()))
                        .toList(),
                call.history().entries().stream()
                        .map(entry -> new CallDetail.Utterance(
                                entry.utteranceId(),
                                entry.role().name().toLowerCase(Locale.ROOT),
                                entry.text(),
                                entry.interrupted(),
                                entry.interrupted() ? at(call, entry.interruptedAtNs()) : null,
                                entry.intended()))
                        .toList(),
                metrics(call.statistics(), call.ageMs(nowNs)),
                sip,
                turns(call),
                new CallDetail.Words(call.caption().text(), call.caption().heardChars()),
                call.usage().engines(),
                Map.of(),
                null,
                dial(call),
                FactsFields.headers(call.setup().facts()),
                call.setup().facts().omitted(),
                Map.of(),
                null,
                null);
    }

    private static CallDetail.Dial dial(CallRecord call) {
        if (call.setup().dialled() == null) {
            return null;
        }
        String who = call.answeredBy() == null ? null : call.answeredBy().wireName();
        return new CallDetail.Dial(call.sipStatus(), who);
    }

    private static CallDetail.Turns turns(CallRecord call) {
        List<FloorTransition> log = call.transitions().entries();
        return new CallDetail.Turns(
                call.policy().profile(),
                call.turns().entries(),
                log.stream()
                        .map(move -> new CallDetail.TransitionLine(
                                at(call, move.nowNs()),
                                move.rule(),
                                move.from().name(),
                                move.to().name(),
                                move.trigger().wireName(),
                                move.timeInFromNs() / NS_PER_MS,
                                move.views()))
                        .toList(),
                VantumView.changes(log).stream()
                        .map(change -> new CallDetail.VantumLine(
                                at(call, change.nowNs()), change.from(), change.to(), change.durationNs() / NS_PER_MS))
                        .toList(),
                call.alerts().entries().stream()
                        .map(alert -> new CallDetail.AlertLine(
                                at(call, alert.atNs()),
                                alert.kind().wireName(),
                                alert.value(),
                                alert.limit(),
                                alert.text()))
                        .toList(),
                call.actions().entries(),
                call.requests().entries(),
                call.answers().entries().stream()
                        .map(times -> answer(call, times))
                        .toList());
    }

    private static CallDetail.AnswerLine answer(CallRecord call, AnswerTimes times) {
        String turnId = call.turns().entries().stream()
                .filter(turn -> turn.token() == times.token())
                .findFirst()
                .map(TurnDescriptor::turnId)
                .orElse("");
        return new CallDetail.AnswerLine(
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

    private static Map<String, Number> metrics(CallStatistics s, long ageMs) {
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
        return metrics;
    }
}
