package io.sidetone.server.records.subscribers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.records.delivery.MemoryDisk;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolReader;
import io.sidetone.server.records.delivery.SpoolRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events to a spool on a disk in memory, step by step. */
@Tag("ITE-PAT-001")
class EventSpoolTest {
    private static final String CALL = "01HZY0000000000000000000AA";
    private static final long MS = 1_000_000L;

    private final MemoryDisk disk = new MemoryDisk();
    private final SubscriberCounters counters = new SubscriberCounters();
    private final Spool spool = new Spool(disk, 1 << 16, 1 << 20);
    private final EventSpool events = new EventSpool("crm", true, spool, counters);

    private void offer(long sequence) {
        events.offer(
                CALL,
                WebhookDeliveryTest.event(TurnEventType.TURN_ENDED, sequence, 1_700_000_000_000L),
                SpoolRecord.Kind.EVENT);
    }

    private long count(SubscriberCounter counter) {
        return counters.events.value(counter);
    }

    @Test
    void shouldKeepTheFormOfWhatIsSpooled() throws IOException {
        offer(7);
        events.step(0);
        List<SpoolRecord> read = spool.reader().read(10);
        assertThat(read).hasSize(1);
        byte[] body = read.get(0).body();
        assertThat(read.get(0).kind()).isEqualTo(SpoolRecord.Kind.EVENT);
        assertThat(read.get(0).callId()).isEqualTo(CALL);
        assertThat(java.util.HexFormat.of().formatHex(body, 0, 18))
                .isEqualTo("01" + "0000018bcfe56800" + "0000000000000007" + "0a");
        assertThat(new String(body, 18, 10, StandardCharsets.US_ASCII)).isEqualTo("turn-ended");
        assertThat(body[28]).isEqualTo((byte) '{');
        assertThat(disk.segments()).containsExactly(1L);
    }

    @Test
    void shouldPauseAQuarterOfASecondAndLoseNothingWhenTheDiskIsFull() {
        disk.capacity(60);
        offer(1);
        long nowNs = 5 * MS;
        long nextNs = events.step(nowNs);
        assertThat(nextNs).isEqualTo(nowNs + 250 * MS);
        disk.capacity(Long.MAX_VALUE);
        assertThat(events.step(nowNs + 249 * MS)).isEqualTo(nextNs);
        assertThat(events.settled()).isFalse();
        events.step(nextNs);
        assertThat(events.settled()).isTrue();
        assertThat(count(SubscriberCounter.SPOOLED)).isEqualTo(1);
        assertThat(count(SubscriberCounter.SPOOL_FAILURES)).isEqualTo(1);
        assertThat(count(SubscriberCounter.OVERFLOW)).isZero();
    }

    @Test
    void shouldCountAnEventThatCannotBeWrittenDownAndGoOn() {
        events.offer(
                CALL, new TurnEvent(TurnEventType.TURN_ENDED, 1, null, null, null, 0, 0, null), SpoolRecord.Kind.EVENT);
        offer(2);
        events.step(0);
        assertThat(count(SubscriberCounter.OVERFLOW)).isEqualTo(1);
        assertThat(count(SubscriberCounter.SPOOLED)).isEqualTo(1);
        assertThat(events.settled()).isTrue();
    }

    @Test
    void shouldCountWhatDidNotReachTheDiskWhenTheProcessEnds() {
        disk.capacity(60);
        offer(1);
        events.step(0);
        offer(2);
        events.abandon();
        assertThat(count(SubscriberCounter.OVERFLOW)).isEqualTo(2);
    }

    @Test
    void shouldCountWhatFindsNoRoomInTheQueue() {
        for (long i = 0; i <= EventSpool.QUEUE; i++) {
            offer(i);
        }
        assertThat(count(SubscriberCounter.OVERFLOW)).isEqualTo(1);
        assertThat(events.queued()).isEqualTo(EventSpool.QUEUE);
    }

    private static TurnEvent ended(Map<String, Object> recording) {
        return new TurnEvent(
                TurnEventType.CALL_ENDED,
                9,
                FloorState.ENDED,
                WebhookDeliveryTest.event(TurnEventType.TURN_ENDED, 1, 0).views(),
                null,
                0,
                1_700_000_000_000L,
                Map.of("recording", recording));
    }

    /** What the next process would send: the events of the spool after this one died. */
    private List<String> afterACrash() throws IOException {
        Spool next = new Spool(disk, 1 << 16, 1 << 20);
        new EventSpool("crm", true, next, new SubscriberCounters()).step(0);
        List<String> sent = new ArrayList<>();
        SpoolReader reader = next.reader();
        List<SpoolRecord> records = new ArrayList<>(reader.read(100));
        records.addAll(reader.read(100));
        records.addAll(reader.read(100));
        for (SpoolRecord record : records) {
            PendingEvent event = PendingEvent.of(record);
            if (event != null) {
                sent.add(event.sequence() + " " + new String(event.json(), StandardCharsets.UTF_8));
            }
        }
        return sent;
    }

    @ParameterizedTest
    @CsvSource({
        "false, call.wav, complete",
        "true, call.wav, uploading",
        "true, call.wav.part, uploading",
        "false, '', removed",
        "true, '', uploaded"
    })
    void shouldSendAPromisedEventAfterACrashWithTheRecordingAsItIsOnTheDisk(
            boolean sent, String onDisk, String state, @TempDir Path folder) throws IOException {
        if (!onDisk.isEmpty()) {
            Files.createFile(folder.resolve(onDisk));
        }
        Map<String, Object> recording = new LinkedHashMap<>();
        recording.put("state", "uploading");
        recording.put("file", folder.resolve("call.wav").toString());
        if (sent) {
            recording.put("url", "https://rec.example.com/call.wav");
        }
        offer(8);
        events.offer(CALL, ended(recording), SpoolRecord.Kind.OPENED);
        events.step(0);
        assertThat(count(SubscriberCounter.SPOOLED)).as("a promise is no event").isEqualTo(1);
        List<String> left = afterACrash();
        assertThat(left).hasSize(2);
        assertThat(left.get(1)).startsWith("9 ").contains("\"state\":\"" + state + "\"");
        assertThat(afterACrash()).as("once, after another crash too").hasSize(2);
    }

    @Test
    void shouldSendOnlyTheEventThatFollowedItsPromise() throws IOException {
        events.offer(CALL, ended(Map.of("state", "uploading")), SpoolRecord.Kind.OPENED);
        events.step(0);
        events.offer(CALL, ended(Map.of("state", "uploaded")), SpoolRecord.Kind.EVENT);
        events.step(0);
        assertThat(afterACrash()).singleElement().asString().contains("\"state\":\"uploaded\"");
    }

    @Test
    void shouldSendNothingOfAPromiseThatWasWithdrawn() throws IOException {
        events.offer(CALL, ended(Map.of("state", "uploading")), SpoolRecord.Kind.OPENED);
        events.step(0);
        events.offer(CALL, null, SpoolRecord.Kind.ABORTED);
        events.step(0);
        assertThat(afterACrash()).isEmpty();
    }
}
