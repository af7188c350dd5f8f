package io.sidetone.transport.http.history;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.ua.SipLadder;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the line of a call in the history from what the call publishes, or from its refusal. Any thread. */
public final class CallEntries {
    /** Causes of calls that were not taken. */
    private static final Set<EndCause> UNANSWERED = EnumSet.of(
            EndCause.CALLER_CANCELLED, EndCause.BUSY, EndCause.NO_ANSWER, EndCause.REJECTED, EndCause.UNREACHABLE);

    private static final int OK = 200;

    private CallEntries() {}

    /**
     * Returns the line of {@code call}, live or ended.
     *
     * @param nowNs present time of the call's clock
     * @param media statistics of its packets, or null
     * @param ladder its SIP messages, or null
     * @param cost of its engines by currency
     */
    public static CallEntry of(
            CallRecord call, long nowNs, RtpStatistics media, SipLadder ladder, Map<String, Double> cost) {
        EndCause cause = call.endCause();
        boolean answered = !UNANSWERED.contains(cause)
                && (call.statistics().framesIn() > 0 || call.statistics().framesOut() > 0);
        long ageMs = call.ageMs(nowNs);
        Instant startedAt = Instant.ofEpochMilli(call.setup().who().wallEpochMs());
        List<AnswerTimes> answers = call.answers().entries();
        boolean scored = media != null && media.mos() > 0;
        return new CallEntry(
                call.setup().who().callId(),
                cause == null ? CallEntry.LIVE : CallEntry.ENDED,
                answered ? Integer.valueOf(OK) : refusedWith(call, ladder),
                cause == null ? null : cause.name(),
                cause == null ? null : cause.reason(),
                call.setup().terms().dialled() == null ? CallEntry.IN : CallEntry.OUT,
                call.setup().who().from(),
                call.setup().who().to(),
                call.agent(),
                call.setup().who().facts().origin().trunk(),
                startedAt,
                cause == null ? null : startedAt.plusMillis(ageMs),
                ageMs,
                answered,
                call.statistics().turns(),
                (int) call.turns().entries().stream()
                        .filter(turn -> turn.interruption() != null)
                        .count(),
                answers.isEmpty()
                        ? null
                        : answers.stream().mapToInt(AnswerTimes::audioMs).max().getAsInt(),
                scored ? Math.round(media.mos() * 100) / 100.0 : null,
                cost,
                call.setup().who().externalId(),
                call.setup().who().transport(),
                null);
    }

    /** The status of a call of ours, or that of our last answer to a call that was not taken; null where there is none. */
    private static Integer refusedWith(CallRecord call, SipLadder ladder) {
        if (call.sipStatus() > 0) {
            return call.sipStatus();
        }
        return ladder == null
                ? null
                : ladder.entries().stream()
                        .filter(entry -> entry.sent() && entry.line().matches("[3-6][0-9]{2} .*"))
                        .map(entry -> Integer.valueOf(entry.line().substring(0, 3)))
                        .reduce((earlier, later) -> later)
                        .orElse(null);
    }

    /** Returns the line of a call that was refused. */
    public static CallEntry of(RefusedCall call) {
        Instant at = Instant.ofEpochMilli(call.atMs());
        return new CallEntry(
                call.who().callId(),
                CallEntry.REFUSED,
                call.status(),
                call.cause().name(),
                call.reason(),
                CallEntry.IN,
                call.who().from(),
                call.who().to(),
                call.agent(),
                call.who().facts().origin().trunk(),
                at,
                at,
                0L,
                false,
                null,
                null,
                null,
                null,
                Map.of(),
                call.who().externalId(),
                call.who().transport(),
                null);
    }

    /** Returns the words by which a call is found: its ids, parties and reason, then what was said in it. */
    public static Set<String> words(CallEntry entry, CallFacts facts, Iterable<String> said) {
        Set<String> words = new LinkedHashSet<>();
        for (String each : List.of(
                entry.callId(),
                entry.externalId(),
                entry.from(),
                entry.to(),
                facts.caller(),
                facts.called(),
                entry.agent())) {
            CallWords.add(words, each);
        }
        CallWords.add(words, entry.reason());
        said.forEach(each -> CallWords.add(words, each));
        return words;
    }
}
