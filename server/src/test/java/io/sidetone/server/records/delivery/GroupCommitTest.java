package io.sidetone.server.records.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A source to a spool on a disk in memory, step by step. */
@Tag("VAN-11")
class GroupCommitTest {
    private static final String CALL = "01HZY0000000000000000000AA";
    private static final long PAUSE_NS = 250_000_000L;

    private final MemoryDisk disk = new MemoryDisk();
    private final Waiting source = new Waiting();

    private static final class Waiting implements GroupCommit.Source {
        private final Deque<SpoolRecord> records = new ArrayDeque<>();
        private final List<String> counted = new ArrayList<>();

        @Override
        public List<SpoolRecord> recovered(List<SpoolRecord> open) {
            return open.stream()
                    .map(record -> new SpoolRecord(SpoolRecord.Kind.ABORTED, record.callId(), record.body()))
                    .toList();
        }

        @Override
        public SpoolRecord next() {
            return records.poll();
        }

        @Override
        public boolean idle() {
            return records.isEmpty();
        }

        @Override
        public void appended(int count) {
            counted.add("appended " + count);
        }

        @Override
        public void failed() {
            counted.add("failed");
        }

        @Override
        public void tooLarge(SpoolRecord record) {
            counted.add("too large");
        }
    }

    private Spool spool() {
        return new Spool(disk, 4_096, 16_384);
    }

    private GroupCommit commit(Spool spool) {
        return new GroupCommit("Test", "records", spool, 4, source);
    }

    private static SpoolRecord record(int bytes) {
        return new SpoolRecord(SpoolRecord.Kind.EVENT, CALL, new byte[bytes]);
    }

    @Test
    void shouldForceTheDiskOncePerGroup() {
        GroupCommit commit = commit(spool());
        for (int i = 0; i < 6; i++) {
            source.records.add(record(10));
        }
        assertThat(commit.step()).isZero();
        assertThat(source.counted).containsExactly("appended 4");
        assertThat(commit.step()).isPositive();
        assertThat(source.counted).containsExactly("appended 4", "appended 2");
        assertThat(disk.forces()).isEqualTo(2);
        assertThat(commit.idle()).isTrue();
    }

    @Test
    void shouldKeepAGroupWhenTheDiskIsFullAndTakeNothingElse() {
        disk.capacity(20);
        GroupCommit commit = commit(spool());
        source.records.add(record(100));
        assertThat(commit.step()).isEqualTo(PAUSE_NS);
        assertThat(commit.trouble()).isEqualTo("the disk refuses: No space left on device");
        assertThat(commit.held()).isEqualTo(1);
        assertThat(commit.idle()).isFalse();
        disk.capacity(Long.MAX_VALUE);
        assertThat(commit.step()).isPositive();
        assertThat(commit.trouble()).isNull();
        assertThat(source.counted).containsExactly("failed", "appended 1");
    }

    @Test
    void shouldGoOnBehindARecordThatNoSpoolTakes() throws IOException {
        Spool spool = spool();
        GroupCommit commit = commit(spool);
        source.records.add(record(SpoolRecord.MAX_BODY + 1));
        source.records.add(record(10));
        commit.step();
        assertThat(source.counted).containsExactly("too large", "appended 1");
        assertThat(commit.trouble()).isNull();
        assertThat(spool.reader().read(10)).hasSize(1);
    }

    @Test
    void shouldNotCallTheDiskRefusedWhenOnlyTrimmingFails() throws IOException {
        Spool spool = new Spool(new Undeletable(disk), 64, 16_384);
        GroupCommit commit = commit(spool);
        source.records.add(record(50));
        commit.step();
        source.records.add(record(50));
        commit.step();
        SpoolReader reader = spool.reader();
        while (!reader.read(10).isEmpty()) {
            reader.confirm();
        }
        source.counted.clear();
        commit.step();
        assertThat(source.counted).containsExactly("failed");
        assertThat(commit.trouble()).isNull();
    }

    @Test
    void shouldSpoolWhatTheSourceSaysOfRecordsThatWereOpen() throws IOException {
        source.records.add(new SpoolRecord(SpoolRecord.Kind.OPENED, CALL, new byte[3]));
        commit(spool()).step();
        Spool again = spool();
        commit(again).step();
        SpoolReader reader = again.reader();
        List<SpoolRecord> read = new ArrayList<>(reader.read(10));
        read.addAll(reader.read(10));
        assertThat(read)
                .extracting(SpoolRecord::kind)
                .containsExactly(SpoolRecord.Kind.OPENED, SpoolRecord.Kind.ABORTED);
    }

    private record Undeletable(MemoryDisk disk) implements SpoolDisk {
        @Override
        public List<Long> segments() {
            return disk.segments();
        }

        @Override
        public SpoolFile create(long number) {
            return disk.create(number);
        }

        @Override
        public SpoolFile open(long number) throws IOException {
            return disk.open(number);
        }

        @Override
        public void delete(long number) throws IOException {
            throw new IOException("Operation not permitted");
        }
    }
}
