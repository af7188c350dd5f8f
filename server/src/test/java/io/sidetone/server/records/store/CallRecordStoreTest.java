package io.sidetone.server.records.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.server.records.delivery.FolderDisk;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.store.sql.DatabaseSettings;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store with its threads, on a real folder, with the embedded database. */
@Tag("VAN-11")
class CallRecordStoreTest {
    @TempDir
    private Path folder;

    @Test
    void shouldStoreRealCallsInTheEmbeddedDatabase() throws Exception {
        String nasty = "sip:x'; DROP TABLE calls; --\"" + "\u0000" + "y".repeat(10_000) + "@example.net";
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            LaneCalls calls = new LaneCalls(store);
            calls.whole("sip:+4930123@example.net");
            calls.whole(nasty);
            calls.begin("sip:bob@example.net");
        }
        assertThat(rows("SELECT call_id, status, caller, end_cause FROM calls ORDER BY call_id"))
                .hasSize(3)
                .satisfies(rows -> {
                    assertThat(rows.get(0)).endsWith("|ended|sip:+4930123@example.net|CALLER_HUNG_UP");
                    assertThat(rows.get(1))
                            .contains("|ended|sip:x'; DROP TABLE calls; --\"\uFFFDyyy")
                            .contains("[cut, ");
                    assertThat(rows.get(2)).contains("|open|");
                });
        assertThat(rows("SELECT heard FROM call_turns")).hasSizeGreaterThanOrEqualTo(2);
        assertThat(rows("SELECT detail FROM call_events WHERE kind = 'state'")).hasSizeGreaterThan(5);
        assertThat(rows("SELECT amount FROM call_metrics WHERE name = 'framesOut'"))
                .allMatch(amount -> Double.parseDouble(amount) > 100);
        assertThat(rows("SELECT identity FROM visitors")).hasSize(3);
    }

    @Test
    void shouldStoreTurnsInterruptionsActionsAndAlerts() throws Exception {
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            LaneCalls calls = new LaneCalls(store, 200);
            Admission call = calls.begin(
                    "sip:bob@example.net",
                    new MockDialogue(new MockBehavior("Hello, how can I help you?", "So be it.", "book", "", 0), null));
            calls.pass(700);
            calls.publish(call, LaneEventType.YIELD_REQUEST, "console");
            calls.pass(100);
            calls.publish(call, LaneEventType.TEXT_INPUT, "a table for two");
            calls.pass(5_000);
            calls.end(call);
        }
        assertThat(rows("SELECT role, interruption, interrupted_reason FROM call_floor_turns ORDER BY seq"))
                .startsWith("assistant|manual-stop|console", "user|null|null", "assistant|null|null");
        assertThat(rows("SELECT interrupted_by FROM call_floor_turns WHERE latency_ms >= 0"
                        + " AND interrupted_at BETWEEN started_at AND ended_at"))
                .containsExactly("ui-command");
        assertThat(rows("SELECT turn_id FROM call_floor_turns WHERE ended_at IS NULL OR ended_at < started_at"))
                .isEmpty();
        assertThat(rows("SELECT action_name, code FROM call_actions WHERE ended_at >= wanted_at"))
                .containsExactly("book|not_registered");
        assertThat(rows("SELECT kind, threshold FROM call_alerts WHERE amount > threshold"))
                .containsExactly("responding|200");
    }

    @Test
    void shouldEraseACallerAndLeaveOthersAndRunningCalls() throws Exception {
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            await(store::knowsVisitors);
            LaneCalls calls = new LaneCalls(store);
            assertThat(store.firstVisit("desk", "sip:+4930123@example.net")).isTrue();
            calls.whole("sip:+4930123@example.net");
            calls.whole("\"Ann\" <sip:+49-30-123@other.example;user=phone>");
            calls.whole("sip:bob@example.net");
            calls.begin("sip:+4930123@example.net");
            String running = calls.last().setup().who().callId();
            ErasedCalls erased = store.erase(CallerMatch.of("+4930123"), Set.of("desk"), Set.of(running))
                    .get(30, TimeUnit.SECONDS);
            assertThat(erased.callIds()).hasSize(2).doesNotContain(running);
            assertThat(erased.visitorRows()).isEqualTo(1);
            assertThat(store.firstVisit("desk", "sip:+4930123@example.net")).isTrue();
            assertThat(store.erase(CallerMatch.of("+4930123"), Set.of("desk"), Set.of(running))
                            .get(30, TimeUnit.SECONDS)
                            .callIds())
                    .isEmpty();
        }
        assertThat(rows("SELECT caller, status FROM calls ORDER BY call_id"))
                .containsExactly("sip:bob@example.net|ended", "sip:+4930123@example.net|open");
        assertThat(rows("SELECT COUNT(*) FROM call_turns WHERE call_id NOT IN (SELECT call_id FROM calls)"))
                .containsExactly("0");
        assertThat(rows("SELECT identity FROM visitors")).hasSize(1);
    }

    @Test
    void shouldEraseNothingAndSaySoWhenTheDatabaseIsAway() throws Exception {
        DatabaseSettings away = new DatabaseSettings("jdbc:h2:file:/proc/sidetone/calls", "", "");
        StoreSettings settings = new StoreSettings(folder.resolve("spool"), 1 << 20, away, Duration.ZERO, 10);
        try (CallRecordStore store = CallRecordStore.open(settings, new StoredCalls(id -> null, Prices.NONE))) {
            assertThat(store.erase(CallerMatch.of("+4930123"), Set.of(), Set.of()))
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class);
        }
    }

    @Test
    void shouldKeepTheEndOfACallWhenTheProcessDiesBeforeItsEnginesAreReleased() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            LaneCalls calls = new LaneCalls(store);
            Admission call = calls.begin("sip:bob@example.net", new NeverReleased());
            await(() -> store.counters().value(StoreCounter.SPOOLED) == 1);
            calls.end(call);
            assertThat(calls.last().state()).isEqualTo(FloorState.ENDING);
            await(() -> store.counters().value(StoreCounter.SPOOLED) == 2);
            for (Path file : files(folder.resolve("spool"))) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        DatabaseSettings other = new DatabaseSettings("jdbc:h2:file:" + folder.resolve("other"), "", "");
        CallRecordStore.open(
                        new StoreSettings(copy, 1 << 20, other, Duration.ZERO, 10),
                        new StoredCalls(id -> null, Prices.NONE))
                .close();
        assertThat(CallRowsReader.rows(
                        () -> DriverManager.getConnection(other.url()), "SELECT status, end_cause FROM calls"))
                .containsExactly("ended|CALLER_HUNG_UP");
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> list = Files.list(of)) {
            return list.toList();
        }
    }

    @Test
    @Tag("VAN-08")
    @Tag("VAN-08.a")
    @Tag("VAN-08.b")
    @Tag("VAN-08.c")
    @Tag("VAN-08.d")
    void shouldKeepTheInterruptedUtteranceInTheStoreAndTheApi() throws Exception {
        CallRecord record;
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            LaneCalls calls = new LaneCalls(store);
            Admission call = calls.begin("sip:bob@example.net");
            calls.pass(1_500);
            calls.publish(call, LaneEventType.YIELD_REQUEST, "console");
            calls.pass(100);
            calls.end(call);
            record = calls.last();
        }
        History.Entry cut = record.history().entries().get(0);
        String at = Instant.ofEpochMilli(record.wallMs(cut.interruptedAtNs())).toString();
        assertThat(cut.interruptedAtNs()).isBetween(1_000_000_000L + 1_400_000_000L, 1_000_000_000L + 1_600_000_000L);
        assertThat(cut.intended())
                .startsWith(cut.text())
                .hasSizeGreaterThan(cut.text().length());
        assertThat(rows("SELECT heard, interrupted, utterance_id FROM call_turns WHERE interrupted_at = TIMESTAMP WITH"
                        + " TIME ZONE '" + at.replace('T', ' ').replace("Z", "+00") + "' ORDER BY seq"))
                .containsExactly(cut.text() + "|TRUE|" + cut.utteranceId());

        CallDocument told = CallDocuments.of(record, record.setup().who().epochNs(), CallDocuments.Beside.NOTHING);
        assertThat(told.history())
                .containsExactly(new CallDocument.Utterance(
                        cut.utteranceId(), "assistant", cut.text(), true, Instant.parse(at), cut.intended()));
    }

    @Test
    void shouldFindTheOpenCallAbortedAtTheNextStart() throws Exception {
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            new LaneCalls(store).begin("sip:bob@example.net");
        }
        CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))
                .close();
        assertThat(rows("SELECT status, end_cause FROM calls")).containsExactly("aborted|PROCESS_GONE");
        assertThat(folder.resolve("spool")).isDirectoryNotContaining("glob:**.spool");
    }

    @Test
    @Tag("VIP-04")
    void shouldKnowACallerAgainAfterARestart() throws Exception {
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            await(store::knowsVisitors);
            assertThat(store.firstVisit("desk", "sip:+4930123@a.example")).isTrue();
            assertThat(store.firstVisit("desk", "<sip:+4930123@b.example>;tag=1"))
                    .isFalse();
            assertThat(store.firstVisit("other", "sip:+4930123@a.example")).isTrue();
            assertThat(store.firstVisit("desk", "sip:anonymous@anonymous.invalid"))
                    .isFalse();
            new LaneCalls(store).whole("sip:+4930123@a.example");
        }
        try (CallRecordStore store =
                CallRecordStore.open(settings(1 << 20), new StoredCalls(id -> null, Prices.NONE))) {
            await(store::knowsVisitors);
            assertThat(store.firstVisit("desk", "sip:+4930123@a.example")).isFalse();
            assertThat(store.firstVisit("desk", "sip:+4930999@a.example")).isTrue();
        }
    }

    @Test
    void shouldBecomeUnreadyBeforeAnythingIsDropped() throws Exception {
        FakeDatabase database = new FakeDatabase();
        database.down = true;
        CallRecord call = new LaneCalls(CallObserver.none()).whole("sip:bob@example.net");
        CallRecordStore store = start(1 << 20, database, System::nanoTime);
        assertThat(store.problems()).isEmpty();
        int offered = 0;
        while (store.problems().isEmpty()) {
            store.on(call, new CallObserver.Ended());
            offered++;
            int sent = offered;
            await(() -> store.counters().value(StoreCounter.SPOOLED) == sent
                    || !store.problems().isEmpty());
        }
        assertThat(store.problems().get(0)).contains("call store").contains("1048576");
        assertThat(store.counters().value(StoreCounter.DROPPED)).isZero();
        assertThat(offered).isGreaterThan(50);
        for (int i = 0; i < 20_000 && store.counters().value(StoreCounter.DROPPED) == 0; i++) {
            store.on(call, new CallObserver.Ended());
            offered++;
        }
        assertThat(store.counters().value(StoreCounter.DROPPED)).isPositive();
        database.down = false;
        int kept = offered - (int) store.counters().value(StoreCounter.DROPPED);
        await(() -> store.counters().value(StoreCounter.DELIVERED) == kept);
        await(() -> store.problems().isEmpty());
        store.close();
        assertThat(store.spool().pending()).isZero();
        assertThat(database.stored)
                .extracting(StoredCall::callId)
                .contains(call.setup().who().callId());
    }

    @Test
    void shouldDeliverTheRecordsOfManyCallsTogether() throws Exception {
        FakeDatabase database = new FakeDatabase();
        AtomicLong nowNs = new AtomicLong();
        LaneCalls lane = new LaneCalls(CallObserver.none());
        CallRecord call = lane.whole("sip:bob@example.net");
        CallRecord last = lane.whole("sip:eve@example.net");
        int records = Delivery.BATCH - 1;
        try (CallRecordStore store = start(1 << 24, database, nowNs::get)) {
            spoolOneByOne(store, call, records);
            nowNs.addAndGet(DeliveryPace.INTERVAL_NS);
            await(() -> store.counters().value(StoreCounter.DELIVERED) == records);
            assertThat(database.transactions).isEqualTo(4);
            store.on(call, new CallObserver.Ended());
            await(() -> store.counters().value(StoreCounter.SPOOLED) == records + 1);
            assertThat(store.erase(CallerMatch.of("+4930123"), Set.of(), Set.of()))
                    .as("an erasure waits for no pace")
                    .succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(database.transactions).isEqualTo(5);
            for (int i = 0; i < Delivery.BATCH; i++) {
                store.on(call, new CallObserver.Ended());
            }
            await(() -> store.counters().value(StoreCounter.DELIVERED) == records + 1 + Delivery.BATCH);
            store.on(last, new CallObserver.Ended());
        }
        assertThat(database.stored.get(database.stored.size() - 1).callId())
                .as("what waits when the server stops is delivered")
                .isEqualTo(last.setup().who().callId());
    }

    @Test
    void shouldDeliverAllThatWaitedWhenOneReadBringsAPart() throws Exception {
        FakeDatabase database = new FakeDatabase();
        AtomicLong nowNs = new AtomicLong();
        CallRecord call = new LaneCalls(CallObserver.none()).whole("sip:bob@example.net");
        int records = Delivery.BATCH - 1;
        try (CallRecordStore store = start(1 << 18, database, nowNs::get)) {
            spoolOneByOne(store, call, records);
            nowNs.addAndGet(DeliveryPace.INTERVAL_NS);
            await(() -> store.counters().value(StoreCounter.DELIVERED) == records);
            assertThat(database.transactions)
                    .as("transactions: a read takes what one segment of the spool has")
                    .isGreaterThan(4);
        }
    }

    @Test
    void shouldBecomeUnreadyWhenTheDatabaseIsDownForMinutes() throws Exception {
        FakeDatabase database = new FakeDatabase();
        database.down = true;
        AtomicLong nowNs = new AtomicLong();
        try (CallRecordStore store = start(1 << 20, database, nowNs::get)) {
            await(() -> store.counters().value(StoreCounter.DELIVERY_FAILURES) > 0);
            assertThat(store.problems()).isEmpty();
            nowNs.addAndGet(180_000_000_000L);
            assertThat(store.problems())
                    .singleElement()
                    .asString()
                    .contains("call store: the database has taken nothing for 3 min (connection refused)");
            database.down = false;
            await(() -> store.problems().isEmpty());
        }
    }

    @Test
    void shouldNameTheFolderAndTheRemedyWhenItCannotBeUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("spool"), "in the way");
        assertThatThrownBy(() -> StoreFolder.take(file.resolve("inside")))
                .isInstanceOf(StoreUnusableException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("store.enabled: false");
    }

    @Test
    void shouldRefuseAFolderThatIsInUse() throws Exception {
        StoreFolder first = StoreFolder.take(folder.resolve("spool"));
        assertThatThrownBy(() -> StoreFolder.take(folder.resolve("spool")))
                .isInstanceOf(StoreUnusableException.class)
                .hasMessageContaining("another server");
        first.close();
        StoreFolder.take(folder.resolve("spool")).close();
    }

    private StoreSettings settings(long maxBytes) {
        return new StoreSettings(folder.resolve("spool"), maxBytes, database(), Duration.ZERO, 10);
    }

    private DatabaseSettings database() {
        return new DatabaseSettings("jdbc:h2:file:" + folder.resolve("calls"), "", "");
    }

    private List<String> rows(String query) throws SQLException {
        return CallRowsReader.rows(() -> DriverManager.getConnection(database().url()), query);
    }

    private CallRecordStore start(int spoolMaxBytes, FakeDatabase database, LongSupplier clock) throws Exception {
        Path spool = folder.resolve("spool");
        return CallRecordStore.start(
                StoreFolder.take(spool), new FolderDisk(spool), settings(spoolMaxBytes), database, clock);
    }

    /** Ends {@code call} so often that records wait, on a clock that stands still: the first three are delivered. */
    private static void spoolOneByOne(CallRecordStore store, CallRecord call, int records) {
        await(store::knowsVisitors);
        for (int i = 1; i <= records; i++) {
            store.on(call, new CallObserver.Ended());
            int sent = i;
            await(() -> store.counters().value(StoreCounter.SPOOLED) == sent);
            await(() -> store.counters().value(StoreCounter.DELIVERED) >= Math.min(sent, 3));
        }
        assertThat(store.counters().value(StoreCounter.DELIVERED)).isEqualTo(3);
    }

    /** Waits for threads of the store; fails after 20 s. */
    private static void await(BooleanSupplier so) {
        long limitNs = System.nanoTime() + 20_000_000_000L;
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited 20 s").isNegative();
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }
}
