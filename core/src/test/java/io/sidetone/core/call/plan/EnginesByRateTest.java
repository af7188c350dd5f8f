package io.sidetone.core.call.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EnginesByRateTest {
    private final AtomicInteger made = new AtomicInteger();
    private final EngineSet narrow = mocks();
    private final EngineSet wide = mocks();

    private static EngineSet mocks() {
        return new EngineSet(
                new MockRecognizer(), new MockDialogue(MockBehavior.DEFAULT, null), new MockSynthesizer(1));
    }

    @Test
    void shouldServeANarrowCallWithTheFirstAndAWideOneWithTheSecondWhichIsMadeOnce() {
        EnginesByRate rates = new EnginesByRate(narrow, () -> {
            made.incrementAndGet();
            return wide;
        });
        assertThat(rates.narrow()).isSameAs(narrow);
        assertThat(rates.at(8_000)).isSameAs(narrow);
        assertThat(made).hasValue(0);
        assertThat(rates.at(16_000)).isSameAs(wide);
        assertThat(rates.at(48_000)).isSameAs(wide);
        assertThat(made).hasValue(1);
    }

    @Test
    void shouldServeEveryCallWithTheSameWhenTheRateDoesNotMatter() {
        EnginesByRate rates = EnginesByRate.always(narrow);
        assertThat(rates.at(8_000)).isSameAs(narrow);
        assertThat(rates.at(16_000)).isSameAs(narrow);
    }
}
