package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.admission.Admission;
import io.sidetone.core.admission.CallHandle;
import io.sidetone.core.admission.CallId;
import io.sidetone.core.admission.CallTable;
import java.util.HashSet;
import java.util.Random;
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

    @Test
    void shouldMakeSortableIdsOfTwentySixCharacters() {
        Random random = new Random(1);
        Set<String> ids = new HashSet<>();
        String previous = "";
        for (long ms = 1_700_000_000_000L; ms < 1_700_000_000_100L; ms++) {
            String id = CallId.next(ms, random);
            assertThat(id).hasSize(26).matches("[0-9A-HJKMNP-TV-Z]{26}").isGreaterThan(previous);
            ids.add(id);
            previous = id;
        }
        assertThat(ids).hasSize(100);
    }
}
