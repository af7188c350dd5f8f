package io.sidetone.core.playout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.lane.EgressKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingControlsTest {
    private final PendingControls owed = new PendingControls();

    private List<String> all() {
        List<String> all = new ArrayList<>();
        while (!owed.isEmpty()) {
            all.add(owed.kind() + " " + owed.token());
            owed.remove();
        }
        return all;
    }

    @Test
    void shouldKeepTheOrder() {
        owed.add(EgressKind.PAUSE, 1);
        owed.add(EgressKind.CONTINUE, 1);
        owed.add(EgressKind.END, 1);
        assertThat(all()).containsExactly("PAUSE 1", "CONTINUE 1", "END 1");
    }

    @Test
    void shouldKeepTheClearWhenSomethingElseFollows() {
        owed.add(EgressKind.FLUSH, 3);
        owed.add(EgressKind.PAUSE, 4);
        assertThat(all()).containsExactly("FLUSH 3", "PAUSE 4");
    }

    @Test
    void shouldForgetWhatAClearMakesNeedless() {
        owed.add(EgressKind.PAUSE, 1);
        owed.add(EgressKind.FLUSH, 2);
        owed.add(EgressKind.PAUSE, 3);
        owed.add(EgressKind.FLUSH, 3);
        assertThat(all()).containsExactly("FLUSH 3");
    }

    @Test
    void shouldLoseTheOldestButNoClearWhenThereIsTooMuch() {
        owed.add(EgressKind.FLUSH, 1);
        for (int i = 2; i <= 12; i++) {
            owed.add(EgressKind.END, i);
        }
        assertThat(all()).hasSize(8).startsWith("FLUSH 1", "END 6").endsWith("END 12");
    }
}
