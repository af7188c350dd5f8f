package io.sidetone.speech.meter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FinalWaitTest {
    private static final long MS = 1_000_000L;

    private final FinalWait wait = new FinalWait(350, 1_000);

    private void came(int times, long ms) {
        for (int i = 0; i < times; i++) {
            wait.came(ms * MS);
        }
    }

    @Test
    void shouldTakeTheServiceForWhatItIsKnownForUntilEnoughWasMeasured() {
        assertThat(wait.ms()).isEqualTo(525);
        came(FinalWait.MEASURED_FROM - 1, 50);
        assertThat(wait.ms()).isEqualTo(525);
        came(1, 50);
        assertThat(wait.ms()).isEqualTo(100);
    }

    @Test
    void shouldWaitHalfAsLongAgainAsNinetyNineOfAHundredTake() {
        came(98, 150);
        came(2, 400);
        assertThat(wait.ms()).isBetween(595, 605);
    }

    @Test
    void shouldWaitLongerWhenTheServiceBecomesSlower() {
        came(200, 100);
        assertThat(wait.ms()).isBetween(148, 153);
        for (int i = 0; i < 50; i++) {
            wait.missed();
        }
        assertThat(wait.ms()).isEqualTo(1_000);
    }

    @Test
    void shouldNeverWaitLongerThanItMay() {
        assertThat(new FinalWait(2_000, 1_500).ms()).isEqualTo(1_500);
        came(100, 20_000);
        assertThat(wait.ms()).isEqualTo(1_000);
    }
}
