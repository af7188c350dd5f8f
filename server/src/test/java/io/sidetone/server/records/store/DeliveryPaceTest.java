package io.sidetone.server.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often a busy server writes to its database. */
class DeliveryPaceTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private long nowNs = Long.MAX_VALUE - 5 * SECOND_NS;
    private final DeliveryPace pace = new DeliveryPace(nowNs);

    private int delivered(long forNs, long everyNs) {
        int count = 0;
        for (long endNs = nowNs + forNs; endNs - nowNs > 0; nowNs += everyNs) {
            if (pace.waitNs(nowNs) == 0) {
                pace.delivered(nowNs, 1);
                count++;
            }
        }
        return count;
    }

    @Test
    void shouldLetTheRecordsOfOneCallPassAtOnce() {
        for (int i = 0; i < 3; i++) {
            assertThat(pace.waitNs(nowNs)).isZero();
            pace.delivered(nowNs, 1);
        }
        assertThat(pace.waitNs(nowNs)).isEqualTo(DeliveryPace.INTERVAL_NS);
        nowNs += DeliveryPace.INTERVAL_NS / 4;
        assertThat(pace.waitNs(nowNs)).isEqualTo(DeliveryPace.INTERVAL_NS / 4 * 3);
    }

    @Test
    void shouldNotGatherCreditBeyondOneCall() {
        pace.delivered(nowNs, 1);
        nowNs += 1_000 * SECOND_NS;
        assertThat(delivered(1, 1)).isEqualTo(1);
        assertThat(delivered(1, 1)).isEqualTo(1);
        assertThat(delivered(1, 1)).isEqualTo(1);
        assertThat(delivered(1, 1)).isZero();
    }

    @Test
    void shouldNotMakeTheNextRecordWaitForAllThatWasDeliveredInAHurry() {
        for (int i = 0; i < 1_000; i++) {
            pace.delivered(nowNs, 1);
        }
        assertThat(pace.waitNs(nowNs)).isEqualTo(DeliveryPace.INTERVAL_NS);
        nowNs += 3 * DeliveryPace.INTERVAL_NS;
        assertThat(delivered(1, 1)).isEqualTo(1);
        assertThat(delivered(1, 1)).isEqualTo(1);
        for (int i = 0; i < 1_000; i++) {
            pace.delivered(nowNs, 64);
        }
        assertThat(pace.waitNs(nowNs)).isEqualTo(DeliveryPace.LONGEST_NS);
    }

    @Test
    void shouldTakeAllThatWaitedWhenOneTransactionTakesAPart() {
        for (int i = 0; i < 3; i++) {
            pace.begins(1);
            pace.delivered(nowNs, 1);
        }
        assertThat(pace.waitNs(nowNs)).isEqualTo(DeliveryPace.INTERVAL_NS);
        for (int part = 0; part < 2; part++) {
            pace.begins(24);
            pace.delivered(nowNs, 8);
            assertThat(pace.waitNs(nowNs)).isZero();
        }
        pace.begins(24);
        pace.delivered(nowNs, 8);
        assertThat(pace.waitNs(nowNs)).as("paid for all of them").isEqualTo(DeliveryPace.LONGEST_NS);
    }

    @Test
    void shouldCountAnewWhatWaitsWhenTheDatabaseFailed() {
        pace.begins(24);
        pace.delivered(nowNs, 8);
        pace.ends();
        for (int i = 0; i < 3; i++) {
            pace.begins(1);
            pace.delivered(nowNs, 1);
        }
        assertThat(pace.waitNs(nowNs)).isEqualTo(DeliveryPace.INTERVAL_NS);
    }

    @Test
    void shouldMoveTransactionsApartWhenManyRecordsCome() {
        assertThat(intervals(12)).endsWith(DeliveryPace.LONGEST_NS);
    }

    @Test
    void shouldMoveTransactionsTogetherWhenFewRecordsCome() {
        intervals(12);
        assertThat(intervals(4)).endsWith(DeliveryPace.INTERVAL_NS);
    }

    /** How far apart transactions are while so many records come each second. */
    private List<Long> intervals(int recordsPerSecond) {
        List<Long> intervals = new ArrayList<>();
        for (long beganNs = nowNs, lastNs = nowNs, taken = 0; nowNs - beganNs < 120 * SECOND_NS; nowNs += 10_000_000) {
            long come = (nowNs - beganNs) * recordsPerSecond / SECOND_NS;
            if (come > taken && pace.waitNs(nowNs) == 0) {
                pace.delivered(nowNs, (int) (come - taken));
                intervals.add(nowNs - lastNs);
                taken = come;
                lastNs = nowNs;
            }
        }
        return intervals;
    }

    @Test
    void shouldDeliverTwiceASecondWhenRecordsNeverEndAlsoWhereTheClockWrapsAround() {
        delivered(10 * SECOND_NS, 1_000_000);
        assertThat(delivered(10 * SECOND_NS, 1_000_000)).isEqualTo(20);
    }
}
