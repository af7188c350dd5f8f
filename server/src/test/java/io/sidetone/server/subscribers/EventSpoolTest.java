package io.sidetone.server.subscribers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.server.delivery.MemoryDisk;
import io.sidetone.server.delivery.Spool;
import io.sidetone.server.delivery.SpoolRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
        events.offer(CALL, WebhookDeliveryTest.event(TurnEventType.TURN_ENDED, sequence, 1_700_000_000_000L));
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
                CALL,
                new io.sidetone.core.turn.event.TurnEvent(TurnEventType.TURN_ENDED, 1, null, null, null, 0, 0, null));
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
}
