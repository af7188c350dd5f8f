package io.sidetone.server.records.store.sql;

import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.transport.http.history.CallWords;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rows by which an ended or refused call is listed, shown and found: its outcome, its document, its words. */
final class CallHistoryRows {
    private final CallRows rows;

    CallHistoryRows(CallRows rows) {
        this.rows = rows;
    }

    /** Writes them; document and words of the call may not be there yet. */
    void store(StoredCall call) throws SQLException {
        if (call.outcome() != null) {
            outcome(call);
        }
        if (call.document() != null) {
            PreparedStatement insert = rows.prepared("INSERT INTO call_documents (call_id, document) VALUES (?,?)");
            insert.setString(1, call.callId());
            insert.setBytes(2, call.document());
            insert.executeUpdate();
        }
        PreparedStatement insert = rows.prepared("INSERT INTO call_words (word, call_id) VALUES (?,?)");
        for (String word : words(call)) {
            insert.setString(1, word);
            insert.setString(2, call.callId());
            insert.addBatch();
        }
        insert.executeBatch();
    }

    private void outcome(StoredCall call) throws SQLException {
        StoredCall.Outcome outcome = call.outcome();
        PreparedStatement update =
                rows.prepared("UPDATE calls SET agent = ?, direction = ?, trunk = ?, last_status = ?,"
                        + " reason = ?, answered = ?, turn_count = ?, interruption_count = ?, worst_answer_ms = ?, mos = ?,"
                        + " cost = ?, attempts = ? WHERE call_id = ?");
        update.setString(1, call.agent());
        update.setString(2, outcome.direction());
        update.setString(3, outcome.trunk());
        update.setObject(4, outcome.status(), Types.INTEGER);
        update.setString(5, outcome.reason());
        update.setObject(6, outcome.answered(), Types.BOOLEAN);
        update.setObject(7, outcome.turns(), Types.INTEGER);
        update.setObject(8, outcome.interruptions(), Types.INTEGER);
        update.setObject(9, outcome.worstAnswerMs(), Types.INTEGER);
        update.setObject(10, outcome.mos(), Types.DOUBLE);
        update.setString(11, cost(outcome.cost()));
        update.setObject(12, outcome.attempts(), Types.INTEGER);
        update.setString(13, call.callId());
        update.executeUpdate();
    }

    /** Currencies and amounts as {@code EUR=0.12 USD=0.3}: names of currencies have no spaces. */
    private static String cost(Map<String, Double> cost) {
        return cost == null
                ? ""
                : cost.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static Set<String> words(StoredCall call) {
        Set<String> words = new LinkedHashSet<>();
        for (String each : new String[] {
            call.callId(),
            call.externalId(),
            call.caller(),
            call.called(),
            call.callerNumber(),
            call.calledNumber(),
            call.agent(),
            call.outcome() == null ? null : call.outcome().reason()
        }) {
            CallWords.add(words, each);
        }
        call.history().forEach(said -> CallWords.add(words, said.text()));
        return words;
    }
}
