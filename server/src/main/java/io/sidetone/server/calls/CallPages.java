package io.sidetone.server.calls;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.server.usage.Prices;
import io.sidetone.transport.http.CallDetail;
import io.sidetone.transport.http.CallDirectory;
import io.sidetone.transport.http.CallView;
import io.sidetone.transport.http.CallViews;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.ua.SipLadder;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Reads the call book in the form of the API. Any thread. */
public final class CallPages implements CallDirectory {
    private static final long MS = 1_000_000L;
    private static final int ENDED_SHOWN = 200;

    private final CallBook book;
    private final LongSupplier clock;
    private final Prices prices;
    private final Function<CallRecord, Map<String, String>> variables;

    /**
     * Creates the pages of {@code book}.
     *
     * @param clock the lanes' clock, ns
     * @param prices give the cost of each call
     * @param variables give the names that the agent of a call declares, with their values
     */
    public CallPages(
            CallBook book, LongSupplier clock, Prices prices, Function<CallRecord, Map<String, String>> variables) {
        this.prices = prices;
        this.variables = variables;
        this.book = book;
        this.clock = clock;
    }

    @Override
    public List<CallView> calls() {
        long nowNs = clock.getAsLong();
        return book.live().stream()
                .sorted(Comparator.comparingLong(c -> c.setup().epochNs()))
                .map(call -> CallViews.glance(call, nowNs))
                .toList();
    }

    @Override
    public List<Ended> ended() {
        return book.recent().stream()
                .filter(call -> call.endCause() != null)
                .limit(ENDED_SHOWN)
                .map(CallViews::ended)
                .toList();
    }

    @Override
    public Optional<CallDetail> call(String callId) {
        CallRecord call = book.find(callId);
        if (call == null) {
            return Optional.empty();
        }
        CallDetail detail = CallViews.detail(call, clock.getAsLong(), ladder(call));
        return Optional.of(new CallDetail(
                detail.call(),
                detail.end(),
                detail.timeline(),
                detail.history(),
                withMedia(detail, callId),
                detail.sip(),
                detail.turns(),
                detail.caption(),
                detail.usage(),
                prices.total(call.usage()),
                media(callId),
                detail.dial(),
                detail.headers(),
                detail.headersOmitted(),
                variables.apply(call),
                book.recording(callId),
                book.afterCall(callId)));
    }

    private CallDetail.Media media(String callId) {
        RtpStatistics media = book.media(callId);
        return media == null ? null : new CallDetail.Media(media.codec(), media.suite());
    }

    private Map<String, Number> withMedia(CallDetail detail, String callId) {
        Map<String, Number> metrics = new LinkedHashMap<>(detail.metrics());
        RtpStatistics media = book.media(callId);
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

    private List<CallDetail.LadderLine> ladder(CallRecord call) {
        SipLadder ladder = book.ladder(call.setup().callId());
        if (ladder == null) {
            return List.of();
        }
        return ladder.entries().stream()
                .map(e -> new CallDetail.LadderLine(
                        Instant.ofEpochMilli(call.setup().wallEpochMs()
                                + (e.atNs() - call.setup().epochNs()) / MS),
                        e.sent() ? "out" : "in",
                        e.peer(),
                        e.line() + " (" + e.cseq() + ")" + (e.body().isEmpty() ? "" : " [" + e.body() + "]"),
                        ""))
                .toList();
    }

    @Override
    public HangUp hangUp(String callId) {
        CallRecord call = book.find(callId);
        if (call == null) {
            return HangUp.UNKNOWN;
        }
        if (call.endCause() != null) {
            return HangUp.ENDED;
        }
        call.publisher().publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.OPERATOR, clock.getAsLong());
        return HangUp.ACCEPTED;
    }
}
