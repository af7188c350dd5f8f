package io.sidetone.server.records.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallId;
import io.sidetone.server.records.store.record.SampleStoredCall;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallQuery;
import io.sidetone.transport.http.history.CallWords;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions about kept calls, to a real embedded database, beside the same filters in memory. */
class CallSearchTest {
    private static final List<String> WORDS = List.of("tea", "coffee", "refund", "straße", "77%", "o'neil");
    private static final List<String> CAUSES = List.of("CALLER_HUNG_UP", "BUSY", "NO_AGENT");
    private static final List<String> AGENTS = List.of("desk", "sales");

    private static final long FIRST_MS = 1_775_000_000_000L;

    private final long seed = Long.getLong("sidetone.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    private String url;
    private Jdbc database;
    private final List<StoredCall> stored = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        url = "jdbc:h2:file:" + folder.resolve("calls");
        database = new Jdbc(new DatabaseSettings(url, "", ""));
        database.prepare();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static String id(int number) {
        return CallId.first(FIRST_MS + number * 1_000L).substring(0, 20) + String.format("%06d", number);
    }

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private StoredCall call(int number) {
        boolean refused = random.nextInt(4) == 0;
        return SampleStoredCall.listed(
                id(number),
                refused ? StoredCall.Status.REFUSED : StoredCall.Status.ENDED,
                any(random, AGENTS),
                "sip:+4930" + random.nextInt(20) + "1234@a",
                FIRST_MS + number * 1_000L,
                random.nextInt(90_000),
                any(random, CAUSES),
                any(random, WORDS) + " " + any(random, WORDS),
                new StoredCall.Outcome(
                        random.nextBoolean() ? "in" : "out",
                        random.nextBoolean() ? "carrier" : "",
                        200,
                        "the reason",
                        true,
                        4,
                        random.nextInt(3),
                        700,
                        4.2,
                        Map.of("EUR", 0.5),
                        null));
    }

    private Map<String, List<String>> question() {
        Map<String, List<String>> asked = new HashMap<>();
        Map<String, String> all = new HashMap<>(Map.of(
                "state", any(random, List.of("ended", "refused")),
                "agent", any(random, AGENTS),
                "trunk", "carrier",
                "direction", any(random, List.of("in", "out")),
                "caller", any(random, List.of("+4930", "49301", "+493071234", "alice")),
                "cause", any(random, CAUSES),
                "text", any(random, WORDS),
                "min-duration", "45",
                "interrupted", any(random, List.of("true", "false")),
                "from", Instant.ofEpochMilli(FIRST_MS + 100_000).toString()));
        all.put("to", Instant.ofEpochMilli(FIRST_MS + 250_000).toString());
        all.forEach((name, value) -> {
            if (random.nextInt(4) == 0) {
                asked.put(name, List.of(value));
            }
        });
        return asked;
    }

    /** The same question to what was stored, without a database. */
    private List<String> expected(CallQuery query) {
        List<String> found = new ArrayList<>();
        for (int i = stored.size() - 1; i >= 0; i--) {
            StoredCall call = stored.get(i);
            StoredCall.Outcome outcome = call.outcome();
            String state = call.status() == StoredCall.Status.REFUSED ? "refused" : "ended";
            Set<String> words = CallWords.of(call.history().get(0).text());
            boolean holds = (query.state() == null || query.state().equals(state))
                    && (query.agent() == null || query.agent().equals(call.agent()))
                    && (query.trunk() == null || query.trunk().equals(outcome.trunk()))
                    && (query.direction() == null || query.direction().equals(outcome.direction()))
                    && (query.caller() == null
                            || call.callerNumber().substring(1).startsWith(query.caller()))
                    && (query.cause() == null || query.cause().equals(call.endCause()))
                    && words.containsAll(query.words())
                    && (query.minDurationMs() == null || call.durationMs() >= query.minDurationMs())
                    && (query.interrupted() == null || query.interrupted() == outcome.interruptions() > 0)
                    && (query.from() == null
                            || call.startedAtMs() >= query.from().toEpochMilli())
                    && (query.to() == null || call.startedAtMs() < query.to().toEpochMilli());
            if (holds) {
                found.add(call.callId());
            }
        }
        return found;
    }

    @Test
    void shouldFindWhatTheFiltersSayAndPageThroughItWithoutGapsWhateverIsAsked() throws Exception {
        for (int i = 0; i < 300; i++) {
            stored.add(call(i));
        }
        database.store(stored);
        int nonEmpty = 0;
        for (int round = 0; round < 200; round++) {
            CallQuery query = CallQuery.of(question());
            List<String> expected = expected(query);
            nonEmpty += expected.isEmpty() ? 0 : 1;
            int limit = 1 + random.nextInt(40);
            List<String> found = new ArrayList<>();
            String behind = null;
            do {
                CallArchive.Found part = database.find(query, behind, limit);
                assertThat(part.entries().size()).isLessThanOrEqualTo(limit);
                part.entries().forEach(entry -> found.add(entry.callId()));
                behind = part.behind();
            } while (behind != null);
            assertThat(found).as("seed %d, %s", seed, query).isEqualTo(expected);
        }
        assertThat(nonEmpty).as("seed %d", seed).isGreaterThan(50);
    }

    @Test
    void shouldAnswerInPartsWhenARareCallIsFarBack() throws Exception {
        int rows = 2 * CallSearch.STEP + 500;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO calls (call_id, status, agent,"
                        + " transport, external_id, caller, called, started_at, duration_ms, end_cause, ended_by)"
                        + " VALUES (?, 'ended', 'desk', 's', '', '', '', CURRENT_TIMESTAMP, ?, 'BUSY', 'callee')")) {
            for (int i = 0; i < rows; i++) {
                insert.setString(1, id(i));
                insert.setLong(2, i == 3 ? 60_000 : 1_000);
                insert.addBatch();
            }
            insert.executeBatch();
            CallQuery query = CallQuery.of(Map.of("min-duration", List.of("60")));
            AtomicLong nowNs = new AtomicLong();
            // Each look at the clock finds a second gone: one step for each answer.
            List<CallArchive.Found> parts = new ArrayList<>();
            String behind = null;
            do {
                CallArchive.Found part =
                        new CallSearch(connection, query, () -> nowNs.addAndGet(1_000_000_000L)).find(behind, 10);
                parts.add(part);
                behind = part.behind();
            } while (behind != null);
            assertThat(parts).hasSizeGreaterThan(2);
            assertThat(parts.stream().flatMap(part -> part.entries().stream()))
                    .extracting(CallEntry::callId)
                    .containsExactly(id(3));
        }
    }

    @Test
    void shouldShowEveryFieldOfALine() throws Exception {
        StoredCall call = SampleStoredCall.listed(
                id(1),
                StoredCall.Status.REFUSED,
                "desk",
                "sip:alice@a",
                1_775_000_000_000L,
                0,
                "NO_AGENT",
                "",
                new StoredCall.Outcome(
                        "in",
                        "carrier",
                        404,
                        "no agent",
                        false,
                        null,
                        null,
                        null,
                        null,
                        Map.of("EUR", 0.25, "USD", 1.5),
                        12));
        database.store(List.of(call));
        CallEntry entry = database.find(CallQuery.of(Map.of("caller", List.of("ALICE"))), null, 1)
                .entries()
                .get(0);
        assertThat(entry.state()).isEqualTo("refused");
        assertThat(entry.status()).isEqualTo(404);
        assertThat(entry.cause()).isEqualTo("NO_AGENT");
        assertThat(entry.reason()).isEqualTo("no agent");
        assertThat(entry.trunk()).isEqualTo("carrier");
        assertThat(entry.turns()).isNull();
        assertThat(entry.mos()).isNull();
        assertThat(entry.cost()).isEqualTo(Map.of("EUR", 0.25, "USD", 1.5));
        assertThat(entry.attempts()).isEqualTo(12);
        assertThat(entry.startedAt().toEpochMilli()).isEqualTo(1_775_000_000_000L);
    }
}
