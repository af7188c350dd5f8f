package io.sidetone.transport.rtp.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void shouldWaitForAPacketOneOrTwoPlacesLate() {
        offer(1, 3, 2, 4, 6, 7, 5, 8);
        assertThat(out).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
        assertThat(counters.value(RtpCounter.REORDERED)).isEqualTo(2);
        assertThat(counters.value(RtpCounter.LOST)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void shouldGiveUpAPacketThreeOrMorePlacesLate(int places) {
        offer(1);
        for (int i = 0; i < places; i++) {
            offer(3 + i);
        }
        offer(2);
        assertThat(out.subList(0, 5)).containsExactly("1", "lost 1", "3", "4", "5");
        assertThat(out).hasSize(2 + places);
        assertThat(counters.value(RtpCounter.LATE)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.LOST)).isEqualTo(1);
    }

    @Test
    void shouldGiveUpAGapAtTheTickWhenAPacketHasWaitedLongEnough() {
        offer(1, 3);
        window.onTick(40 * MS - 1);
        assertThat(out).containsExactly("1");
        window.onTick(40 * MS);
        assertThat(out).containsExactly("1", "lost 1", "3");
        assertThat(window.waiting()).isFalse();
    }

    @Test
    void shouldGiveUpAGapWhenAPacketComesAfterTheWait() {
        offer(1, 3);
        nowNs = 45 * MS;
        offer(2, 4);
        assertThat(out).containsExactly("1", "lost 1", "3", "4");
        assertThat(counters.value(RtpCounter.LATE)).isEqualTo(1);
    }

    @Test
    void shouldNotWaitForALossBurst() {
        offer(1, 1 + ReorderWindow.MAX_GAP + 2);
        assertThat(out).containsExactly("1", "lost 17", "19");
        offer(20);
        assertThat(out).endsWith("20");
    }

    @Test
    void shouldCloseTheOlderGapOnlyWhenTwoGapsWait() {
        offer(1, 3, 5, 7);
        assertThat(out).containsExactly("1", "lost 1", "3");
        offer(4, 6);
        assertThat(out).containsExactly("1", "lost 1", "3", "4", "5", "6", "7");
    }

    @Test
    void shouldCountDuplicatesWhetherDeliveredWaitingOrLate() {
        offer(1, 2, 2, 4, 4, 5, 6);
        assertThat(counters.value(RtpCounter.DUPLICATE)).isEqualTo(2);
        offer(3, 3);
        assertThat(counters.value(RtpCounter.LATE)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.DUPLICATE)).isEqualTo(3);
        assertThat(out).containsExactly("1", "2", "lost 1", "4", "5", "6");
    }

    @Test
    void shouldBeginAnewAfterReset() {
        offer(1, 3);
        window.reset();
        offer(100, 101);
        assertThat(out).containsExactly("1", "100", "101");
    }

    /** The rules again in the plainest words: a sorted map of what waits. */
    private static final class Model {
        private final TreeMap<Long, Long> waiting = new TreeMap<>();
        private final Set<Long> delivered = new HashSet<>();
        private final List<String> out = new ArrayList<>();
        private long next = -1;

        void offer(long number, long nowNs) {
            if (next < 0) {
                next = number;
            }
            tick(nowNs);
            if (number < next || waiting.containsKey(number)) {
                return;
            }
            waiting.put(number, nowNs);
            flush();
            while (!waiting.isEmpty()
                    && (waiting.size() > ReorderWindow.DEPTH
                            || waiting.containsKey(number) && number - next > ReorderWindow.MAX_GAP)) {
                giveUp();
            }
        }

        void tick(long nowNs) {
            while (waiting.values().stream().anyMatch(at -> nowNs - at >= ReorderWindow.MAX_WAIT_NS)) {
                giveUp();
            }
        }

        private void giveUp() {
            out.add("lost " + (waiting.firstKey() - next));
            next = waiting.firstKey();
            flush();
        }

        private void flush() {
            while (waiting.remove(next) != null) {
                assertThat(delivered.add(next)).isTrue();
                out.add(Long.toString(next++));
            }
        }
    }

    @Test
    void shouldAgreeWithTheModelWhenPacketsAreLostDoubledAndDisordered() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            Model model = new Model();
            window.reset();
            out.clear();
            nowNs = 0;
            long front = 1000;
            for (int i = 0; i < 400; i++) {
                nowNs += random.nextInt(25) * MS;
                if (random.nextInt(10) == 0) {
                    window.onTick(nowNs);
                    model.tick(nowNs);
                }
                front += random.nextInt(12) == 0 ? random.nextInt(30) : 1;
                long number = random.nextInt(4) == 0 ? Math.max(1000, front - random.nextInt(8)) : front;
                offer(number);
                model.offer(number, nowNs);
                assertThat(out).as("seed %d, packet %d", seed, i).isEqualTo(model.out);
            }
        }
    }
}
