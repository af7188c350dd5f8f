package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import io.sidetone.server.records.store.record.StoredCall;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Database in which calls are kept. Delivery thread only, but for what {@link CallArchive} reads. */
public interface CallDatabase extends CallArchive, AutoCloseable {
    /** Makes or upgrades the tables. */
    void prepare() throws SQLException;

    /** Stores {@code calls} in order, all or none; storing one again changes nothing. Durable on return. */
    void store(List<StoredCall> calls) throws SQLException;

    /** Gives the keys of all visitors first seen at or after {@code since}. */
    void visitors(Instant since, Consumer<String> key) throws SQLException;

    /** Returns how many calls began before {@code limit}. */
    long olderThan(Instant limit) throws SQLException;

    /** Removes calls that began before {@code limit}, at most {@code max}; returns how many went. */
    int forget(Instant limit, int max) throws SQLException;

    /**
     * Removes the calls and visits of {@code who}, all or none. Durable on return.
     *
     * @param agents whose visitor the caller may be besides those of the calls
     * @param running ids of calls that stay
     */
    ErasedCalls erase(CallerMatch who, Set<String> agents, Set<String> running) throws SQLException;

    /** Something failed that was not the data's fault: what cannot be trusted any more is given up and opened anew. */
    default void recover() {}

    @Override
    void close();
}
