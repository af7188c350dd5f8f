package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldMessagesTest {
    private final HeldMessages<String> held = new HeldMessages<>(3, 100);
    private final List<String> applied = new ArrayList<>();

    @Test
    void shouldApplyInOrderWhenTheEnginesAreOpen() {
        held.offer("a", 1);
        held.offer("b", 1);

        held.release(() -> true, applied::add);

        assertThat(applied).containsExactly("a", "b");
        assertThat(held.count()).isZero();
    }

    @Test
    void shouldRefuseWhenTooManyWait() {
        held.offer("a", 0);
        held.offer("b", 0);
        held.offer("c", 0);

        assertThat(held.offer("d", 0)).isFalse();
        assertThat(held.count()).isEqualTo(3);
    }

    @Test
    void shouldRefuseWhenTheSumIsTooLargeAndTakeWhatStillFits() {
        held.offer("a", 60);

        assertThat(held.offer("b", 41)).isFalse();
        assertThat(held.offer("c", 40)).isTrue();
    }

    @Test
    void shouldHaveRoomAgainWhenClearedOrReleased() {
        held.offer("a", 100);
        held.clear();
        assertThat(held.offer("b", 100)).isTrue();

        held.release(() -> true, applied::add);
        assertThat(held.offer("c", 100)).isTrue();
        assertThat(applied).containsExactly("b");
    }

    @Test
    void shouldStopWhenAMessageEndsTheSession() {
        held.offer("a", 1);
        held.offer("close", 1);
        held.offer("b", 1);

        held.release(() -> !applied.contains("close"), applied::add);

        assertThat(applied).containsExactly("a", "close");
        assertThat(held.count()).isEqualTo(1);
    }

    @Test
    void shouldForgetTheRestWhenAMessageClears() {
        held.offer("cancel", 1);
        held.offer("b", 1);

        held.release(() -> true, message -> {
            applied.add(message);
            held.clear();
        });

        assertThat(applied).containsExactly("cancel");
        assertThat(held.offer("c", 100)).isTrue();
    }
}
