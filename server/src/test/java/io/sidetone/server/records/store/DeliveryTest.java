package io.sidetone.server.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.ops.logging.LogWatch;
import io.sidetone.server.records.delivery.MemoryDisk;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.delivery.SureClock;
import io.sidetone.server.records.store.record.SampleStoredCall;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.usage.Prices;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Spool to database, on a clock of the test's. */
@Tag("VAN-11")
class DeliveryTest {
    private static final long MS = 1_000_000L;
    private static final String KEY = "0123456789abcdef".repeat(4);

    private final StoredCalls calls = new StoredCalls(id -> null, Prices.NONE);
    private final FakeDatabase database = new FakeDatabase();
    private final KnownCallers visitors = new KnownCallers(100);
    private final SharedCounters<StoreCounter> counters = new SharedCounters<>(StoreCounter.class);
    private final Spool spool = new Spool(new MemoryDisk(), 1 << 16, 1 << 20);
    private Delivery delivery;
    private long nowNs = 5;

    @BeforeEach
    void setUp() throws IOException {
        spool.recover();
        delivery = new Delivery(
                spool.reader(),
                database,
                calls,
                visitors,
                counters,
                Duration.ofDays(90),
                SureClock.at(1_700_000_000_000L),
                () -> {},
                new Erasures(visitors));
    }

    @Test
    void shouldDeliverInOrderWhenTheDatabaseIsThere() throws IOException {
        spool("a", "b", "c");
        run(3);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a", "b", "c");
        assertThat(spool.pending()).isZero();
        assertThat(counters.value(StoreCounter.DELIVERED)).isEqualTo(3);
    }

    @Test
    void shouldWaitLongerAndLongerAndDeliverAllWhenTheDatabaseIsBack() throws IOException {
        database.down = true;
        spool("a", "b");
        long total = 0;
        long wait = 0;
        for (int attempt = 0; attempt < 8; attempt++) {
            long next = delivery.step(nowNs);
            assertThat(next).isGreaterThanOrEqualTo(wait).isLessThanOrEqualTo(5_000 * MS);
            wait = next;
            total += next;
            nowNs += next;
        }
        assertThat(total).isGreaterThan(15_000 * MS);
        assertThat(delivery.ready()).isFalse();
        assertThat(delivery.trouble()).isEqualTo("connection refused");
        assertThat(spool.pending()).isEqualTo(2);
        database.down = false;
        run(2);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a", "b");
        assertThat(delivery.ready()).isTrue();
        assertThat(counters.value(StoreCounter.DELIVERY_FAILURES)).isEqualTo(8);
    }

    @Test
    void shouldTryAgainWhenTheDriverFailsWithAnError() throws IOException {
        spool("a");
        for (Error fault : List.of(new AssertionError("chunk 7"), new NoClassDefFoundError("org/h2/Driver"))) {
            database.fault = fault;
            assertThat(delivery.step(nowNs)).isPositive();
            assertThat(delivery.trouble()).isEqualTo(fault.toString());
        }
        database.fault = null;
        run(2);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a");
        assertThat(delivery.ready()).isTrue();
    }

    @Test
    void shouldLoseNothingWhenTheDatabaseGoesAwayInBetween() throws IOException {
        run(1);
        spool("a");
        run(1);
        database.down = true;
        spool("b");
        delivery.step(nowNs);
        database.down = false;
        run(2);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a", "b");
    }

    @Test
    void shouldMakeTheTablesAgainWhenTheyVanished() throws IOException {
        run(1);
        database.tables = false;
        spool("a");
        run(2);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a");
        assertThat(delivery.ready()).isTrue();
    }

    @Test
    void shouldSayEachMinuteThatTheDatabaseIsDownAndMakeItAReasonAfterTwo() {
        database.down = true;
        long downNs = nowNs;
        List<String> lines;
        try (LogWatch log = new LogWatch()) {
            while (nowNs - downNs < 300_000 * MS) {
                assertThat(delivery.lasting(nowNs) != null)
                        .as("a reason after %d ms", (nowNs - downNs) / MS)
                        .isEqualTo(nowNs - downNs >= 120_000 * MS);
                nowNs += delivery.step(nowNs);
            }
            assertThat(delivery.lasting(nowNs)).contains("5 min").contains("connection refused");
            database.down = false;
            run(1);
            lines = log.lines();
        }
        assertThat(lines.stream().filter(line -> line.contains("has taken nothing")))
                .hasSize(4)
                .first()
                .asString()
                .contains("1 min")
                .contains("connection refused");
        assertThat(delivery.lasting(nowNs + 600_000 * MS)).isNull();
    }

    @Test
    void shouldGiveUpOnlyTheRecordThatTheDatabaseNeverTakes() throws IOException {
        database.disliked = call -> call.callId().equals("bad");
        spool("a", "bad", "c");
        run(2);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a", "c");
        assertThat(counters.value(StoreCounter.REFUSED)).isEqualTo(1);
        assertThat(spool.pending()).isZero();
    }

    @Test
    void shouldStoreTheEndOfACallOnceWhenABatchRepeatsIt() throws IOException {
        StoredCall first = SampleStoredCall.measured("a", Map.of("frames", 1.0));
        StoredCall second = SampleStoredCall.measured("a", Map.of("frames", 2.0));
        spool(first, call("b"), second);
        run(2);
        assertThat(database.stored).containsExactly(call("b"), second);
        assertThat(counters.value(StoreCounter.DELIVERED)).isEqualTo(3);
        assertThat(spool.pending()).isZero();
    }

    @Test
    void shouldStoreAnEndBeforeWhatTheModelWroteDownAboutTheCall() throws IOException {
        StoredCall written = SampleStoredCall.of("a", "{}");
        spool(call("a"), written, call("a"));
        run(2);
        assertThat(database.stored).containsExactly(call("a"), written, call("a"));
    }

    @Test
    void shouldStoreAnAbortedCallWhenAnEndFollows() throws IOException {
        StoredCall aborted = call("a").aborted();
        spool(aborted, call("a"), aborted, call("a"));
        run(2);
        assertThat(database.stored).containsExactly(aborted, aborted, call("a"));
    }

    @Test
    void shouldStoreTheEarlierEndWhenTheDatabaseNeverTakesTheLaterOne() throws IOException {
        StoredCall taken = SampleStoredCall.measured("a", Map.of("frames", 1.0));
        StoredCall bad = SampleStoredCall.measured("a", Map.of("frames", 2.0));
        database.disliked = bad::equals;
        spool(taken, bad);
        run(2);
        assertThat(database.stored).containsExactly(taken);
        assertThat(counters.value(StoreCounter.REFUSED)).isEqualTo(1);
    }

    @Test
    void shouldGiveUpARecordThatIsNoJson() throws IOException {
        spool.append(List.of(new SpoolRecord(SpoolRecord.Kind.ENDED, "x", new byte[] {'{', '!'})));
        spool("a");
        run(2);
        assertThat(database.stored).extracting(StoredCall::callId).containsExactly("a");
        assertThat(counters.value(StoreCounter.REFUSED)).isEqualTo(1);
    }

    @Test
    @Tag("VIP-04")
    void shouldKnowNoFirstVisitUntilTheDatabaseHasToldWhoItKnows() {
        assertThat(visitors.first("f".repeat(64))).isFalse();
        database.visitors.add(KEY);
        delivery.step(nowNs);
        assertThat(visitors.first(KEY)).isFalse();
        assertThat(visitors.first("e".repeat(64))).isTrue();
        assertThat(visitors.first("e".repeat(64))).isFalse();
        assertThat(visitors.first("")).isFalse();
    }

    @Test
    @Tag("VIP-04")
    void shouldLearnOfVisitorsOfOtherProcessesEveryMinute() {
        delivery.step(nowNs);
        database.visitors.add(KEY);
        nowNs += 60_000 * MS;
        delivery.step(nowNs);
        assertThat(visitors.first(KEY)).isFalse();
    }

    @Test
    void shouldForgetCallsThatAreOlderThanTheyAreKept() {
        delivery.step(nowNs);
        assertThat(database.forgotten)
                .containsExactly(Instant.ofEpochMilli(1_700_000_000_000L).minus(Duration.ofDays(90)));
    }

    @Test
    void shouldKeepTheMinuteOfItsChoresOverAFailure() throws IOException {
        run(1);
        database.down = true;
        spool("a");
        delivery.step(nowNs);
        database.down = false;
        run(2);
        assertThat(database.stored).hasSize(1);
        assertThat(database.forgotten).as("times that old calls were removed").hasSize(1);
    }

    private void spool(String... callIds) throws IOException {
        for (String id : callIds) {
            spool(call(id));
        }
    }

    private void spool(StoredCall... ended) throws IOException {
        for (StoredCall call : ended) {
            spool.append(List.of(new SpoolRecord(SpoolRecord.Kind.ENDED, call.callId(), calls.write(call))));
        }
    }

    private void run(int steps) {
        for (int i = 0; i < steps; i++) {
            nowNs += delivery.step(nowNs);
        }
    }

    private static StoredCall call(String id) {
        return SampleStoredCall.of(id, "");
    }
}
