package io.sidetone.server.records.delivery;

import static io.sidetone.server.records.delivery.SpoolRecord.Kind.ENDED;
import static io.sidetone.server.records.delivery.SpoolRecord.Kind.OPENED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appending, reading, trimming, and disks that refuse. */
@Tag("VAN-11")
class SpoolTest {
    private static final long ROOMY = 1 << 20;

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void shouldGiveBackWhatWasAppendedInOrderWhenReadAcrossSegments() throws IOException {
        Spool spool = started(disk, 200, ROOMY);
        List<SpoolRecord> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            SpoolRecord record = record(i % 2 == 0 ? OPENED : ENDED, "call" + i / 2, 10 + i);
            all.add(record);
            spool.append(List.of(record));
        }
        assertThat(disk.segments()).hasSizeGreaterThan(5);
        assertThat(readAll(spool.reader())).isEqualTo(all);
        assertThat(spool.pending()).isEqualTo(40);
    }

    @Test
    void shouldForceOncePerGroup() throws IOException {
        Spool spool = started(disk, 1 << 16, ROOMY);
        int before = disk.forces();
        spool.append(List.of(record(OPENED, "a", 5), record(OPENED, "b", 5), record(ENDED, "a", 5)));
        assertThat(disk.forces() - before).isEqualTo(1);
    }

    @Test
    void shouldReadRecordsLargerThanItsWindow() throws IOException {
        Spool spool = started(disk, 1 << 16, 8 << 20);
        List<SpoolRecord> all =
                List.of(record(ENDED, "small", 10), record(ENDED, "large", 700_000), record(ENDED, "next", 300_000));
        spool.append(all);
        assertThat(readAll(spool.reader())).isEqualTo(all);
    }

    @Test
    void shouldRemoveSegmentsOnlyWhenTheyAreDelivered() throws IOException {
        Spool spool = started(disk, 200, ROOMY);
        for (int i = 0; i < 20; i++) {
            spool.append(List.of(record(OPENED, "c" + i, 20), record(ENDED, "c" + i, 20)));
        }
        long full = spool.bytes();
        spool.trim();
        assertThat(spool.bytes()).isEqualTo(full);
        SpoolReader reader = spool.reader();
        reader.read(100);
        reader.confirm();
        spool.trim();
        assertThat(spool.bytes()).isLessThan(full);
        readAll(reader);
        reader.confirm();
        spool.trim();
        assertThat(disk.segments()).hasSize(1);
        assertThat(spool.pending()).isZero();
    }

    @Test
    void shouldCarryOpenCallsOverWhenTheirSegmentGoes() throws IOException {
        Spool spool = started(disk, 200, ROOMY);
        spool.append(List.of(record(OPENED, "long", 20)));
        for (int i = 0; i < 20; i++) {
            spool.append(List.of(record(ENDED, "c" + i, 60)));
        }
        SpoolReader reader = spool.reader();
        readAll(reader);
        reader.confirm();
        spool.trim();
        assertThat(disk.segments()).hasSizeLessThan(3);
        assertThat(new Spool(disk.copy(), 200, ROOMY).recover()).containsExactly(record(OPENED, "long", 20));
    }

    @Test
    void shouldNameTheCallsThatWereOpenWhenRecovered() throws IOException {
        Spool spool = started(disk, 1 << 16, ROOMY);
        spool.append(List.of(record(OPENED, "a", 5), record(OPENED, "b", 6), record(ENDED, "a", 7)));
        assertThat(new Spool(disk.copy(), 1 << 16, ROOMY).recover()).containsExactly(record(OPENED, "b", 6));
    }

    @Test
    void shouldCountOnceWhatItRecoversWhenTheDiskRefusesAtFirst() throws IOException {
        Spool before = started(disk, 200, ROOMY);
        for (int i = 0; i < 10; i++) {
            before.append(List.of(record(OPENED, "c" + i, 20)));
        }
        long used = before.bytes();
        Spool spool = new Spool(disk, 200, ROOMY);
        disk.capacity(used);
        assertThatThrownBy(spool::recover).hasMessageContaining("No space left");
        disk.capacity(ROOMY);
        assertThat(spool.recover()).hasSize(10);
        assertThat(spool.pending()).isEqualTo(10);
        assertThat(spool.bytes()).isEqualTo(used + SpoolFrames.HEADER);
        assertThat(readAll(spool.reader())).hasSize(10);
    }

    @Test
    void shouldReadAgainWhatWasNotConfirmed() throws IOException {
        Spool spool = started(disk, 1 << 16, ROOMY);
        SpoolReader reader = spool.reader();
        spool.append(List.of(record(OPENED, "a", 5)));
        assertThat(reader.read(10)).hasSize(1);
        reader.rewind();
        assertThat(reader.read(10)).hasSize(1);
        reader.confirm();
        reader.rewind();
        assertThat(reader.read(10)).isEmpty();
    }

    @Test
    void shouldRefuseBeforeWritingWhenItIsFull() throws IOException {
        Spool spool = started(disk, 1 << 16, 300);
        spool.append(List.of(record(ENDED, "a", 200)));
        assertThatThrownBy(() -> spool.append(List.of(record(ENDED, "b", 200))))
                .isInstanceOf(SpoolFullException.class)
                .hasMessageContaining("300");
        assertThat(readAll(spool.reader())).containsExactly(record(ENDED, "a", 200));
    }

    @Test
    void shouldKeepEveryRecordOnceWhenTheDiskWasFullForAWhile() throws IOException {
        Spool spool = started(disk.capacity(400), 1 << 16, ROOMY);
        spool.append(List.of(record(ENDED, "a", 100)));
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> spool.append(List.of(record(ENDED, "b", 400))))
                    .hasMessageContaining("No space left");
        }
        disk.capacity(Long.MAX_VALUE);
        spool.append(List.of(record(ENDED, "b", 400)));
        assertThat(readAll(spool.reader())).containsExactly(record(ENDED, "a", 100), record(ENDED, "b", 400));
        assertThat(recovered(disk.copy())).containsExactly(record(ENDED, "a", 100), record(ENDED, "b", 400));
    }

    @Test
    void shouldNotTrustASegmentAfterAFailedForce() throws IOException {
        Spool spool = started(disk, 1 << 16, ROOMY);
        spool.append(List.of(record(ENDED, "a", 10)));
        disk.forceFails(true);
        assertThatThrownBy(() -> spool.append(List.of(record(ENDED, "b", 10)))).isInstanceOf(IOException.class);
        disk.forceFails(false);
        spool.append(List.of(record(ENDED, "b", 10)));
        assertThat(disk.segments()).hasSize(2);
        assertThat(readAll(spool.reader())).containsExactly(record(ENDED, "a", 10), record(ENDED, "b", 10));
        assertThat(recovered(disk.copy())).hasSize(2);
    }

    @Test
    void shouldLeaveNothingBehindWhenClosedWithEverythingDelivered(@TempDir Path folder) throws IOException {
        Spool spool = started(new FolderDisk(folder), 1 << 16, ROOMY);
        spool.append(List.of(record(OPENED, "a", 5), record(ENDED, "a", 7)));
        SpoolReader reader = spool.reader();
        readAll(reader);
        reader.confirm();
        reader.close();
        spool.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldRecoverFromARealFolder(@TempDir Path folder) throws IOException {
        Spool spool = started(new FolderDisk(folder), 1 << 16, ROOMY);
        spool.append(List.of(record(OPENED, "a", 5)));
        spool.close();
        Path segment = folder.resolve("calls-0000000000000001.spool");
        byte[] bytes = Files.readAllBytes(segment);
        Files.write(segment, java.util.Arrays.copyOf(bytes, bytes.length + 9));
        Spool again = new Spool(new FolderDisk(folder), 1 << 16, ROOMY);
        assertThat(again.recover()).containsExactly(record(OPENED, "a", 5));
        assertThat(again.damagedBytes()).isEqualTo(9);
        assertThat(segment).hasSize(bytes.length);
        again.close();
    }

    @Test
    void shouldGoOnWhenARealDiskWasFull(@TempDir Path folder) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting a small file system takes root");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.toString()) == 0,
                "this system does not let us mount a tmpfs");
        try {
            Spool spool = started(new FolderDisk(folder), 1 << 20, 1 << 30);
            int stored = 0;
            IOException refused = null;
            while (refused == null) {
                try {
                    spool.append(List.of(record(ENDED, "c" + stored, 100_000)));
                    stored++;
                } catch (IOException full) {
                    refused = full;
                }
            }
            assertThat(refused).hasMessageContaining("No space left");
            SpoolReader reader = spool.reader();
            assertThat(readAll(reader)).hasSize(stored);
            reader.confirm();
            spool.trim();
            spool.append(List.of(record(ENDED, "after", 100_000)));
            assertThat(readAll(reader)).containsExactly(record(ENDED, "after", 100_000));
            reader.close();
            spool.close();
        } finally {
            run("umount", folder.toString());
        }
    }

    private static int run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    static Spool started(SpoolDisk disk, int segmentBytes, long maxBytes) throws IOException {
        Spool spool = new Spool(disk, segmentBytes, maxBytes);
        spool.recover();
        return spool;
    }

    static List<SpoolRecord> recovered(SpoolDisk disk) throws IOException {
        return readAll(started(disk, 1 << 16, ROOMY).reader());
    }

    static List<SpoolRecord> readAll(SpoolReader reader) throws IOException {
        List<SpoolRecord> all = new ArrayList<>();
        for (List<SpoolRecord> part = reader.read(7); !part.isEmpty(); part = reader.read(7)) {
            all.addAll(part);
        }
        return all;
    }

    static SpoolRecord record(SpoolRecord.Kind kind, String callId, int length) {
        return new SpoolRecord(
                kind,
                callId,
                (callId + "-")
                        .repeat(length / callId.length() + 1)
                        .substring(0, length)
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** A caller was erased. */
    @Test
    void shouldKeepNothingThatIsDeliveredWhenItIsWiped() throws IOException {
        Spool spool = started(disk, 1 << 16, ROOMY);
        spool.append(List.of(record(OPENED, "over", 20), record(ENDED, "over", 20), record(OPENED, "running", 20)));
        spool.wipe();
        spool.trim();
        SpoolReader reader = spool.reader();
        assertThat(readAll(reader)).hasSize(3);
        reader.confirm();
        spool.trim();
        List<SpoolRecord> left = new ArrayList<>();
        Spool next = new Spool(disk.copy(), 1 << 16, ROOMY);
        next.recover();
        left.addAll(readAll(next.reader()));
        assertThat(left).containsExactly(record(OPENED, "running", 20));
        spool.append(List.of(record(OPENED, "later", 20)));
        spool.trim();
        assertThat(readAll(reader)).as("goes on").contains(record(OPENED, "later", 20));
    }
}
