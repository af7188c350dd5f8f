package io.sidetone.transport.rtp.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReorderWindowTest {
    private static final long MS = 1_000_000L;

    private final RtpCounters counters = new RtpCounters();
    private final List<String> out = new ArrayList<>();
    private final ReorderWindow window = new ReorderWindow(
            16,
            new PacketConsumer() {
                @Override
                public void onPacket(
                        long extended,
                        int timestamp,
                        int payloadType,
                        boolean marker,
                        byte[] payload,
                        int length,
                        long nowNs) {
                    assertThat(timestamp).isEqualTo((int) extended * 160);
                    assertThat(length).isEqualTo(1 + (int) (extended % 16));
                    assertThat(payload[0]).isEqualTo((byte) extended);
                    assertThat(payloadType).isEqualTo((int) (extended % 128));
                    assertThat(marker).isEqualTo(extended % 2 == 0);
                    out.add(Long.toString(extended));
                }

                @Override
                public void onLost(long count) {
                    out.add("lost " + count);
                }
            },
            counters);
    private final byte[] scratch = new byte[16];
    private long nowNs;

    private void offer(long... extended) {
        for (long number : extended) {
            scratch[0] = (byte) number;
            window.offer(
                    number,
                    (int) number * 160,
                    (int) (number % 128),
                    number % 2 == 0,
                    scratch,
                    1 + (int) (number % 16),
                    nowNs);
        }
    }

    @Test
    void shouldHandOnPacketsInOrderAtOnce() {
        for (long i = 1; i <= 5; i++) {
            offer(i);
            assertThat(out).hasSize((int) i);
            assertThat(window.waiting()).isFalse();
        }
    }

    /** Shows the window a packet that is {@code lateMs} late, and what is out so far. */
    private void disorder(long lateMs) {
        offer(1, 3);
        nowNs += lateMs * MS;
        offer(2);
        out.clear();
    }

    @Test
    void shouldNotWaitForALostPacketOnANetworkThatKeepsOrder() {
        for (long number = 1; number < 200; number++) {
            nowNs += 20 * MS;
            if (number % 7 != 0) {
                offer(number);
                assertThat(out).endsWith(Long.toString(number));
                assertThat(window.waiting()).isFalse();
            }
        }
        assertThat(counters.value(RtpCounter.LOST)).isEqualTo(28);
        assertThat(counters.value(RtpCounter.LATE)).isZero();
    }

    @Test
    void shouldMissTheFirstPacketThatIsLateAndWaitForTheNext() {
        offer(1, 3, 2);
        assertThat(out).containsExactly("1", "lost 1", "3");
        assertThat(counters.value(RtpCounter.LATE)).isEqualTo(1);
        offer(5, 4, 6, 8, 9, 7);
        assertThat(out).containsExactly("1", "lost 1", "3", "4", "5", "6", "7", "8", "9");
        assertThat(counters.value(RtpCounter.REORDERED)).isEqualTo(2);
        assertThat(counters.value(RtpCounter.LOST)).isEqualTo(1);
    }

    @Test
    void shouldKeepAGapOpenALittleLongerThanPacketsWereLate() {
        disorder(20);
        assertThat(window.holdNs(nowNs)).isEqualTo(30 * MS);
        offer(4, 6);
        window.onTick(nowNs + 30 * MS - 1);
        assertThat(out).containsExactly("4");
        window.onTick(nowNs + 30 * MS);
        assertThat(out).containsExactly("4", "lost 1", "6");
        assertThat(window.waiting()).isFalse();
    }

    @Test
    void shouldGiveUpAGapWhenAPacketComesAfterTheWait() {
        disorder(20);
        offer(4, 6);
        nowNs += 31 * MS;
        offer(5, 7);
        assertThat(out).containsExactly("4", "lost 1", "6", "7");
        assertThat(counters.value(RtpCounter.LATE)).isEqualTo(2);
    }

    @Test
    void shouldNeverWaitLongerThanTheLimit() {
        disorder(59);
        assertThat(window.holdNs(nowNs)).isEqualTo(GapHold.MAX_HOLD_NS);
    }

    @Test
    void shouldNotWaitForPacketsThatComeTooLateWhateverIsDone() {
        disorder(61);
        assertThat(window.holdNs(nowNs)).isZero();
    }

    @Test
    void shouldStopWaitingWhenTheNetworkHasKeptOrderForAWhile() {
        disorder(20);
        for (long number = 4; number < 4 + 500; number++) {
            nowNs += 20 * MS;
            offer(number);
        }
        assertThat(window.holdNs(nowNs)).as("after 10 s").isEqualTo(30 * MS);
        for (long number = 504; number < 504 + 501; number++) {
            nowNs += 20 * MS;
            offer(number);
        }
        assertThat(window.holdNs(nowNs)).as("after 20 s").isZero();
    }

    @Test
    void shouldNotWaitForALossBurst() {
        disorder(20);
        offer(4, 4 + ReorderWindow.MAX_GAP + 2);
        assertThat(out).containsExactly("4", "lost 17", "22");
        offer(23);
        assertThat(out).endsWith("23");
    }

    @Test
    void shouldCloseTheOldestGapOnlyWhenThereIsNoRoom() {
        disorder(40);
        offer(4, 6, 8, 10, 12, 14, 16);
        assertThat(out).containsExactly("4");
        offer(18);
        assertThat(out).containsExactly("4", "lost 1", "6");
        offer(7, 9);
        assertThat(out).containsExactly("4", "lost 1", "6", "7", "8", "9", "10");
    }

    @Test
    void shouldCountDuplicatesWhetherDeliveredWaitingOrLate() {
        disorder(20);
        offer(4, 5, 5, 7, 7);
        assertThat(counters.value(RtpCounter.DUPLICATE)).isEqualTo(2);
        nowNs += 30 * MS;
        offer(8, 6, 6);
        assertThat(counters.value(RtpCounter.LATE)).isEqualTo(2);
        assertThat(counters.value(RtpCounter.DUPLICATE)).isEqualTo(3);
        assertThat(out).containsExactly("4", "5", "lost 1", "7", "8");
    }

    @Test
    void shouldHandOnWhatWaitsBeforeItBeginsAnew() {
        disorder(20);
        offer(4, 6);
        window.reset(nowNs);
        offer(100, 101);
        assertThat(out).containsExactly("4", "lost 1", "6", "100", "101");
    }

    /** Packets of one seeded network: every one is sent, then lost, delayed or doubled. */
    @Test
    void shouldKeepOrderAndDelayBoundWhateverTheNetworkDoes() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            TreeMap<Long, List<Long>> arrivals = new TreeMap<>();
            double loss = random.nextInt(3) * 0.1;
            int mostLateMs = random.nextInt(4) * 40;
            long first = 60_000 + random.nextInt(10_000);
            for (int i = 0; i < 300; i++) {
                for (int copy = random.nextInt(20) == 0 ? 2 : 1; copy > 0; copy--) {
                    boolean late = mostLateMs > 0 && random.nextInt(5) == 0;
                    long atMs = 1_000 + 20L * i + (late ? random.nextInt(mostLateMs) : 0);
                    if (random.nextDouble() >= loss) {
                        arrivals.computeIfAbsent(atMs, at -> new ArrayList<>()).add(first + i);
                    }
                }
            }
            play(seed, arrivals, mostLateMs > 20);
        }
    }

    private void play(long seed, TreeMap<Long, List<Long>> arrivals, boolean disorderly) {
        long countedBefore = counted();
        long lostBefore = counters.value(RtpCounter.LOST);
        ReorderWindow fresh = new ReorderWindow(16, deliveries, counters);
        Map<Long, Long> arrivedMs = new HashMap<>();
        handedOn.clear();
        long offered = 0;
        for (long ms = 1_000; ms <= arrivals.lastKey() + 100; ms++) {
            nowNs = ms * MS;
            fresh.onTick(nowNs);
            for (long number : arrivals.getOrDefault(ms, List.of())) {
                arrivedMs.putIfAbsent(number, ms);
                offered++;
                fresh.offer(number, 0, 0, false, scratch, 1, nowNs);
            }
            if (!disorderly) {
                assertThat(fresh.waiting())
                        .as("seed %d waits at %d ms", seed, ms)
                        .isFalse();
            }
        }
        long before = -1;
        for (Map.Entry<Long, Long> packet : handedOn.entrySet()) {
            assertThat(packet.getKey()).as("order, seed %d", seed).isGreaterThan(before);
            before = packet.getKey();
            long waitedMs = packet.getValue() - arrivedMs.get(packet.getKey());
            assertThat(waitedMs).as("wait of %d, seed %d", before, seed).isBetween(0L, disorderly ? 60L : 0L);
        }
        assertThat(handedOn.size() + counted() - countedBefore)
                .as("seed %d", seed)
                .isEqualTo(offered);
        long span = before - handedOn.keySet().iterator().next() + 1;
        assertThat(handedOn.size() + counters.value(RtpCounter.LOST) - lostBefore)
                .as("all places, seed %d", seed)
                .isEqualTo(span);
    }

    private long counted() {
        return counters.value(RtpCounter.LATE) + counters.value(RtpCounter.DUPLICATE);
    }

    /** Place to time of delivery, in order of delivery. */
    private final Map<Long, Long> handedOn = new LinkedHashMap<>();

    private final PacketConsumer deliveries = new PacketConsumer() {
        @Override
        public void onPacket(
                long extended, int timestamp, int payloadType, boolean marker, byte[] body, int length, long atNs) {
            assertThat(handedOn.put(extended, atNs / MS))
                    .as("second time for %d", extended)
                    .isNull();
        }

        @Override
        public void onLost(long count) {
            assertThat(count).isPositive();
        }
    };
}
