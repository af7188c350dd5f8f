package io.sidetone.server.records.store.sql;

import io.sidetone.core.call.CallId;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * One question about kept calls. An index that the question names gives ids of calls, newest first, in steps; the
 * other filters look at these alone. The search ends when there are enough calls, when the index has no more, or after
 * {@value #BUDGET_MS} ms: a rare call among a million is found by several answers, none of which takes long.
 */
final class CallSearch {
    /** Calls that are looked at in one step, at most: the first one looks at twice as many as are wanted, each further one at more. */
    static final int STEP = 2_000;

    private static final int WIDER = 4;

    private static final long BUDGET_MS = 25;
    private static final long NS_PER_MS = 1_000_000;

    /** Beginnings of parties that are shorter have too many calls to be sorted. */
    private static final int SELECTIVE_CHARACTERS = 6;

    /** Longest time from the id of a call to its beginning: an answer hook may decide in between. */
    private static final long LATEST_BEGIN_MS = 300_000;

    private static final String COLUMNS = "c.call_id, c.status, c.last_status, c.end_cause, c.reason, c.direction,"
            + " c.caller, c.called, c.agent, c.trunk, c.started_at, c.ended_at, c.duration_ms, c.answered, c.turn_count,"
            + " c.interruption_count, c.worst_answer_ms, c.mos, c.cost,"
            + " c.external_id, c.transport, c.attempts";

    private final Connection connection;
    private final LongSupplier clock;
    private final List<Object> driving = new ArrayList<>();
    private final List<Object> filtering = new ArrayList<>();
    private final StringBuilder filters = new StringBuilder();
    private final String driver;
    private final String newest;
    private final String oldest;

    /** Prepares the search for {@code query} on {@code connection}, with a monotonic clock in ns. */
    CallSearch(Connection connection, CallQuery query, LongSupplier clock) {
        this.connection = connection;
        this.clock = clock;
        // An id begins with its time, so that a stretch of time is one of every index.
        this.newest = query.to() == null ? null : CallId.first(query.to().toEpochMilli());
        this.oldest = query.from() == null
                ? ""
                : CallId.first(Math.max(0, query.from().toEpochMilli() - LATEST_BEGIN_MS));
        List<String> words = new ArrayList<>(query.words());
        boolean byCaller = words.isEmpty() && selective(query.caller());
        boolean byCalled = words.isEmpty() && !byCaller && selective(query.called());
        if (!words.isEmpty()) {
            // The longest word is likely to be the rarest.
            words.sort((a, b) -> b.length() - a.length());
            driver = "call_words WHERE word = ?";
            driving.add(words.remove(0));
            for (String word : words) {
                filter("EXISTS (SELECT 1 FROM call_words w WHERE w.call_id = c.call_id AND w.word = ?)", word);
            }
        } else if (byCaller || byCalled) {
            String party = byCaller ? query.caller() : query.called();
            String column = byCaller ? "caller_party" : "called_party";
            driver = "calls WHERE " + column + " >= ? AND " + column + " < ?";
            driving.add(party);
            driving.add(party + Character.MAX_VALUE);
        } else {
            driver = "calls WHERE " + equality(query);
        }
        filter("c.status " + statuses(query.state()));
        filter(query, byCaller, byCalled);
    }

    private static boolean selective(String party) {
        return party != null && party.length() >= SELECTIVE_CHARACTERS;
    }

    /** The most telling column that has an index; without one, all calls by their id. */
    private String equality(CallQuery query) {
        Map<String, String> indexed = new LinkedHashMap<>();
        indexed.put("end_cause", query.cause());
        indexed.put("trunk", query.trunk());
        indexed.put("agent", query.agent());
        for (Map.Entry<String, String> column : indexed.entrySet()) {
            if (column.getValue() != null) {
                driving.add(column.getValue());
                return column.getKey() + " = ?";
            }
        }
        return "status " + statuses(query.state());
    }

    private static String statuses(String state) {
        if (CallEntry.REFUSED.equals(state)) {
            return "= 'refused'";
        }
        return CallEntry.ENDED.equals(state) ? "IN ('ended', 'aborted')" : "<> 'open'";
    }

    private void filter(CallQuery query, boolean byCaller, boolean byCalled) {
        filter("c.end_cause = ?", query.cause());
        filter("c.trunk = ?", query.trunk());
        filter("c.agent = ?", query.agent());
        filter("c.direction = ?", query.direction());
        filter("c.started_at >= ?", time(query.from()));
        filter("c.started_at < ?", time(query.to()));
        filter("c.duration_ms >= ?", query.minDurationMs());
        if (query.interrupted() != null) {
            filter(query.interrupted() ? "c.interruption_count > 0" : "COALESCE(c.interruption_count, 0) = 0");
        }
        if (!byCaller) {
            filterParty("c.caller_party", query.caller());
        }
        if (!byCalled) {
            filterParty("c.called_party", query.called());
        }
    }

    private void filterParty(String column, String party) {
        if (party != null) {
            filter(column + " >= ? AND " + column + " < ?", party, party + Character.MAX_VALUE);
        }
    }

    private static OffsetDateTime time(Instant time) {
        return time == null ? null : time.atOffset(ZoneOffset.UTC);
    }

    private void filter(String condition, Object... values) {
        for (Object value : values) {
            if (value == null) {
                return;
            }
            filtering.add(value);
        }
        filters.append(" AND ").append(condition);
    }

    /** Searches behind {@code after}, or from the newest call where it is null, for at most {@code limit} calls. */
    CallArchive.Found find(String after, int limit) throws SQLException {
        long endNs = clock.getAsLong() + BUDGET_MS * NS_PER_MS;
        List<CallEntry> entries = new ArrayList<>();
        int step = Math.min(STEP, 2 * limit);
        String behind = newest == null || after != null && after.compareTo(newest) < 0 ? after : newest;
        do {
            String last = last(behind, step);
            if (last == null) {
                return new CallArchive.Found(entries, null);
            }
            step(behind, last, limit - entries.size(), entries);
            if (entries.size() == limit) {
                return new CallArchive.Found(entries, entries.get(limit - 1).callId());
            }
            behind = last;
            step = Math.min(STEP, WIDER * step);
        } while (clock.getAsLong() - endNs < 0);
        return new CallArchive.Found(entries, behind);
    }

    private static String below(String after) {
        return " AND call_id >= ?" + (after == null ? "" : " AND call_id < ?");
    }

    /** Returns the last id of the next step; null where there is none. */
    private String last(String after, int step) throws SQLException {
        String sql = "SELECT MIN(call_id) FROM (SELECT call_id FROM " + driver + below(after)
                + " ORDER BY call_id DESC LIMIT " + step + ") d";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int at = set(query, 1, driving);
            query.setString(at++, oldest);
            if (after != null) {
                query.setString(at, after);
            }
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    private void step(String after, String last, int limit, List<CallEntry> into) throws SQLException {
        String ids = "(SELECT call_id FROM " + driver + below(after) + ")";
        String sql = "SELECT " + COLUMNS + " FROM calls c WHERE c.call_id IN " + ids + filters
                + " ORDER BY c.call_id DESC LIMIT " + limit;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int at = set(query, 1, driving);
            query.setString(at++, last);
            if (after != null) {
                query.setString(at++, after);
            }
            set(query, at, filtering);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    into.add(entry(row));
                }
            }
        }
    }

    private static int set(PreparedStatement query, int from, List<Object> values) throws SQLException {
        int at = from;
        for (Object value : values) {
            query.setObject(at++, value);
        }
        return at;
    }

    /** Returns the line of one call; null where there is no such call. */
    static CallEntry entry(Connection connection, String callId) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM calls c WHERE c.call_id = ? AND c.status <> 'open'";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, callId);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? entry(row) : null;
            }
        }
    }

    private static CallEntry entry(ResultSet row) throws SQLException {
        String status = row.getString(2);
        String cause = row.getString(4);
        return new CallEntry(
                row.getString(1),
                status.equals(CallEntry.REFUSED) ? CallEntry.REFUSED : CallEntry.ENDED,
                number(row, 3),
                cause.isEmpty() ? null : cause,
                reason(row.getString(5), cause),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                instant(row, 11),
                instant(row, 12),
                row.getObject(13) == null ? null : Long.valueOf(row.getLong(13)),
                row.getObject(14) == null ? null : Boolean.valueOf(row.getBoolean(14)),
                number(row, 15),
                number(row, 16),
                number(row, 17),
                row.getObject(18) == null ? null : Double.valueOf(row.getDouble(18)),
                cost(row.getString(19)),
                row.getString(20),
                row.getString(21),
                number(row, 22));
    }

    private static String reason(String stored, String cause) {
        return stored.isEmpty() ? cause.toLowerCase(Locale.ROOT).replace('_', ' ') : stored;
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static Integer number(ResultSet row, int column) throws SQLException {
        return row.getObject(column) == null ? null : Integer.valueOf(row.getInt(column));
    }

    private static Map<String, Double> cost(String stored) {
        Map<String, Double> cost = new LinkedHashMap<>();
        for (String each : stored.split(" ")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                cost.put(each.substring(0, equals), Double.valueOf(each.substring(equals + 1)));
            }
        }
        return cost;
    }
}
