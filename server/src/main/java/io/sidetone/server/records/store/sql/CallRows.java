package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.record.StoredCall.Status;
import io.sidetone.transport.http.history.CallQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The statements of one transaction. What is known already stays as it is, so a call may be stored again and again. */
final class CallRows implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private final CallDetailRows details = new CallDetailRows(this);
    private final CallHistoryRows history = new CallHistoryRows(this);

    CallRows(Connection connection) {
        this.connection = connection;
    }

    void store(StoredCall call) throws SQLException {
        if (!call.afterCall().isEmpty()) {
            afterCall(call);
            return;
        }
        String known = status(call.callId());
        boolean over = call.status() == Status.ENDED || call.status() == Status.REFUSED;
        if (known == null) {
            insert(call);
        } else if (over || (call.status() == Status.ABORTED && known.equals(text(Status.OPEN)))) {
            update(call);
        }
        if (over) {
            // Only a call that was stored as ended has details.
            if (text(call.status()).equals(known)) {
                details.remove(call);
            }
            details.store(call);
            history.store(call);
        }
        // What a spool carries over is a repetition, and its caller may have been erased meanwhile.
        boolean repeated = known != null && call.status() == Status.OPEN;
        if (!call.visitor().isEmpty() && !repeated) {
            visitor(call);
        }
    }

    /** An erased call has no row and gets none. */
    private void afterCall(StoredCall call) throws SQLException {
        PreparedStatement update = prepared("UPDATE calls SET after_call = ? WHERE call_id = ?");
        update.setString(1, call.afterCall());
        update.setString(2, call.callId());
        update.executeUpdate();
    }

    private String status(String callId) throws SQLException {
        PreparedStatement query = prepared("SELECT status FROM calls WHERE call_id = ?");
        query.setString(1, callId);
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getString(1) : null;
        }
    }

    private void insert(StoredCall call) throws SQLException {
        PreparedStatement insert =
                prepared("INSERT INTO calls (status, ended_at, duration_ms, end_cause, ended_by, call_id,"
                        + " agent, transport, external_id, caller, called, started_at, caller_number, called_number,"
                        + " headers_omitted, caller_party, called_party) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        ending(insert, call);
        insert.setString(6, call.callId());
        insert.setString(7, call.agent());
        insert.setString(8, call.transport());
        insert.setString(9, call.externalId());
        insert.setString(10, call.caller());
        insert.setString(11, call.called());
        insert.setObject(12, time(call.startedAtMs()));
        insert.setString(13, call.callerNumber());
        insert.setString(14, call.calledNumber());
        insert.setInt(15, call.headersOmitted());
        insert.setString(16, CallQuery.party(call.callerNumber(), call.caller()));
        insert.setString(17, CallQuery.party(call.calledNumber(), call.called()));
        insert.executeUpdate();
    }

    private void update(StoredCall call) throws SQLException {
        PreparedStatement update = prepared("UPDATE calls SET status = ?, ended_at = ?, duration_ms = ?, end_cause = ?,"
                + " ended_by = ? WHERE call_id = ?");
        ending(update, call);
        update.setString(6, call.callId());
        update.executeUpdate();
    }

    private static void ending(PreparedStatement statement, StoredCall call) throws SQLException {
        statement.setString(1, text(call.status()));
        if (call.endedAtMs() == null || call.durationMs() == null) {
            statement.setNull(2, Types.TIMESTAMP_WITH_TIMEZONE);
            statement.setNull(3, Types.BIGINT);
        } else {
            statement.setObject(2, time(call.endedAtMs()));
            statement.setLong(3, call.durationMs());
        }
        statement.setString(4, call.endCause());
        statement.setString(5, call.endedBy());
    }

    private void visitor(StoredCall call) throws SQLException {
        PreparedStatement query = prepared("SELECT 1 FROM visitors WHERE identity = ?");
        query.setString(1, call.visitor());
        try (ResultSet row = query.executeQuery()) {
            if (row.next()) {
                return;
            }
        }
        PreparedStatement insert = prepared("INSERT INTO visitors (identity, first_call_id, first_at) VALUES (?,?,?)");
        insert.setString(1, call.visitor());
        insert.setString(2, call.callId());
        insert.setObject(3, time(call.startedAtMs()));
        insert.executeUpdate();
    }

    PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    static OffsetDateTime time(long epochMs) {
        return Instant.ofEpochMilli(epochMs).atOffset(ZoneOffset.UTC);
    }

    private static String text(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
    }
}
