package io.sidetone.server.calls.history;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.server.calls.CallPages;
import io.sidetone.server.records.store.sql.CallArchive;
import io.sidetone.transport.http.history.CallCursor;
import io.sidetone.transport.http.history.CallEntries;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallPage;
import io.sidetone.transport.http.history.CallQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Calls of memory that a question asks for, together with those that the store has found. Any thread. */
final class RecentCalls {
    private final CallPages pages;
    private final RefusalBook refusals;

    RecentCalls(CallPages pages, RefusalBook refusals) {
        this.pages = pages;
        this.refusals = refusals;
    }

    /**
     * Part of the history.
     *
     * @param entries newest first
     * @param behind id behind which it goes on; null at the end
     */
    record Merged(List<CallEntry> entries, String behind) {
        CallPage page(CallQuery query, String problem) {
            return new CallPage(entries, behind == null ? null : new CallCursor(behind).text(query), problem);
        }
    }

    /**
     * Returns the newest {@code limit} calls behind {@code after} of both. What memory knows of a call is newer than its row. Where the
     * store has more calls than it gave, older ones of memory wait for the next part.
     */
    Merged merged(CallQuery query, String after, CallArchive.Found kept, int limit) {
        TreeMap<String, CallEntry> all = new TreeMap<>(Collections.reverseOrder());
        kept.entries().forEach(entry -> all.put(entry.callId(), entry));
        for (CallEntry entry : matching(query)) {
            boolean below = after == null || entry.callId().compareTo(after) < 0;
            if (below && (kept.behind() == null || entry.callId().compareTo(kept.behind()) >= 0)) {
                all.put(entry.callId(), entry);
            }
        }
        List<CallEntry> entries = new ArrayList<>(all.values());
        return entries.size() > limit
                ? new Merged(entries.subList(0, limit), entries.get(limit - 1).callId())
                : new Merged(entries, kept.behind());
    }

    private List<CallEntry> matching(CallQuery query) {
        List<CallEntry> found = new ArrayList<>();
        for (CallRecord call : pages.all()) {
            CallEntry entry = pages.entry(call);
            Supplier<List<String>> said = () ->
                    call.history().entries().stream().map(History.Entry::text).toList();
            if (passes(query, entry, call.setup().who().facts(), said)) {
                found.add(entry);
            }
        }
        for (RefusedNow line : refusals.all()) {
            CallEntry entry = line.entry();
            if (passes(query, entry, line.call().who().facts(), List::of)) {
                found.add(entry);
            }
        }
        return found;
    }

    private static boolean passes(CallQuery query, CallEntry entry, CallFacts facts, Supplier<List<String>> said) {
        return query.holds(entry)
                && query.holds(
                        CallQuery.party(facts.caller(), entry.from()), CallQuery.party(facts.called(), entry.to()))
                && (query.words().isEmpty()
                        || CallEntries.words(entry, facts, said.get()).containsAll(query.words()));
    }
}
