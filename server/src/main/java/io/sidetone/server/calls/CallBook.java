package io.sidetone.server.calls;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.metrics.SharedDurationRecorder;
import io.sidetone.core.turn.event.AnswerStage;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.ua.SipLadder;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every live call. Keeps ended calls for {@code trace.keep}, {@link #MAX_ENDED} at most. Thread-safe.
 *
 * <p>Writes the one log line that each call ends with.
 */
public final class CallBook implements CallObserver {
    /** The most ended calls that are kept, whatever {@code trace.keep} says. */
    static final int MAX_ENDED = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger("call");
    private static final long MS = 1_000_000L;

    private final Map<String, CallRecord> live = new ConcurrentHashMap<>();
    private final Map<String, EndedCall> ended = new ConcurrentHashMap<>();
    private final Deque<EndedCall> byEnd = new ConcurrentLinkedDeque<>();
    private final AtomicInteger endedCount = new AtomicInteger();
    private final SharedDurationRecorder broadcast = new SharedDurationRecorder();
    private final LongSupplier clock;
    private final long keepNs;
    private volatile Function<String, RtpStatistics> media = id -> null;
    private volatile Function<String, SipLadder> ladders = id -> null;
    private volatile Function<String, CallDocument.Recording> recordings = id -> null;
    private volatile Function<String, CallDocument.AfterCall> afterCalls = id -> null;
    private volatile Function<CallRecord, Map<String, String>> variables = call -> Map.of();

    /**
     * Creates an empty book.
     *
     * @param clock the lanes' clock, ns
     * @param keepNs how long an ended call can be read
     */
    public CallBook(LongSupplier clock, long keepNs) {
        this.clock = clock;
        this.keepNs = keepNs;
    }

    /** Sets the sources of media statistics and SIP ladders of live calls. */
    public void transport(Function<String, RtpStatistics> statistics, Function<String, SipLadder> sipLadders) {
        media = statistics;
        ladders = sipLadders;
    }

    /** Returns the call of that id while it goes on, or null. */
    public CallRecord live(String callId) {
        return live.get(callId);
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Opened) {
            live.put(call.setup().who().callId(), call);
        } else if (event instanceof FloorTransition moved) {
            moved(call, moved);
        } else if (event instanceof Ended) {
            String id = call.setup().who().callId();
            live.remove(id);
            forgetOld();
            EndedCall last = ended.get(id);
            log(call, last == null ? null : last.media());
        }
    }

    private void moved(CallRecord call, FloorTransition transition) {
        broadcast.record(clock.getAsLong() - transition.nowNs());
        if (transition.to().live()) {
            return;
        }
        // The transport drops its statistics when the call is released, so the book takes them when the call begins to
        // end.
        String id = call.setup().who().callId();
        EndedCall end = new EndedCall(call, media.apply(id), ladders.apply(id), clock.getAsLong());
        if (ended.putIfAbsent(id, end) == null) {
            byEnd.addLast(end);
            endedCount.incrementAndGet();
        }
    }

    private void forgetOld() {
        long nowNs = clock.getAsLong();
        for (EndedCall oldest = byEnd.peekFirst(); oldest != null; oldest = byEnd.peekFirst()) {
            boolean old = nowNs - oldest.endedNs() > keepNs || endedCount.get() > MAX_ENDED;
            if (!old || !byEnd.removeFirstOccurrence(oldest)) {
                return;
            }
            endedCount.decrementAndGet();
            ended.remove(oldest.call().setup().who().callId());
        }
    }

    /** Without numbers: an erasure cannot reach a log. The id leads to them where they are still kept. */
    private static void log(CallRecord call, RtpStatistics m) {
        CallStatistics s = call.statistics();
        LOG.info(
                "{} ended cause={} by={} agent={} seconds={} codec={} srtp={} notAuthentic={} replayed={} packetsIn={} lost={} lossFraction={} late={} reordered={} "
                        + "duplicate={} concealed={} refused={} jitterMs={} farLost={} farJitterMs={} "
                        + "roundTripMs={} mos={} farMos={} turns={} bargeIns={} falseAlarms={} framesSkipped={} responseMsP95={} "
                        + "answerMsP50={} answerMsP95={} answerStage={}",
                call.setup().who().callId(),
                call.endCause(),
                call.endCause() == null ? "" : call.endCause().by(),
                call.setup().who().agent(),
                call.ageMs(0) / 1000.0,
                m == null ? "-" : m.codec(),
                m == null || m.suite() == null ? "off" : m.suite(),
                m == null ? 0 : m.notAuthentic(),
                m == null ? 0 : m.replayed(),
                m == null ? 0 : m.packetsIn(),
                m == null ? 0 : m.lost(),
                m == null ? 0 : Math.round(m.lossFraction() * 1e4) / 1e4,
                m == null ? 0 : m.late(),
                m == null ? 0 : m.reordered(),
                m == null ? 0 : m.duplicate(),
                s.framesConcealed(),
                s.framesRefused(),
                m == null ? -1 : m.jitterMs(),
                m == null ? 0 : m.farLost(),
                m == null ? -1 : m.farJitterMs(),
                m == null ? -1 : m.roundTripMs(),
                m == null ? -1 : Math.round(m.mos() * 100) / 100.0,
                m == null ? -1 : Math.round(m.farMos() * 100) / 100.0,
                s.turns(),
                s.bargeIns(),
                s.falseAlarms(),
                s.framesSkipped(),
                s.responseMsP95(),
                answerMs(call, 50),
                answerMs(call, 95),
                slowestStage(call));
    }

    /** Returns when {@code percent} of the answers of {@code call} had come, after the caller's last sound; -1 without any. */
    private static int answerMs(CallRecord call, int percent) {
        int[] sorted = call.answers().entries().stream()
                .mapToInt(AnswerTimes::audioMs)
                .sorted()
                .toArray();
        return sorted.length == 0 ? -1 : sorted[(sorted.length * percent + 99) / 100 - 1];
    }

    /** The stage that most of the answers' time went to. */
    private static String slowestStage(CallRecord call) {
        List<AnswerTimes> answers = call.answers().entries();
        return answers.isEmpty()
                ? "-"
                : Arrays.stream(AnswerStage.values())
                        .max(Comparator.comparingLong(stage ->
                                answers.stream().mapToLong(stage::addedMs).sum()))
                        .orElseThrow()
                        .wireName();
    }

    /** Forgets the ended calls that {@code which} chooses; returns their ids. */
    public Set<String> forget(Predicate<CallRecord> which) {
        Set<String> forgotten = new HashSet<>();
        for (EndedCall each : ended.values()) {
            if (!live.containsKey(each.call().setup().who().callId())
                    && which.test(each.call())
                    && byEnd.removeFirstOccurrence(each)) {
                endedCount.decrementAndGet();
                ended.remove(each.call().setup().who().callId());
                forgotten.add(each.call().setup().who().callId());
            }
        }
        return forgotten;
    }

    /** Returns the calls that have not ended. */
    public Collection<CallRecord> live() {
        return List.copyOf(live.values());
    }

    /** Returns a call, live or ended, or null. */
    public CallRecord find(String callId) {
        CallRecord call = live.get(callId);
        if (call != null) {
            return call;
        }
        EndedCall past = ended.get(callId);
        return past == null ? null : past.call();
    }

    /** Live calls first, then ended ones, newest first. */
    public List<CallRecord> recent() {
        // A call may end while this runs: it is there once.
        Map<String, CallRecord> all = new LinkedHashMap<>(live);
        ended.values().stream()
                .sorted((a, b) -> Long.compare(b.endedNs(), a.endedNs()))
                .map(EndedCall::call)
                .forEach(call -> all.putIfAbsent(call.setup().who().callId(), call));
        return List.copyOf(all.values());
    }

    /** Returns the media statistics of a call, or null. */
    public RtpStatistics media(String callId) {
        RtpStatistics now = media.apply(callId);
        EndedCall past = ended.get(callId);
        return now != null || past == null ? now : past.media();
    }

    /** Returns the SIP messages of a call, or null. */
    public SipLadder ladder(String callId) {
        SipLadder now = ladders.apply(callId);
        EndedCall past = ended.get(callId);
        return now != null || past == null ? now : past.ladder();
    }

    /** Sets the sources of what is known of recordings, and of what models wrote down about calls. */
    public void kept(
            Function<String, CallDocument.Recording> recordingOf,
            Function<String, CallDocument.AfterCall> afterCallOf) {
        recordings = recordingOf;
        afterCalls = afterCallOf;
    }

    /** Returns how far the recording of a call is, or null for none. */
    public CallDocument.Recording recording(String callId) {
        return recordings.apply(callId);
    }

    /** Returns what its model wrote down about a call, or null for nothing. */
    public CallDocument.AfterCall afterCall(String callId) {
        return afterCalls.apply(callId);
    }

    /** Sets the source of the names that the agent of a call declares, with their values. */
    public void variables(Function<CallRecord, Map<String, String>> ofCall) {
        variables = ofCall;
    }

    /** Returns what is known of {@code call} beside its record, which cost {@code cost} by currency. */
    CallDocuments.Beside beside(CallRecord call, Map<String, Double> cost) {
        String callId = call.setup().who().callId();
        return new CallDocuments.Beside(
                media(callId), ladder(callId), recording(callId), afterCall(callId), cost, variables.apply(call));
    }

    /** Returns the recorder of how long transitions took to reach this book (ITE-REQ-001). */
    public SharedDurationRecorder broadcast() {
        return broadcast;
    }
}
