package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.StoredCall;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The tables that hold more than one row of a call. They are written whole, each time the call is stored. */
final class CallDetailRows {
    private static final List<String> TABLES = List.of(
            "call_turns",
            "call_floor_turns",
            "call_actions",
            "call_alerts",
            "call_events",
            "call_metrics",
            "call_headers",
            "call_documents",
            "call_words");

    private final CallRows rows;

    CallDetailRows(CallRows rows) {
        this.rows = rows;
    }

    /** Removes the details of a call. */
    void remove(StoredCall call) throws SQLException {
        for (String table : TABLES) {
            PreparedStatement delete = rows.prepared("DELETE FROM " + table + " WHERE call_id = ?");
            delete.setString(1, call.callId());
            delete.executeUpdate();
        }
    }

    /** Writes the details of a call. None of them may be stored yet. */
    void store(StoredCall call) throws SQLException {
        each(
                call,
                call.history(),
                "call_turns (call_id, seq, speaker, heard, interrupted, intended, utterance_id, interrupted_at)",
                CallDetailRows::utterance);
        each(
                call,
                call.turns(),
                "call_floor_turns (call_id, seq, turn_id, role, started_at, ended_at, policy_profile, interruption,"
                        + " interrupted_by, interrupted_at, latency_ms, interrupted_reason)",
                CallDetailRows::turn);
        each(
                call,
                call.actions(),
                "call_actions (call_id, seq, invocation_id, action_name, wanted_at, ended_at, code)",
                (row, action) -> {
                    row.setString(3, action.invocationId());
                    row.setString(4, action.name());
                    row.setObject(5, CallRows.time(action.wantedAtMs()));
                    row.setObject(6, CallRows.time(action.endedAtMs()));
                    row.setString(7, action.code());
                });
        each(call, call.alerts(), "call_alerts (call_id, seq, kind, raised_at, amount, threshold)", (row, alert) -> {
            row.setString(3, alert.kind());
            row.setObject(4, CallRows.time(alert.atMs()));
            row.setLong(5, alert.value());
            row.setLong(6, alert.limit());
        });
        each(call, call.events(), "call_events (call_id, seq, at_ms, kind, detail)", (row, event) -> {
            row.setLong(3, event.atMs());
            row.setString(4, event.kind());
            row.setString(5, event.text());
        });
        each(call, call.headers(), "call_headers (call_id, seq, name, content, shortened)", (row, header) -> {
            row.setString(3, header.name());
            row.setString(4, header.value());
            row.setBoolean(5, header.cut());
        });
        metrics(call);
    }

    private static void utterance(PreparedStatement row, StoredCall.Utterance said) throws SQLException {
        row.setString(3, said.role());
        row.setString(4, said.text());
        row.setBoolean(5, said.interrupted());
        row.setString(6, said.intended());
        row.setString(7, said.utteranceId());
        row.setObject(8, said.interruptedAtMs() == null ? null : CallRows.time(said.interruptedAtMs()));
    }

    private static void turn(PreparedStatement row, StoredCall.Turn turn) throws SQLException {
        StoredCall.Interruption cut = turn.interruption();
        row.setString(3, turn.turnId());
        row.setString(4, turn.role());
        row.setObject(5, CallRows.time(turn.startedAtMs()));
        row.setObject(6, turn.endedAtMs() == null ? null : CallRows.time(turn.endedAtMs()));
        row.setString(7, turn.profile());
        row.setString(8, cut == null ? null : cut.type());
        row.setString(9, cut == null ? null : cut.source());
        row.setObject(10, cut == null ? null : CallRows.time(cut.detectedAtMs()));
        row.setObject(11, cut == null ? null : cut.latencyMs());
        row.setString(12, cut == null ? null : cut.reason());
    }

    private void metrics(StoredCall call) throws SQLException {
        PreparedStatement insert = rows.prepared("INSERT INTO call_metrics (call_id, name, amount) VALUES (?,?,?)");
        for (Map.Entry<String, Double> metric : call.metrics().entrySet()) {
            insert.setString(1, call.callId());
            insert.setString(2, metric.getKey());
            insert.setDouble(3, metric.getValue());
            insert.addBatch();
        }
        insert.executeBatch();
    }

    /** Fills the columns behind {@code call_id} and {@code seq}. */
    private interface Columns<T> {
        void fill(PreparedStatement row, T entry) throws SQLException;
    }

    private <T> void each(StoredCall call, List<T> entries, String columns, Columns<T> filled) throws SQLException {
        int count = (int) columns.chars().filter(c -> c == ',').count() + 1;
        PreparedStatement insert =
                rows.prepared("INSERT INTO " + columns + " VALUES (?" + ",?".repeat(count - 1) + ")");
        int seq = 0;
        for (T entry : entries) {
            insert.setString(1, call.callId());
            insert.setInt(2, seq++);
            filled.fill(insert, entry);
            insert.addBatch();
        }
        insert.executeBatch();
    }
}
