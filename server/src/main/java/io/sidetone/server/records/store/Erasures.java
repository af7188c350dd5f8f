package io.sidetone.server.records.store;

import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import io.sidetone.server.records.store.sql.CallDatabase;
import java.sql.SQLException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Erasures of callers on their way: they wait until everything that was offered before them is spooled, and then until everything
 * spooled is delivered, or it would come back. Asked for on any thread, passed on by the spool thread, done on the delivery thread.
 */
final class Erasures {
    private final Queue<Erasure> asked = new ConcurrentLinkedQueue<>();
    private final Queue<Erasure> spooled = new ConcurrentLinkedQueue<>();
    private final KnownCallers visitors;

    private record Erasure(
            CallerMatch who, Set<String> agents, Set<String> running, CompletableFuture<ErasedCalls> done) {}

    Erasures(KnownCallers visitors) {
        this.visitors = visitors;
    }

    CompletableFuture<ErasedCalls> ask(CallerMatch who, Set<String> agents, Set<String> running) {
        CompletableFuture<ErasedCalls> done = new CompletableFuture<>();
        asked.add(new Erasure(who, agents, running, done));
        return done;
    }

    /** Returns how many were asked for and are not passed on. Spool thread. */
    int asked() {
        return asked.size();
    }

    /** Takes note that what was offered before the first {@code count} that were asked for is spooled. Spool thread. */
    void pass(int count) {
        for (int i = 0; i < count; i++) {
            Erasure next = asked.poll();
            if (next != null) {
                spooled.add(next);
            }
        }
    }

    /** Returns how many can be done when what is spooled now is delivered. Delivery thread. */
    int passed() {
        return spooled.size();
    }

    /** Does the first {@code count} that were passed on. Delivery thread. */
    void run(int count, CallDatabase database) throws SQLException {
        for (int i = 0; i < count; i++) {
            Erasure next = spooled.peek();
            if (next == null) {
                return;
            }
            ErasedCalls erased = database.erase(next.who, next.agents, next.running);
            erased.visitors().forEach(visitors::forget);
            spooled.remove(next);
            next.done.complete(erased);
        }
    }

    /** Nothing can be done now: who waits is told why. Any thread. */
    void fail(Throwable why) {
        fail(asked, why);
        fail(spooled, why);
    }

    private static void fail(Queue<Erasure> waiting, Throwable why) {
        for (Erasure next = waiting.poll(); next != null; next = waiting.poll()) {
            next.done.completeExceptionally(why);
        }
    }
}
