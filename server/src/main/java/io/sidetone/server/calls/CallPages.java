package io.sidetone.server.calls;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.server.records.store.record.CallSnapshot;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.http.call.CallView;
import io.sidetone.transport.http.history.CallDirectory.HangUp;
import io.sidetone.transport.http.history.CallEntries;
import io.sidetone.transport.http.history.CallEntry;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;

/** Reads the call book in the form of the API. Any thread. */
public final class CallPages {
    private final CallBook book;
    private final LongSupplier clock;
    private final Prices prices;

    /**
     * Creates the pages of {@code book}.
     *
     * @param clock the lanes' clock, ns
     * @param prices give the cost of each call
     */
    public CallPages(CallBook book, LongSupplier clock, Prices prices) {
        this.book = book;
        this.clock = clock;
        this.prices = prices;
    }

    /** Returns the live calls, the oldest first. */
    public List<CallView> live() {
        long nowNs = clock.getAsLong();
        return book.live().stream()
                .sorted(Comparator.comparingLong(c -> c.setup().who().epochNs()))
                .map(call -> CallDocuments.glance(call, nowNs))
                .toList();
    }

    /** Returns the calls of the book, live and ended. */
    public Collection<CallRecord> all() {
        return book.recent();
    }

    /** Returns the call of that id as the API shows it, or null where the book has none. */
    public CallSnapshot find(String callId) {
        CallRecord call = book.find(callId);
        return call == null ? null : snapshot(call);
    }

    /** Returns {@code call} as the API shows it. */
    public CallSnapshot snapshot(CallRecord call) {
        long nowNs = clock.getAsLong();
        CallDocuments.Beside beside = book.beside(call, prices.total(call.usage()));
        return new CallSnapshot(
                CallEntries.of(call, nowNs, beside.media(), beside.ladder(), beside.cost()),
                Json.bytes(CallDocuments.of(call, nowNs, beside)));
    }

    /** Returns the line of {@code call} in the history. */
    public CallEntry entry(CallRecord call) {
        String callId = call.setup().who().callId();
        return CallEntries.of(
                call, clock.getAsLong(), book.media(callId), book.ladder(callId), prices.total(call.usage()));
    }

    /** Requests the end of a call; the result says whether there was a call to end. */
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
