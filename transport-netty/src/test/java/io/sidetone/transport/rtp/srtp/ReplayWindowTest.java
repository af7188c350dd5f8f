package io.sidetone.transport.rtp.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
    @Test
    void shouldDecideAsASetOfAllIndicesWould() {
        Random random = new Random(11);
        ReplayWindow window = new ReplayWindow();
        Set<Long> come = new HashSet<>();
        long highest = -1;
        for (int i = 0; i < 200_000; i++) {
            int jump = random.nextInt(50) == 0 ? random.nextInt(300) : random.nextInt(4);
            long index = Math.max(0, highest + jump - random.nextInt(160) * random.nextInt(2));
            boolean expected = highest - index < ReplayWindow.PACKETS && !come.contains(index);
            assertThat(window.admits(index)).as("%d after %d", index, highest).isEqualTo(expected);
            if (expected) {
                window.note(index);
                come.add(index);
                highest = Math.max(highest, index);
                assertThat(window.highest()).isEqualTo(highest);
            }
        }
        assertThat(come).hasSizeGreaterThan(10_000);
    }

    @Test
    void shouldKnowNothingAfterAReset() {
        ReplayWindow window = new ReplayWindow();
        window.note(500);
        window.note(430);
        window.reset();
        assertThat(window.admits(500)).isTrue();
        assertThat(window.admits(430)).isTrue();
        assertThat(window.highest()).isEqualTo(-1);
    }
}
