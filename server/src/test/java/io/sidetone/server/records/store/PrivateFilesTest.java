package io.sidetone.server.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Function;
import io.sidetone.server.records.delivery.DeliveredMark;
import io.sidetone.server.records.delivery.FolderDisk;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolReader;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.store.sql.DatabaseSettings;
import io.sidetone.server.records.usage.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server writes of calls is closed to other users under any umask. */
class PrivateFilesTest {
    @TempDir
    private Path place;

    @ParameterizedTest
    @ValueSource(ints = {0, 022})
    void shouldCloseStoreAndSpoolToOthersWhateverTheUmask(int umask) throws Exception {
        int before = umask(umask);
        try {
            Path data = place.resolve("data");
            StoreSettings settings = new StoreSettings(
                    data.resolve("spool"),
                    1 << 20,
                    new DatabaseSettings("jdbc:h2:file:" + data.resolve("calls"), "", ""),
                    Duration.ZERO,
                    10);
            try (CallRecordStore store = CallRecordStore.open(settings, new StoredCalls(id -> null, Prices.NONE))) {
                LaneCalls calls = new LaneCalls(store);
                calls.begin("sip:bob@example.net");
                calls.whole("sip:alice@example.net");
            }
            assertThat(data.resolve("calls.mv.db")).exists();
            assertClosed(data);
        } finally {
            umask(before);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 022})
    void shouldCloseAnOutboxToOthersWhateverTheUmask(int umask) throws Exception {
        int before = umask(umask);
        try {
            Path folder = place.resolve("outbox");
            StoreFolder taken = StoreFolder.take(folder, "subscribers[].dir", "give it another");
            Spool spool = new Spool(new FolderDisk(folder, "events"), 1 << 16, 1 << 20);
            spool.recover();
            DeliveredMark mark = new DeliveredMark(folder, spool);
            SpoolReader reader = mark.reader();
            for (String id : List.of("a", "b")) {
                spool.append(List.of(new SpoolRecord(SpoolRecord.Kind.EVENT, id, new byte[] {'{', '}'})));
            }
            assertThat(reader.read(1)).hasSize(1);
            reader.confirm(1);
            mark.close();
            taken.close();
            assertThat(folder.resolve("delivered")).exists();
            assertClosed(folder);
        } finally {
            umask(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwxrwxrwx"})
    void shouldCloseAFolderAndADatabaseThatAreThereAlready(String mode) throws Exception {
        Path spool = Files.createDirectory(place.resolve("spool"));
        Path database = Files.createFile(place.resolve("calls.mv.db"));
        Files.setPosixFilePermissions(spool, PosixFilePermissions.fromString(mode));
        Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-rw-rw-"));
        StoreSettings settings = new StoreSettings(
                spool,
                1 << 20,
                new DatabaseSettings("jdbc:h2:file:" + place.resolve("calls"), "", ""),
                Duration.ZERO,
                10);
        try (CallRecordStore store = CallRecordStore.open(settings, new StoredCalls(id -> null, Prices.NONE))) {
            new LaneCalls(store).whole("sip:alice@example.net");
        }
        assertClosed(spool);
        assertClosed(database);
    }

    private static void assertClosed(Path root) throws IOException {
        Set<PosixFilePermission> others = EnumSet.allOf(PosixFilePermission.class);
        others.removeAll(PosixFilePermissions.fromString("rwx------"));
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.toList();
        }
        for (Path each : all) {
            assertThat(Files.getPosixFilePermissions(each)).as(each.toString()).doesNotContainAnyElementsOf(others);
        }
    }

    /** Sets the umask of this process; returns the one before. */
    private static int umask(int mask) {
        return Function.getFunction("c", "umask").invokeInt(new Object[] {mask});
    }
}
