package io.sidetone.server.boot.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VectorWarmupTest {
    private final List<String> seen = new ArrayList<>();

    private long spentNs;
    private long eachTakesNs;

    private boolean tried(int failures) throws InterruptedException {
        return VectorWarmup.tried(
                () -> {
                    seen.add("try");
                    spentNs += eachTakesNs;
                    return seen.stream().filter("try"::equals).count() > failures;
                },
                () -> spentNs,
                ms -> seen.add(ms + " ms"));
    }

    @Test
    void shouldLeaveTheCompilerToTheFirstCallsWhenTheServerIsReady() throws InterruptedException {
        assertThat(tried(0)).isTrue();
        assertThat(seen).containsExactly("10000 ms", "try");
    }

    @Test
    void shouldTryAgainWhenTheVectorLoopsAreNotCompiledYet() throws InterruptedException {
        assertThat(tried(2)).isTrue();
        assertThat(seen).containsExactly("10000 ms", "try", "500 ms", "try", "500 ms", "try");
    }

    @Test
    void shouldTakeATenthOfAProcessorWhenTheCompilerIsBusy() throws InterruptedException {
        eachTakesNs = 400_000_000;
        assertThat(tried(2)).isTrue();
        assertThat(seen).containsExactly("10000 ms", "try", "3600 ms", "try", "3600 ms", "try");
    }

    @Test
    void shouldGiveUpWhenTheVectorLoopsAreNeverCompiled() throws InterruptedException {
        assertThat(tried(1_000)).isFalse();
        assertThat(seen).filteredOn("try"::equals).hasSize(60);
    }
}
