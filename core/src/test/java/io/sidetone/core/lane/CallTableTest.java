package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CallTableTest {
    @Test
    void shouldAdmitAsManyAsFitAndGiveASlotANewGenerationWhenReleased() {
        CallTable table = new CallTable(2, 2);
        Admission a = table.claim(handle -> null);
        Admission b = table.claim(handle -> null);
        assertThat(table.claim(handle -> null)).isNull();
        assertThat(Set.of(a.lane(), b.lane())).containsExactlyInAnyOrder(0, 1);
        assertThat(table.release(a.handle())).isTrue();
        assertThat(table.release(a.handle())).as("a second release").isFalse();
        Admission c = table.claim(handle -> null);
        assertThat(CallHandle.index(c.handle())).isEqualTo(CallHandle.index(a.handle()));
        assertThat(CallHandle.generation(c.handle())).isEqualTo(CallHandle.generation(a.handle()) + 1);
        assertThat(table.active()).isEqualTo(2);
    }

    @Test
    void shouldPackAndUnpackHandles() {
        long handle = CallHandle.of(12_345, -7);
        assertThat(CallHandle.index(handle)).isEqualTo(12_345);
        assertThat(CallHandle.generation(handle)).isEqualTo(-7);
    }
}
