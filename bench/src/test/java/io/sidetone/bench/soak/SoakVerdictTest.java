package io.sidetone.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SoakVerdictTest {
    private static final int SAMPLES = 9;

    private double heapStep;
    private double threadStep;
    private double refused;
    private double stale;
    private double filesStep;
    private double interruptionsStep = 5;

    @Test
    void shouldHoldWhenNothingGrewAndNothingWasRefused() {
        assertThat(verdict(Map.of()).faults()).isEmpty();
        assertThat(verdict(Map.of()).lines()).last().asString().startsWith("held:");
    }

    @Test
    void shouldTellGrowthOfHeapAndThreads() {
        heapStep = 4e6;
        threadStep = 1;

        assertThat(verdict(Map.of()).faults())
                .containsExactly(
                        "heap grew from 104.0 to 128.0 MB (medians of the thirds)", "threads grew from 21 to 27");
    }

    @Test
    void shouldTellGrowthOfOpenFilesAndThatNobodyInterrupted() {
        filesStep = 20;
        interruptionsStep = 0;

        assertThat(verdict(Map.of()).faults())
                .containsExactly(
                        "no caller has interrupted; the calls do not do what they are to show",
                        "open files and sockets grew from 270 to 390");
    }

    @Test
    void shouldTellWhatWasRefusedStaleAndFailed() {
        refused = 2;
        stale = 1;

        assertThat(verdict(Map.of("not answered within 20 s", 3)).faults())
                .containsExactly(
                        "2 ring events refused; must be 0",
                        "1 frames of an old turn sent; must be 0",
                        "3 calls: not answered within 20 s");
    }

    @Test
    void shouldSayThatTooFewSamplesSayNothing() {
        SoakVerdict verdict = new SoakVerdict(List.of(), Map.of());

        assertThat(verdict.faults()).singleElement().asString().startsWith("0 samples after the warm-up");
    }

    private SoakVerdict verdict(Map<String, Integer> failures) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(new Sample(
                    i,
                    100,
                    100e6 + i * heapStep,
                    300e6,
                    20 + i * threadStep,
                    250 + i * filesStep,
                    refused,
                    0,
                    stale,
                    10 + i * interruptionsStep));
        }
        return new SoakVerdict(samples, failures);
    }
}
