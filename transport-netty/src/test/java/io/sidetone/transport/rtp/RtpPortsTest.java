package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RtpPortsTest {
    private static final long REST = 10_000_000_000L;

    private static List<Integer> acquireAll(RtpPorts ports, long nowNs) {
        List<Integer> acquired = new ArrayList<>();
        for (int port = ports.acquire(nowNs); port != RtpPorts.NONE; port = ports.acquire(nowNs)) {
            acquired.add(port);
        }
        return acquired;
    }

    @Test
    void shouldHandOutEveryEvenPortOnceInAnOrderOfChance() {
        List<Integer> first = acquireAll(new RtpPorts(10_000, 10_199, REST, new Random(1)), 0);
        List<Integer> second = acquireAll(new RtpPorts(10_000, 10_199, REST, new Random(2)), 0);
        assertThat(first)
                .hasSize(100)
                .doesNotHaveDuplicates()
                .allMatch(port -> port % 2 == 0 && port >= 10_000 && port <= 10_198);
        assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
        assertThat(first).isNotEqualTo(first.stream().sorted().toList());
    }

    @ParameterizedTest
    @CsvSource({"10000, 10001, 1", "10001, 10003, 1", "10001, 10004, 1", "10000, 10004, 2", "65534, 65535, 1"})
    void shouldOnlyUsePairsInsideTheRange(int low, int high, int pairs) {
        RtpPorts ports = new RtpPorts(low, high, REST, new Random(1));
        assertThat(ports.pairs()).isEqualTo(pairs);
        assertThat(acquireAll(ports, 0)).allMatch(port -> port >= low && port + 1 <= high);
    }

    @ParameterizedTest
    @CsvSource({"0, 100", "10000, 10000", "10001, 10002", "20000, 10000", "10000, 65536"})
    void shouldRefuseARangeWithoutAPair(int low, int high) {
        assertThatThrownBy(() -> new RtpPorts(low, high, REST, new Random(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rtp.ports " + low + "-" + high);
    }

    @Test
    void shouldLetAPairRestBeforeItIsUsedAgain() {
        RtpPorts ports = new RtpPorts(10_000, 10_003, REST, new Random(1));
        int first = ports.acquire(0);
        int second = ports.acquire(0);
        assertThat(ports.acquire(0)).isEqualTo(RtpPorts.NONE);
        ports.release(first, 1_000);
        ports.release(second, 2_000);
        assertThat(ports.acquire(REST + 999)).isEqualTo(RtpPorts.NONE);
        assertThat(ports.acquire(REST + 1_000)).isEqualTo(first);
        assertThat(ports.acquire(REST + 1_999)).isEqualTo(RtpPorts.NONE);
        assertThat(ports.acquire(REST + 2_000)).isEqualTo(second);
    }

    @Test
    void shouldGiveThePairThatRestedLongestWhenNoneHasRestedEnough() {
        RtpPorts ports = new RtpPorts(10_000, 10_005, REST, new Random(1));
        int first = ports.acquire(0);
        int second = ports.acquire(0);
        int third = ports.acquire(0);
        assertThat(ports.acquireEarly()).as("all are in use").isEqualTo(RtpPorts.NONE);
        ports.release(second, 1_000);
        ports.release(third, 2_000);
        assertThat(ports.acquire(3_000)).isEqualTo(RtpPorts.NONE);
        assertThat(ports.acquireEarly()).isEqualTo(second);
        assertThat(ports.acquireEarly()).isEqualTo(third);
        assertThat(ports.acquireEarly()).isEqualTo(RtpPorts.NONE);
        ports.release(first, 4_000);
        assertThat(ports.acquire(REST + 4_000)).isEqualTo(first);
    }

    @Test
    void shouldWriteOneLineAMinuteWhenTheRangeIsTooSmall() {
        List<String> lines = new ArrayList<>();
        PortShortage shortage =
                new PortShortage(RtpSettings.of(InetAddress.getLoopbackAddress(), 10_000, 10_005), lines::add);
        for (int second = 0; second < 125; second++) {
            shortage.early(second * 1_000_000_000L);
            shortage.none(second * 1_000_000_000L);
        }
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("rtp.ports 10000-10005", "1 port pairs", "rested 10000 ms", "and 0 calls");
        assertThat(lines.get(1)).contains("60 port pairs", "and 60 calls", "widen rtp.ports");
    }

    @Test
    void shouldNeverGiveAPairToTwoCallsWhenCallsComeAndGo() {
        long seed = 11;
        Random random = new Random(seed);
        RtpPorts ports = new RtpPorts(20_000, 20_039, 50, random);
        Set<Integer> used = new HashSet<>();
        int refused = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextBoolean() && !used.isEmpty()) {
                int port = used.iterator().next();
                used.remove(port);
                ports.release(port, step);
            } else {
                int rested = ports.acquire(step);
                int port = rested == RtpPorts.NONE && random.nextBoolean() ? ports.acquireEarly() : rested;
                if (port == RtpPorts.NONE) {
                    refused++;
                } else {
                    assertThat(used.add(port))
                            .as("seed %d, step %d", seed, step)
                            .isTrue();
                }
            }
        }
        assertThat(refused).isPositive();
        assertThat(ports.ready() + used.size()).isBetween(1, 20);
    }
}
