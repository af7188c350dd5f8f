package io.sidetone.transport.carrier.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkOrderTest {
    private final List<Integer> heard = new ArrayList<>();
    private final ChunkOrder order = new ChunkOrder((audio, length, nowNs) -> {
        assertThat(length).isEqualTo(1);
        heard.add((int) audio[0]);
    });

    private void add(int... chunks) {
        for (int chunk : chunks) {
            order.add(chunk, new byte[] {(byte) chunk}, 1, 0);
        }
    }

    @Test
    void shouldPutNeighboursInOrder() {
        add(2, 4, 3, 7, 6, 5, 8);
        assertThat(heard).containsExactly(2, 3, 4, 5, 6, 7, 8);
        assertThat(order.lost()).isZero();
    }

    @Test
    void shouldGiveUpAHoleWhenEnoughWaitsBehindIt() {
        add(1, 3, 4, 5);
        assertThat(heard).containsExactly(1);
        add(6);
        assertThat(heard).containsExactly(1, 3, 4, 5, 6);
        add(2);
        assertThat(heard).containsExactly(1, 3, 4, 5, 6);
        assertThat(order.lost()).isEqualTo(1);
        assertThat(order.late()).isEqualTo(1);
    }

    @Test
    void shouldDropWhatComesTwice() {
        add(1, 2, 2, 4, 4, 3);
        assertThat(heard).containsExactly(1, 2, 3, 4);
        assertThat(order.late()).isEqualTo(2);
    }

    @Test
    void shouldGoOnAfterAJumpAndAfterANewCount() {
        add(1, 100, 101);
        order.add(50_000, new byte[] {7}, 1, 0);
        assertThat(heard).containsExactly(1, 100, 101, 7);
        heard.clear();
        add(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(heard).endsWith(9, 10, 11);
        order.add(-1, new byte[] {12}, 1, 0);
        assertThat(heard).endsWith(12);
    }

    @Test
    void shouldNeverRepeatNorTurnBack() {
        long seed = Long.getLong("seed", 7L);
        System.out.println("ChunkOrderTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            List<Long> out = new ArrayList<>();
            ChunkOrder each = new ChunkOrder((audio, length, nowNs) -> out.add((long) (audio[0] & 0xff)));
            List<Integer> sent = new ArrayList<>();
            for (int chunk = 1; chunk < 200; chunk++) {
                if (random.nextInt(20) > 0) {
                    int back = random.nextInt(5) == 0 ? random.nextInt(4) : 0;
                    sent.add(Math.max(0, sent.size() - back), chunk);
                }
            }
            for (int chunk : sent) {
                each.add(chunk, new byte[] {(byte) chunk}, 1, 0);
            }
            for (int i = 1; i < out.size(); i++) {
                assertThat(out.get(i)).as("seed %d round %d", seed, round).isGreaterThan(out.get(i - 1));
            }
            assertThat(out.size() + each.late()).isGreaterThanOrEqualTo(sent.size() - ChunkOrder.WINDOW);
        }
    }
}
