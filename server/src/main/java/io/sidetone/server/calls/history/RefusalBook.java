package io.sidetone.server.calls.history;

import io.sidetone.transport.refusal.RefusedCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Refused calls of the last minutes. Of one source, the first ones of a minute are kept each for itself; the others of that minute
 * are one line with a count, so that a scanner fills neither the list nor the disk. Any thread; the lock is held for one call.
 */
final class RefusalBook {
    /** Refused calls of a stranger that are kept each for itself, a minute. */
    static final int OF_STRANGER = 10;

    /** The same of a source that belongs to a trunk, or is not known. */
    static final int OF_TRUNK = 300;

    /** Sources of a minute that are counted each for itself; the others are one. */
    static final int SOURCES = 200;

    /** Refused calls that are kept in memory. */
    static final int KEPT = 1_000;

    private static final long MINUTE_MS = 60_000;
    private static final String OTHERS = "others";

    private final Map<String, RefusedNow> kept = new LinkedHashMap<>();
    private final Map<String, Source> sources = new HashMap<>();
    private long minute;

    /** Calls of one source in the present minute. */
    private static final class Source {
        private int calls;
        private String manyId;
    }

    /**
     * Takes a refused call.
     *
     * @return lines that are complete and can be stored: the call itself, and those of the minute before
     */
    synchronized List<RefusedNow> take(RefusedCall call) {
        List<RefusedNow> complete = new ArrayList<>(passed(call.atMs()));
        String trunk = call.who().facts().origin().trunk();
        boolean known = !trunk.isEmpty() || call.source().isEmpty();
        String name = sources.containsKey(call.source()) || sources.size() < SOURCES ? call.source() : OTHERS;
        Source source = sources.computeIfAbsent(name, unused -> new Source());
        source.calls++;
        if (source.calls <= (known ? OF_TRUNK : OF_STRANGER)) {
            RefusedNow one = RefusedNow.first(call, false);
            keep(one);
            complete.add(one);
        } else if (kept.containsKey(source.manyId)) {
            kept.computeIfPresent(source.manyId, (id, many) -> many.again(call.atMs()));
        } else {
            source.manyId = call.who().callId();
            keep(RefusedNow.first(call, true));
        }
        return complete;
    }

    /** Returns the lines with a count whose minute is over at {@code nowMs}. */
    synchronized List<RefusedNow> passed(long nowMs) {
        if (nowMs / MINUTE_MS == minute) {
            return List.of();
        }
        minute = nowMs / MINUTE_MS;
        List<RefusedNow> many = counted();
        sources.clear();
        return many;
    }

    /** Returns the lines with a count of the present minute. */
    synchronized List<RefusedNow> counted() {
        return sources.values().stream()
                .filter(source -> source.manyId != null)
                .map(source -> kept.get(source.manyId))
                .filter(line -> line != null)
                .toList();
    }

    private void keep(RefusedNow line) {
        kept.put(line.callId(), line);
        if (kept.size() > KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /** Returns what is kept. */
    synchronized Collection<RefusedNow> all() {
        return List.copyOf(kept.values());
    }

    synchronized RefusedNow find(String callId) {
        return kept.get(callId);
    }

    /** Forgets the calls that {@code which} chooses. */
    synchronized void forget(Predicate<RefusedCall> which) {
        kept.values().removeIf(line -> which.test(line.call()));
    }
}
