package io.sidetone.audio.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.filter.RealFft;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpareSpectraTest {
    private static final int SAMPLES = 160;
    private static final int FRAMES = 8;

    private final RealFft fft = RealFft.of(512);
    private final SpareSpectra spare = new SpareSpectra();

    @Test
    void shouldHandOutWhatWasGivenBackWithoutAnyAudioInIt() {
        FarSpectra used = take(false);
        short[] sound = new short[SAMPLES];
        Arrays.fill(sound, (short) 9_000);
        used.send(sound, 0);
        assertThat(used.energy(0)).isPositive();
        spare.give(used);

        FarSpectra taken = take(false);

        assertThat(taken).isSameAs(used);
        assertThat(taken.energy(0)).isZero();
        assertThat(taken.known()).isEqualTo(FRAMES);
        assertThat(taken.re(0)).containsOnly(0f);
        taken.send(null, 0);
        assertThat(taken.energy(0)).as("of the window, which was cleared too").isZero();
    }

    @Test
    void shouldKeepRatesApart() {
        FarSpectra narrow = take(false);
        spare.give(narrow);

        assertThat(take(true)).isNotSameAs(narrow);
        assertThat(take(false)).isSameAs(narrow);
    }

    @Test
    void shouldKeepNoMoreThanItMay() {
        List<FarSpectra> all = new ArrayList<>();
        for (int i = 0; i <= SpareSpectra.MOST; i++) {
            all.add(take(false));
        }
        all.forEach(spare::give);

        List<FarSpectra> again = new ArrayList<>();
        for (int i = 0; i <= SpareSpectra.MOST; i++) {
            again.add(take(false));
        }

        assertThat(again).containsAll(all.subList(0, SpareSpectra.MOST)).doesNotContain(all.get(SpareSpectra.MOST));
    }

    private FarSpectra take(boolean wideband) {
        return spare.take(wideband ? 2 * SAMPLES : SAMPLES, fft, FRAMES);
    }
}
