package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.Compressed;
import io.sidetone.server.records.store.record.KeptCall;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.history.CallEntry;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads everything that is kept of one call: its document, or what the rows of an earlier version hold of it. */
final class KeptCallRows {
    private static final String CALL = "SELECT call_id AS \"callId\", external_id AS \"externalId\", transport AS"
            + " \"transport\", agent AS \"agent\", caller AS \"from\", called AS \"to\", caller_number AS \"caller\","
            + " called_number AS \"called\", started_at AS \"startedAt\", ended_at AS \"endedAt\", duration_ms AS"
            + " \"ageMs\", headers_omitted AS \"headersOmitted\" FROM calls WHERE call_id = ?";

    /** Fields of the API, with the rows that an earlier version wrote. */
    private static final Map<String, String> LISTS = lists();

    private KeptCallRows() {}

    private static Map<String, String> lists() {
        Map<String, String> lists = new LinkedHashMap<>();
        lists.put("timeline", "at_ms AS \"atMs\", kind AS \"kind\", detail AS \"text\" FROM call_events");
        lists.put(
                "history",
                "utterance_id AS \"utteranceId\", speaker AS \"role\", heard AS \"text\", interrupted AS"
                        + " \"interrupted\", interrupted_at AS \"interruptedAt\", intended AS \"intended\" FROM call_turns");
        lists.put(
                "turns",
                "turn_id AS \"turnId\", role AS \"role\", started_at AS \"startedAt\", ended_at AS \"endedAt\","
                        + " policy_profile AS \"policyProfile\" FROM call_floor_turns");
        lists.put(
                "actions",
                "invocation_id AS \"invocationId\", action_name AS \"action\", wanted_at AS \"wantedAt\", ended_at AS"
                        + " \"endedAt\", code AS \"code\" FROM call_actions");
        lists.put(
                "alerts",
                "raised_at AS \"at\", kind AS \"kind\", amount AS \"value\", threshold AS \"limit\" FROM call_alerts");
        lists.put("headers", "name AS \"name\", content AS \"value\", shortened AS \"cut\" FROM call_headers");
        return lists;
    }

    static Optional<KeptCall> load(Connection connection, String callId) throws SQLException {
        CallEntry entry = CallSearch.entry(connection, callId);
        if (entry == null) {
            return Optional.empty();
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT d.document, c.after_call FROM calls c"
                + " LEFT JOIN call_documents d ON d.call_id = c.call_id WHERE c.call_id = ?")) {
            query.setString(1, callId);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                byte[] document = row.getBytes(1);
                return Optional.of(new KeptCall(
                        entry,
                        document == null ? fromRows(connection, entry) : Compressed.read(document),
                        row.getString(2)));
            }
        } catch (IOException damaged) {
            throw new SQLException("the document of call " + callId + " cannot be read: " + damaged, damaged);
        }
    }

    private static byte[] fromRows(Connection connection, CallEntry entry) throws SQLException {
        Map<String, Object> call = rows(connection, CALL, entry.callId()).get(0);
        call.put("state", entry.state().toUpperCase(Locale.ROOT));
        if (entry.cause() != null) {
            call.put("end", Map.of("cause", entry.cause(), "reason", entry.reason()));
        }
        for (Map.Entry<String, String> list : LISTS.entrySet()) {
            String sql = "SELECT " + list.getValue() + " WHERE call_id = ? ORDER BY seq";
            call.put(list.getKey(), rows(connection, sql, entry.callId()));
        }
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (Map<String, Object> metric : rows(
                connection,
                "SELECT name AS \"name\", amount AS \"amount\" FROM call_metrics WHERE call_id = ?",
                entry.callId())) {
            metrics.put(String.valueOf(metric.get("name")), metric.get("amount"));
        }
        call.put("metrics", metrics);
        return Json.bytes(call);
    }

    private static List<Map<String, Object>> rows(Connection connection, String sql, String callId)
            throws SQLException {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, callId);
            try (ResultSet row = query.executeQuery()) {
                int columns = row.getMetaData().getColumnCount();
                while (row.next()) {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    for (int i = 1; i <= columns; i++) {
                        String name = row.getMetaData().getColumnLabel(i);
                        Object value = name.endsWith("At") || name.equals("at")
                                ? row.getObject(i, OffsetDateTime.class)
                                : row.getObject(i);
                        if (value instanceof OffsetDateTime time) {
                            fields.put(name, time.toInstant());
                        } else if (value != null) {
                            fields.put(name, value);
                        }
                    }
                    rows.add(fields);
                }
            }
        }
        return rows;
    }
}
