package io.sidetone.server.records.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.server.records.delivery.SteadyClock;
import io.sidetone.server.records.delivery.SureClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which recordings go, and which stay. */
class RecordingRetentionTest {
    private static final long NOW_MS = 2_000_000_000_000L;
    private static final long HOUR_MS = 3_600_000;

    @TempDir
    private Path folder;

    private final SharedCounters<RecordingCounter> counters = new SharedCounters<>(RecordingCounter.class);
    private final Map<String, RecordedCall> calls = new HashMap<>();

    private void file(String name, int bytes, long ageHours) throws IOException {
        Path file = Files.write(folder.resolve(name), new byte[bytes]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(NOW_MS - ageHours * HOUR_MS));
    }

    private static String id(int number) {
        return String.format("01RECRECRECRECRECREC%06d", number);
    }

    private void recording(int number, int bytes, long ageHours) throws IOException {
        file(id(number) + ".wav", bytes, ageHours);
        file(id(number) + ".json", 10, ageHours);
    }

    private RecordingConfig config(Duration keep, long maxBytes) {
        return new RecordingConfig(
                Optional.of(folder), Optional.empty(), Optional.empty(), Optional.empty(), keep, maxBytes);
    }

    private void pass(RecordingConfig... configs) {
        try (RecordingRetention retention =
                new RecordingRetention(() -> List.of(configs), calls::get, counters, SureClock.at(NOW_MS))) {
            retention.pass();
        }
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldRemoveWhatIsOldEnoughAndNothingThatIsNoRecording() throws IOException {
        recording(1, 100, 25);
        recording(2, 100, 23);
        file(id(3) + ".json", 10, 25);
        file(id(4) + ".wav.part", 100, 25);
        file(id(4) + ".json", 10, 25);
        file("notes.wav", 100, 25);
        pass(config(Duration.ofHours(24), 0));
        assertThat(left())
                .containsExactly(id(2) + ".json", id(2) + ".wav", id(4) + ".json", id(4) + ".wav.part", "notes.wav");
        assertThat(counters.value(RecordingCounter.EXPIRED)).isEqualTo(1);
    }

    /** A machine without a battery starts with a wrong clock. */
    @Test
    void shouldRemoveNothingWhileTheClockIsNotBelievedButMakeRoom() throws IOException {
        recording(1, 100, 25);
        recording(2, 100, 23);
        try (RecordingRetention retention = new RecordingRetention(
                () -> List.of(config(Duration.ofHours(24), 0)),
                calls::get,
                counters,
                new SteadyClock(() -> NOW_MS, () -> 0))) {
            retention.pass();
            assertThat(left()).hasSize(4);
        }
        try (RecordingRetention retention = new RecordingRetention(
                () -> List.of(config(Duration.ofHours(24), 130)),
                calls::get,
                counters,
                new SteadyClock(() -> NOW_MS, () -> 0))) {
            retention.pass();
        }
        assertThat(left()).containsExactly(id(2) + ".json", id(2) + ".wav");
        assertThat(counters.value(RecordingCounter.EXPIRED)).isZero();
    }

    @Test
    void shouldRemoveTheOldestWhereTheFolderIsTooLarge() throws IOException {
        recording(1, 1_000, 1);
        recording(2, 1_000, 3);
        recording(3, 1_000, 2);
        pass(config(Duration.ZERO, 2_100));
        assertThat(left()).containsExactly(id(1) + ".json", id(1) + ".wav", id(3) + ".json", id(3) + ".wav");
        assertThat(counters.value(RecordingCounter.EVICTED)).isEqualTo(1);
        pass(config(Duration.ZERO, 0));
        assertThat(left()).hasSize(4);
    }

    @Test
    void shouldLeaveAFileWhoseCallIsNotDoneWithIt() throws IOException {
        RecordedLane sending =
                new RecordedLane(folder.resolve("other"), "", RecordingFolder::create, MockBehavior.DEFAULT);
        calls.put(id(1), sending.recordings.find(RecordedLane.CALL_ID));
        recording(1, 100, 25);
        pass(config(Duration.ofHours(24), 50));
        assertThat(left()).contains(id(1) + ".wav", id(1) + ".json");
    }

    @Test
    void shouldTellOfARecordingThatIsGone() throws IOException {
        RecordedLane lane = new RecordedLane(folder, "", RecordingFolder::create, MockBehavior.DEFAULT)
                .answered(false)
                .quiet(1_000)
                .hangUp();
        RecordedCall call = lane.recordings.find(RecordedLane.CALL_ID);
        calls.put(RecordedLane.CALL_ID, call);
        Files.setLastModifiedTime(call.file(), FileTime.fromMillis(NOW_MS - 30 * HOUR_MS));
        pass(config(Duration.ofHours(24), 0));
        assertThat(left()).isEmpty();
        assertThat(call.status().state()).isEqualTo(RecordingState.REMOVED);
        assertThat(call.status().file()).isEmpty();
    }

    @Test
    void shouldCountWhatCannotBeRemovedAndGoOn() throws IOException {
        recording(1, 100, 25);
        file("blocked", 0, 25);
        Path missing = folder.resolve("none");
        pass(
                new RecordingConfig(
                        Optional.of(folder.resolve("blocked")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofHours(1),
                        0),
                new RecordingConfig(
                        Optional.of(missing),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofHours(1),
                        0),
                config(Duration.ofHours(24), 0));
        assertThat(counters.value(RecordingCounter.REMOVE_FAILURES)).isEqualTo(1);
        assertThat(left()).containsExactly("blocked");
    }
}
