package io.sidetone.server.records.delivery;

import static io.sidetone.server.records.delivery.SpoolTest.readAll;
import static io.sidetone.server.records.delivery.SpoolTest.started;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is left of the last segment, every durable record is found and none is invented. */
@Tag("VAN-11")
class SpoolCrashTest {
    private static final int SEGMENT = 600;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 20_261_122, 424_242})
    void shouldFindExactlyTheRecordsBeforeTheCutWhenCrashedAtAnyByte(long seed) throws IOException {
        Random random = new Random(seed);
        MemoryDisk disk = new MemoryDisk();
        Spool spool = started(disk, SEGMENT, 1 << 20);
        List<SpoolRecord> all = new ArrayList<>();
        for (int group = 0; group < 30; group++) {
            List<SpoolRecord> records = group(random);
            spool.append(records);
            all.addAll(records);
        }
        long last = disk.segments().get(disk.segments().size() - 1);
        int inLast = 0;
        for (int size = disk.size(last), at = SpoolFrames.HEADER; at < size; inLast++) {
            at += SpoolFrames.size(all.get(all.size() - 1 - inLast));
        }
        List<SpoolRecord> before = all.subList(0, all.size() - inLast);
        for (int cut = 0; cut <= disk.size(last); cut++) {
            List<SpoolRecord> expected = new ArrayList<>(before);
            int at = SpoolFrames.HEADER;
            for (SpoolRecord record : all.subList(before.size(), all.size())) {
                at += SpoolFrames.size(record);
                if (at <= cut) {
                    expected.add(record);
                }
            }
            MemoryDisk crashed = disk.cut(last, cut);
            Spool again = started(crashed, SEGMENT, 1 << 20);
            assertThat(readAll(again.reader()))
                    .as("seed %d cut at %d", seed, cut)
                    .isEqualTo(expected);
            List<SpoolRecord> more = group(random);
            again.append(more);
            expected.addAll(more);
            assertThat(readAll(started(crashed.copy(), SEGMENT, 1 << 20).reader()))
                    .as("seed %d cut at %d, appended to", seed, cut)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {7, 8, 9})
    void shouldInventNothingWhenAnyByteIsDamaged(long seed) throws IOException {
        Random random = new Random(seed);
        MemoryDisk disk = new MemoryDisk();
        Spool spool = started(disk, SEGMENT, 1 << 20);
        List<SpoolRecord> all = new ArrayList<>();
        for (int group = 0; group < 12; group++) {
            List<SpoolRecord> records = group(random);
            spool.append(records);
            all.addAll(records);
        }
        for (long segment : disk.segments()) {
            for (int at = 0; at < disk.size(segment); at++) {
                MemoryDisk damaged = disk.damaged(segment, at, 1 << random.nextInt(8));
                Spool again = started(damaged, SEGMENT, 1 << 20);
                List<SpoolRecord> found = readAll(again.reader());
                assertThat(all)
                        .as("seed %d segment %d byte %d", seed, segment, at)
                        .containsSubsequence(found);
                assertThat(found).hasSizeLessThan(all.size());
                assertThat(again.damagedBytes()).isPositive();
            }
        }
    }

    private static List<SpoolRecord> group(Random random) {
        List<SpoolRecord> group = new ArrayList<>();
        int n = 1 + random.nextInt(4);
        for (int i = 0; i < n; i++) {
            byte[] body = new byte[random.nextInt(60)];
            random.nextBytes(body);
            SpoolRecord.Kind kind = SpoolRecord.Kind.values()[random.nextInt(3)];
            group.add(new SpoolRecord(kind, "call" + random.nextInt(100_000), body));
        }
        return group;
    }
}
