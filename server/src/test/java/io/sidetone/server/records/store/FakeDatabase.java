package io.sidetone.server.records.store;

import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import io.sidetone.server.records.store.record.KeptCall;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.sql.CallDatabase;
import io.sidetone.transport.http.history.CallQuery;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A database that is there or not, and that dislikes some calls. */
final class FakeDatabase implements CallDatabase {
    final List<StoredCall> stored = new ArrayList<>();
    final List<String> visitors = new ArrayList<>();
    final List<Instant> forgotten = new ArrayList<>();
    volatile boolean down;
    /** What its driver throws besides {@link SQLException}; null for nothing. */
    volatile Error fault;

    /** Whether it has its tables. */
    boolean tables;

    Predicate<StoredCall> disliked = call -> false;
    int attempts;
    volatile int transactions;

    private void reach() throws SQLException {
        attempts++;
        if (fault != null) {
            throw fault;
        }
        if (down) {
            throw new SQLException("connection refused", "08001");
        }
    }

    private void look() throws SQLException {
        if (!tables) {
            throw new SQLException("Table CALLS not found", "42S02");
        }
    }

    @Override
    public Found find(CallQuery query, String after, int limit) throws SQLException {
        reach();
        return new Found(List.of(), null);
    }

    @Override
    public Optional<KeptCall> load(String callId) throws SQLException {
        reach();
        return Optional.empty();
    }

    @Override
    public void prepare() throws SQLException {
        reach();
        tables = true;
    }

    @Override
    public void store(List<StoredCall> calls) throws SQLException {
        reach();
        look();
        if (calls.stream().anyMatch(disliked)) {
            throw new SQLException("value too long", "22001");
        }
        stored.addAll(calls);
        transactions++;
    }

    @Override
    public void visitors(Instant since, Consumer<String> key) throws SQLException {
        reach();
        look();
        visitors.forEach(key);
    }

    @Override
    public long olderThan(Instant limit) {
        return 0;
    }

    @Override
    public int forget(Instant limit, int max) {
        forgotten.add(limit);
        return 0;
    }

    @Override
    public ErasedCalls erase(CallerMatch who, Set<String> agents, Set<String> running) throws SQLException {
        return ErasedCalls.NONE;
    }

    @Override
    public void close() {}
}
