package io.sidetone.speech.embedded.flite;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.embedded.Installed;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Texts that nobody would say, 1,500 of them and with {@code -Dsidetone.rounds=N} so many times more. Beside other tests of native speech: it takes
 * long, and nothing in it is timed.
 */
@Order(1)
@ResourceLock(FliteVoiceEnduranceTest.REGISTERED)
class FliteVoiceEnduranceTest {
    /**
     * Voices are counted in the whole process. JUnit takes locks by their names: who waits for this one must not hold
     * "native speech" meanwhile.
     */
    static final String REGISTERED = "counted voices";

    @Test
    void shouldSurviveRandomTexts() {
        Installed.voices(VoiceName.KAL, VoiceName.SLT);
        long seed = 7_041_776;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int[] samples = new int[1];
        NativeStderr.silenced(() -> {
            try (FliteVoice kal = FliteVoice.open(VoiceName.KAL);
                    FliteVoice slt = FliteVoice.open(VoiceName.SLT)) {
                for (int i = 0; i < 1_500 * Integer.getInteger("sidetone.rounds", 1); i++) {
                    String original = i % 3 == 0
                            ? RandomTexts.words(random)
                            : i % 3 == 1 ? RandomTexts.ascii(random, 24) : RandomTexts.unicode(random, 24);
                    SpeakableText text = SpeakableText.of(original);
                    if (!text.isEmpty()) {
                        Voice voice = i % 50 == 0 ? slt : kal;
                        voice.speak(
                                text.text(),
                                new ClauseCutter(text, 1, 16_000, chunk -> samples[0] += chunk.samples(), () -> false));
                    }
                }
            }
        });
        assertThat(samples[0] / 16_000).as("seconds spoken").isGreaterThan(450);
    }
}
