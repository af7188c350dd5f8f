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
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A journal whose checksums are right and whose content is not: inputs twice, in the wrong order, of the wrong type, behind
 * the end. The lane's code gets them as they are; a replay ends and says what is wrong, and throws at nobody.
 */
class JournalTamperTest {
    private static final int TRIES = 250;

    private final byte[] whole = SampleCalls.journal();

    private List<JournalRecord> read() throws IOException {
        List<JournalRecord> records = new ArrayList<>();
        JournalFileReader reader = new JournalFileReader(new ByteArrayInputStream(whole), null);
        for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
            records.add(record);
        }
        return records;
    }

    private static ReplayResult replay(List<JournalRecord> records) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalFileWriter writer = new JournalFileWriter(Channels.newChannel(bytes), null, 7)) {
            for (JournalRecord record : records) {
                writer.write(record);
            }
        }
        return MemoryJournals.replay(bytes.toByteArray(), null);
    }

    private static int input(List<JournalRecord> records, Random random) {
        int at;
        do {
            at = 2 + random.nextInt(records.size() - 3);
        } while (records.get(at).kind != RecordKind.INPUT);
        return at;
    }

    @Test
    void shouldEndAndSayWhatIsWrongWhateverTheInputsAre() throws IOException {
        long seed = Seeds.of(1)[0];
        Random random = new Random(seed);
        int told = 0;
        for (int i = 0; i < TRIES; i++) {
            List<JournalRecord> records = read();
            int at = input(records, random);
            int other = input(records, random);
            JournalRecord record = records.get(at);
            switch (i % 8) {
                case 0 -> records.add(at, record);
                case 1 -> Collections.swap(records, at, other);
                case 2 -> records.remove(at);
                case 3 -> record.ref = List.of("an object", 7, "of another type");
                case 4 -> record.ref = null;
                case 5 -> record.what = random.nextInt(60) - 5;
                case 6 -> record.token += random.nextInt(1_000) - 500;
                default -> {
                    record.a = random.nextLong();
                    record.b = random.nextLong();
                }
            }
            ReplayResult result = replay(records);
            assertThat(result.inputs()).as("try %d, seed %d", i, seed).isPositive();
            told += result.identical() ? 0 : 1;
        }
        assertThat(told).as("changes that were noticed, seed %d", seed).isGreaterThan(TRIES / 10);
    }

    @Test
    void shouldTakeNothingBehindTheEndOfTheCall() throws IOException {
        List<JournalRecord> records = read();
        List<JournalRecord> late = records.stream()
                .filter(record -> record.kind == RecordKind.INPUT)
                .skip(1)
                .toList();
        JournalRecord end = records.remove(records.size() - 1);
        assertThat(end.kind).isEqualTo(RecordKind.END);
        records.addAll(late);
        records.add(end);
        ReplayResult result = replay(records);
        assertThat(result.difference()).isNull();
        assertThat(result.complete()).isTrue();
        assertThat(result.inputs()).isGreaterThan(late.size());
    }

    @Test
    void shouldSayThatItDoesNotBeginWithTheSetup() throws IOException {
        List<JournalRecord> records = read();
        assertThat(replay(records.subList(1, records.size())).damage().what())
                .contains("does not begin with the call's set-up");
        List<JournalRecord> outputFirst = new ArrayList<>(records);
        outputFirst.get(0).ref = "no map";
        assertThat(replay(outputFirst).damage().what()).contains("does not begin with the call's set-up");
    }

    @Test
    void shouldSayThatItIsOfAnotherVersionWhenTheSetupLacksSomething() throws IOException {
        List<JournalRecord> records = read();
        records.get(0).ref = java.util.Map.of("setup", java.util.Map.of("callId", "x"));
        assertThat(replay(records).damage().what()).contains("replay with the version that wrote the journal");
        records.get(0).ref = java.util.Map.of("setup", "x");
        assertThat(replay(records).damage().what()).contains("the call's set-up is missing");
    }
}
