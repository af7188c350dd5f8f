package io.sidetone.server.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.store.sql.DatabaseSettings;
import io.sidetone.server.records.usage.Prices;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded database on a disk that is full for a while. */
@Tag("VAN-11")
class FullDiskTest {
    @TempDir
    private Path folder;

    @Test
    void shouldDeliverWhatWaitedWhenTheDiskHasRoomAgain() throws Exception {
        FullDisk.register();
        DatabaseSettings database =
                new DatabaseSettings("jdbc:h2:" + FullDisk.SCHEME + ":" + folder.resolve("calls"), "", "");
        StoreSettings settings = new StoreSettings(folder.resolve("spool"), 1 << 20, database, Duration.ofDays(90), 16);
        try (CallRecordStore store = CallRecordStore.open(settings, new StoredCalls(id -> null, Prices.NONE))) {
            LaneCalls calls = new LaneCalls(store);
            calls.whole("sip:before@example.net");
            await(() -> store.counters().value(StoreCounter.DELIVERED) >= 2);
            FullDisk.full = true;
            calls.whole("sip:meanwhile@example.net");
            await(() -> store.counters().value(StoreCounter.DELIVERY_FAILURES) >= 2);
            assertThat(store.databaseUp()).isFalse();
            FullDisk.full = false;
            calls.whole("sip:after@example.net");
            await(() -> store.databaseUp() && store.counters().value(StoreCounter.DELIVERED) >= 6);
        } finally {
            FullDisk.full = false;
        }
        List<String> callers = CallRowsReader.rows(
                () -> DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("calls")),
                "SELECT caller FROM calls WHERE status = 'ended' ORDER BY started_at");
        assertThat(callers)
                .containsExactlyInAnyOrder(
                        "sip:before@example.net", "sip:meanwhile@example.net", "sip:after@example.net");
    }

    /** Waits for threads of the store; fails after 20 s. */
    private static void await(BooleanSupplier so) {
        long limitNs = System.nanoTime() + 20_000_000_000L;
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited 20 s").isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }
}
