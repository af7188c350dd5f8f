package io.sidetone.server.calls;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.CallDirectory;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.http.call.CallView;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Reads the call book in the form of the API. Any thread. */
public final class CallPages implements CallDirectory {
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
                .sorted(Comparator.comparingLong(c -> c.setup().who().epochNs()))
                .map(call -> CallDocuments.glance(call, nowNs))
                .toList();
    }

    @Override
    public List<CallDocument.Summary> ended() {
        return book.recent().stream()
                .filter(call -> call.endCause() != null)
                .limit(ENDED_SHOWN)
                .map(CallDocuments::ended)
                .toList();
    }

    @Override
    public Optional<CallDocument> call(String callId) {
        return Optional.ofNullable(book.find(callId))
                .map(call -> CallDocuments.of(call, clock.getAsLong(), beside(call)));
    }

    private CallDocuments.Beside beside(CallRecord call) {
        String callId = call.setup().who().callId();
        return new CallDocuments.Beside(
                book.media(callId),
                book.ladder(callId),
                book.recording(callId),
                book.afterCall(callId),
                prices.total(call.usage()),
                variables.apply(call));
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
