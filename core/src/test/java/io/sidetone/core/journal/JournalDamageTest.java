package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.Seeds;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.file.JournalFileWriter;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.replay.ReplayResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A journal that is cut off, flipped, of another time or no journal at all replays to where it can be read. */
class JournalDamageTest {
    private static final int HEADER = 24;
    private static final int HEAD = 16;
    private static final int FLIPS = 300;

    private final byte[] whole = SampleCalls.journal();

    private static ReplayResult replay(byte[] journal) {
        return MemoryJournals.replay(journal, null);
    }

    private List<Integer> blocks() {
        List<Integer> starts = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = HEADER; at < whole.length; at += HEAD + bytes.getInt(at + 8)) {
            starts.add(at);
        }
        return starts;
    }

    @Test
    void shouldReplayIdenticallyWhenNothingIsWrong() {
        ReplayResult result = replay(whole);
        assertThat(result.difference()).isNull();
        assertThat(result.identical()).isTrue();
        assertThat(result.frames()).isGreaterThan(300);
        assertThat(result.durationNs()).isGreaterThan(8_000_000_000L);
    }

    @Test
    void shouldSayWhereItEndsWhenCutAroundEveryBlock() {
        List<Integer> starts = blocks();
        assertThat(starts).hasSizeGreaterThan(5);
        long inputsBefore = -1;
        for (int i = 0; i < starts.size(); i++) {
            for (int around = -1; around <= 1; around++) {
                ReplayResult result = replay(Arrays.copyOf(whole, starts.get(i) + around));
                String where = "cut at block " + i + (around < 0 ? " - 1" : " + " + around);
                assertThat(result.difference()).as(where).isNull();
                assertThat(result.identical()).as(where).isFalse();
                int damaged = around < 0 ? i - 1 : i;
                assertThat(result.damage().offset()).as(where).isEqualTo(damaged < 0 ? 0 : starts.get(damaged));
                if (around >= 0) {
                    assertThat(result.inputs()).as(where).isGreaterThanOrEqualTo(inputsBefore);
                }
            }
            inputsBefore = replay(Arrays.copyOf(whole, starts.get(i))).inputs();
        }
    }

    @Test
    void shouldFindEveryFlippedBit() {
        long seed = Seeds.of(1)[0];
        Random random = new Random(seed);
        for (int i = 0; i < FLIPS; i++) {
            byte[] journal = whole.clone();
            int at = i < HEADER ? i : random.nextInt(journal.length);
            journal[at] ^= (byte) (1 << random.nextInt(8));
            ReplayResult result = replay(journal);
            assertThat(result.damage())
                    .as("bit at %d flipped, seed %d", at, seed)
                    .isNotNull();
            assertThat(result.difference())
                    .as("bit at %d flipped, seed %d", at, seed)
                    .isNull();
        }
    }

    /** The second half of the call at another time. */
    private ReplayResult jumped(long jumpNs) throws IOException {
        List<JournalRecord> records = read();
        for (int i = records.size() / 2; i < records.size(); i++) {
            JournalRecord record = records.get(i);
            record.nowNs += jumpNs;
            record.a += record.kind == RecordKind.TICK ? jumpNs : 0;
        }
        return replay(written(records));
    }

    @Test
    void shouldReplayToTheEndAndSayWhereWhenTheClockJumps() throws IOException {
        ReplayResult straight = replay(whole);
        assertThat(straight.clockJumps()).isZero();
        assertThat(straight.firstJump()).isNull();
        for (long jumpMs : new long[] {3_600_000, -3_600_000, -60, Long.MAX_VALUE / 2_000_000}) {
            ReplayResult result = jumped(jumpMs * 1_000_000);
            assertThat(result.damage()).as("jump of %d ms", jumpMs).isNull();
            assertThat(result.complete()).as("jump of %d ms", jumpMs).isTrue();
            assertThat(result.inputs()).as("jump of %d ms", jumpMs).isEqualTo(straight.inputs());
            assertThat(result.clockJumps()).as("jump of %d ms", jumpMs).isEqualTo(1);
            assertThat(result.firstJump().byMs()).as("jump of %d ms", jumpMs).isBetween(jumpMs - 1, jumpMs + 20);
            assertThat(result.firstJump().atMs()).as("jump of %d ms", jumpMs).isBetween(2_000L, 7_000L);
            assertThat(result.firstJump().input()).isBetween(1L, straight.inputs() - 1);
            assertThat(result.durationNs())
                    .as("jump of %d ms", jumpMs)
                    .isBetween(straight.durationNs() - 100_000_000L, straight.durationNs() + 1_000_000L);
        }
    }

    @Test
    void shouldTakeATickThatCameLateForNoJump() throws IOException {
        assertThat(jumped(60_000_000L).clockJumps()).isZero();
    }

    @Test
    void shouldNameTheFirstOutputThatDiffers() throws IOException {
        List<JournalRecord> records = read();
        List<JournalRecord> frames =
                records.stream().filter(r -> r.kind == RecordKind.FRAME).toList();
        frames.get(100).c ^= 1;
        ReplayResult result = replay(written(records));
        assertThat(result.identical()).isFalse();
        assertThat(result.frames()).isEqualTo(100);
        assertThat(result.difference().expected()).startsWith("frame " + frames.get(100).a);
        assertThat(result.difference().got()).startsWith("frame " + frames.get(100).a);
        assertThat(result.difference().atMs()).isBetween(1_500L, 3_000L);
    }

    @Test
    void shouldSayWhatItIsWhenItIsNoJournalOfThisVersion() {
        byte[] other = whole.clone();
        other[8] = 9;
        assertThat(replay(other).damage().what()).contains("version 9").contains("replay with the one that wrote it");
        assertThat(replay(new byte[0]).damage().what()).isEqualTo("the file is empty");
        assertThat(replay("RIFF not a journal at all".getBytes(StandardCharsets.US_ASCII))
                        .damage()
                        .what())
                .contains("this is no journal");
        assertThat(replay(Arrays.copyOf(whole, 12)).damage().what()).contains("ends within its header");
    }

    private List<JournalRecord> read() throws IOException {
        List<JournalRecord> records = new ArrayList<>();
        JournalFileReader reader = new JournalFileReader(new ByteArrayInputStream(whole), null);
        for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
            records.add(record);
        }
        return records;
    }

    private static byte[] written(List<JournalRecord> records) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalFileWriter writer = new JournalFileWriter(Channels.newChannel(bytes), null, 7)) {
            for (JournalRecord record : records) {
                writer.write(record);
            }
        }
        return bytes.toByteArray();
    }
}
