package io.sidetone.bench.callers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.frame.Fade;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TurnTagsTest {
    private static final int SAMPLES = 160;

    private final Fade fade = Fade.ofFrame(8_000);

    private static byte[] sent(short[] pcm) {
        byte[] codes = new byte[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, codes, 0);
        return codes;
    }

    @Test
    void shouldReadEveryTurnFromMuLaw() {
        for (int tag = 0; tag < TurnTags.COUNT; tag++) {
            assertThat(TurnTags.read(sent(TurnTags.sound(tag, SAMPLES)))).isEqualTo(tag);
        }
    }

    @Test
    void shouldReadEveryTurnFromAFadedFrame() {
        for (int tag = 0; tag < TurnTags.COUNT; tag++) {
            short[] out = TurnTags.sound(tag, SAMPLES);
            fade.fadeOut(out, 0);
            short[] in = TurnTags.sound(tag, SAMPLES);
            fade.fadeIn(in, 0);
            short[] both = TurnTags.sound(tag, SAMPLES);
            fade.fadeIn(both, 0);
            fade.fadeOut(both, 0);
            assertThat(TurnTags.read(sent(out))).isEqualTo(tag);
            assertThat(TurnTags.read(sent(in))).isEqualTo(tag);
            assertThat(TurnTags.read(sent(both))).isEqualTo(tag);
        }
    }

    @Test
    void shouldTellSilenceFromWhatNoTurnSounds() {
        assertThat(TurnTags.read(sent(new short[SAMPLES]))).isEqualTo(TurnTags.SILENT);
        short[] other = new short[SAMPLES];
        Arrays.fill(other, (short) 30_000);
        assertThat(TurnTags.read(sent(other))).isEqualTo(TurnTags.UNKNOWN);
    }
}
