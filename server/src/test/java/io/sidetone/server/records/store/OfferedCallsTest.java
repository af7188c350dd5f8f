package io.sidetone.server.records.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.records.delivery.GroupCommit;
import io.sidetone.server.records.delivery.MemoryDisk;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolReader;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.usage.Prices;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Queue to spool, step by step, on a disk in memory. */
@Tag("VAN-11")
class OfferedCallsTest {
    private final StoredCalls calls = new StoredCalls(id -> null, Prices.NONE);
    private final SharedCounters<StoreCounter> counters = new SharedCounters<>(StoreCounter.class);
    private final Queue<OfferedCalls.Offer> queue = new ArrayDeque<>();
    private final MemoryDisk disk = new MemoryDisk();
    private final CallRecord call = new LaneCalls(CallObserver.none()).whole("sip:+4930123@example.net");

    @Test
    void shouldSpoolABeginningAndAnEnd() throws IOException {
        Spool spool = new Spool(disk, 1 << 16, 1 << 20);
        GroupCommit writer = writer(spool);
        queue.add(new OfferedCalls.Offer(call, false, false));
        queue.add(new OfferedCalls.Offer(call, true, true));
        writer.step();
        List<StoredCall> read = read(spool);
        assertThat(read)
                .extracting(StoredCall::status)
                .containsExactly(StoredCall.Status.OPEN, StoredCall.Status.ENDED);
        assertThat(read.get(0).durationMs()).isNull();
        assertThat(read.get(1).durationMs()).isBetween(3_900L, 4_100L);
        assertThat(read.get(1).endCause()).isEqualTo("CALLER_HUNG_UP");
        assertThat(read.get(1).turns()).isNotEmpty();
        assertThat(read.get(1).events()).anyMatch(e -> e.kind().equals("state"));
        assertThat(read.get(1).metrics()).containsKey("framesOut");
        assertThat(counters.value(StoreCounter.SPOOLED)).isEqualTo(2);
        assertThat(writer.idle()).isTrue();
    }

    @Test
    void shouldWriteAnEndOnceWhenTheCallIsReleasedByThen() throws IOException {
        Spool spool = new Spool(disk, 1 << 16, 1 << 20);
        GroupCommit writer = writer(spool);
        queue.add(new OfferedCalls.Offer(call, true, false));
        queue.add(new OfferedCalls.Offer(call, true, true));
        writer.step();
        assertThat(read(spool)).extracting(StoredCall::status).containsExactly(StoredCall.Status.ENDED);
    }

    @Test
    void shouldKeepTheEarlyEndWhenTheLastOneFoundNoRoom() throws IOException {
        Spool spool = new Spool(disk, 1 << 16, 1 << 20);
        GroupCommit writer = writer(spool);
        CallRecord other = new LaneCalls(CallObserver.none()).whole("sip:bob@example.net");
        queue.add(new OfferedCalls.Offer(call, false, false));
        queue.add(new OfferedCalls.Offer(call, true, false));
        queue.add(new OfferedCalls.Offer(other, true, false));
        queue.add(new OfferedCalls.Offer(other, true, true));
        writer.step();
        assertThat(writer.idle()).isTrue();
        assertThat(read(spool))
                .extracting(StoredCall::caller, StoredCall::status)
                .containsExactlyInAnyOrder(
                        tuple("sip:+4930123@example.net", StoredCall.Status.OPEN),
                        tuple("sip:+4930123@example.net", StoredCall.Status.ENDED),
                        tuple("sip:bob@example.net", StoredCall.Status.ENDED));
    }

    @Test
    void shouldStoreCallsOfAProcessThatIsGoneAsAborted() throws IOException {
        GroupCommit before = writer(new Spool(disk, 1 << 16, 1 << 20));
        queue.add(new OfferedCalls.Offer(call, false, false));
        before.step();
        Spool again = new Spool(disk.copy(), 1 << 16, 1 << 20);
        writer(again).step();
        List<StoredCall> read = read(again);
        assertThat(read)
                .extracting(StoredCall::status)
                .containsExactly(StoredCall.Status.OPEN, StoredCall.Status.ABORTED);
        assertThat(read.get(1).callId()).isEqualTo(call.setup().who().callId());
        assertThat(read.get(1).endCause()).isEqualTo(StoredCall.PROCESS_GONE);
        assertThat(counters.value(StoreCounter.ABORTED)).isEqualTo(1);
        assertThat(new Spool(disk.copy(), 1 << 16, 1 << 20).recover()).hasSize(1);
    }

    @Test
    void shouldSayWhyAndLoseNothingWhileTheDiskIsFull() throws IOException {
        Spool spool = new Spool(disk.capacity(700), 1 << 16, 1 << 20);
        GroupCommit writer = writer(spool);
        queue.add(new OfferedCalls.Offer(call, false, false));
        queue.add(new OfferedCalls.Offer(call, true, true));
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(writer.step()).isPositive();
        }
        assertThat(writer.trouble()).contains("No space left");
        assertThat(writer.idle()).isFalse();
        disk.capacity(Long.MAX_VALUE);
        writer.step();
        assertThat(writer.trouble()).isNull();
        assertThat(read(spool)).hasSize(2);
        assertThat(counters.value(StoreCounter.DROPPED)).isZero();
    }

    @Test
    void shouldHoldRecordsWhenTheSpoolIsFullAndGoOnWhenItWasDelivered() throws IOException {
        Spool spool = new Spool(disk, 4_096, 16_384);
        GroupCommit writer = writer(spool);
        while (writer.trouble() == null) {
            queue.add(new OfferedCalls.Offer(call, true, true));
            writer.step();
        }
        assertThat(writer.trouble()).contains("16384");
        SpoolReader reader = spool.reader();
        while (!reader.read(10).isEmpty()) {
            reader.confirm();
        }
        writer.step();
        writer.step();
        assertThat(writer.trouble()).isNull();
        assertThat(writer.idle()).isTrue();
    }

    private GroupCommit writer(Spool spool) {
        return new GroupCommit(
                "Call store",
                "records",
                spool,
                OfferedCalls.GROUP_RECORDS,
                new OfferedCalls(queue, calls, counters, () -> {}));
    }

    private List<StoredCall> read(Spool spool) throws IOException {
        SpoolReader reader = spool.reader();
        List<StoredCall> all = new ArrayList<>();
        for (List<SpoolRecord> part = reader.read(10); !part.isEmpty(); part = reader.read(10)) {
            for (SpoolRecord record : part) {
                all.add(calls.read(record.body()));
            }
        }
        return all;
    }
}
