package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.CallerIdentity;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds and removes the rows of one caller, in one transaction. All calls are read: addresses have many forms. */
final class CallerRows {
    private static final int FETCH = 10_000;

    private final Connection connection;
    private final Set<String> calls = new LinkedHashSet<>();
    private final Set<String> visitors = new LinkedHashSet<>();

    CallerRows(Connection connection) {
        this.connection = connection;
    }

    /**
     * Removes the calls and visits of {@code who}; rows that refer to a call go with it.
     *
     * @param agents whose visitor the caller may be besides those of the calls
     * @param running ids of calls that stay
     */
    ErasedCalls erase(CallerMatch who, Set<String> agents, Set<String> running) throws SQLException {
        find(who, running);
        for (String agent : agents) {
            visitor(agent, who.text());
        }
        delete("DELETE FROM calls WHERE call_id = ?", calls);
        int rows = delete("DELETE FROM visitors WHERE identity = ?", visitors)
                + delete("DELETE FROM visitors WHERE first_call_id = ?", calls);
        return new ErasedCalls(Set.copyOf(calls), Set.copyOf(visitors), rows);
    }

    private void find(CallerMatch who, Set<String> running) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT call_id, agent, caller, caller_number FROM calls")) {
            query.setFetchSize(FETCH);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String id = row.getString(1);
                    if (who.is(row.getString(3), row.getString(4))) {
                        visitor(row.getString(2), row.getString(3));
                        visitor(row.getString(2), row.getString(4));
                        if (!running.contains(id)) {
                            calls.add(id);
                        }
                    }
                }
            }
        }
    }

    private void visitor(String agent, String caller) {
        String key = CallerIdentity.key(agent, caller);
        if (!key.isEmpty()) {
            visitors.add(key);
        }
    }

    private int delete(String sql, Set<String> keys) throws SQLException {
        int rows = 0;
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            for (String key : keys) {
                delete.setString(1, key);
                rows += delete.executeUpdate();
            }
        }
        return rows;
    }
}
