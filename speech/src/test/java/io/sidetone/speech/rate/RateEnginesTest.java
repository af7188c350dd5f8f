package io.sidetone.speech.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RateEnginesTest {
    private final AtomicInteger made = new AtomicInteger();

    @Test
    void shouldHearANarrowCallWithTheFirstAndAWideOneWithTheSecond() {
        Recognizer narrow = new MockRecognizer();
        Recognizer wide = new MockRecognizer();
        RateRecognizer rates = new RateRecognizer(narrow, () -> {
            made.incrementAndGet();
            return wide;
        });
        assertThat(rates.forMedia(8_000)).isSameAs(narrow);
        assertThat(made).hasValue(0);
        assertThat(rates.forMedia(16_000)).isSameAs(wide);
        assertThat(rates.forMedia(48_000)).isSameAs(wide);
        assertThat(made).hasValue(1);
        assertThat(rates.sampleRateHz()).isEqualTo(narrow.sampleRateHz());
        assertThat(rates.health()).isEqualTo(narrow.health());
    }

    @Test
    void shouldSpeakToACallAtItsRate() {
        Synthesizer narrow = new MockSynthesizer(1);
        Synthesizer wide = new MockSynthesizer(2);
        RateSynthesizer rates = new RateSynthesizer(narrow, () -> wide);
        assertThat(rates.forMedia(8_000)).isSameAs(narrow);
        assertThat(rates.forMedia(16_000)).isSameAs(wide);
        assertThat(rates.health()).isEqualTo(narrow.health());
    }
}
