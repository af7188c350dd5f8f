package io.sidetone.core.hearing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.port.ListenHint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an utterance is fed: the same as if everything had been resampled all the time. */
class FedSoundTest {
    private static final int FRAMES = 600;
    private static final int LEAD_FRAMES = 10;
    private static final int LEAST_FRAMES = 25;
    private static final int MOST_FRAMES = 40;

    @ParameterizedTest
    @CsvSource({
        "8000, 8000, false, 1",
        "8000, 16000, false, 2",
        "8000, 16000, true, 3",
        "8000, 24000, false, 4",
        "16000, 8000, false, 5",
        "16000, 16000, false, 6",
        "16000, 24000, false, 7",
        "8000, 16000, true, 8"
    })
    void shouldFeedWhatAResamplerThatNeverRestsWouldGive(int mediaHz, int recognizerHz, boolean leak, long seed) {
        Random random = new Random(seed);
        Listener listener = new Listener(recognizerHz, leak);
        SpeechInput hearing = new SpeechInput(mediaHz, listener, new LaneMetrics());
        hearing.session(listener);
        Resampler always = leak ? Resamplers.forEmbeddedRecognizer(0.15) : Resamplers.create(mediaHz, recognizerHz);
        int samples = SampleRate.frameSamples(mediaHz);
        List<short[]> all = new ArrayList<>();
        List<short[]> expected = new ArrayList<>();
        int remembered = 0;
        for (int i = 0; i < FRAMES; i++) {
            short[] frame = new short[samples];
            for (int k = 0; k < samples; k++) {
                frame[k] = (short) Math.round(random.nextGaussian() * 3_000);
            }
            short[] converted = new short[SampleRate.frameSamples(recognizerHz)];
            always.process(frame, 0, samples, converted, 0);
            all.add(converted);
            hearing.sentSilence();
            hearing.frame(frame, samples, (long) i * samples, 0);
            if (hearing.feeding()) {
                expected.add(converted);
            } else {
                remembered = Math.min(MOST_FRAMES, remembered + 1);
            }
            if (random.nextInt(30) == 0) {
                if (hearing.feeding()) {
                    hearing.endUtterance(1, false);
                } else {
                    int saidMs = random.nextInt(900);
                    hearing.startUtterance(1, ListenHint.OPEN, saidMs);
                    int count = Math.min(remembered, Math.max(LEAST_FRAMES, saidMs / 20 + LEAD_FRAMES));
                    expected.addAll(all.subList(all.size() - count, all.size()));
                    remembered = 0;
                }
            }
        }
        assertThat(expected).as("seed %d", seed).hasSizeGreaterThan(100);
        assertThat(listener.fed).as("seed %d", seed).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(listener.fed.get(i)).as("seed %d, frame %d", seed, i).isEqualTo(expected.get(i));
        }
    }

    /** Keeps what it is fed. */
    private static final class Listener extends FedRecognizer {
        private final List<short[]> fed = new ArrayList<>();

        Listener(int rateHz, boolean leak) {
            super(rateHz, leak);
        }

        @Override
        public boolean audio(short[] pcm, int offset, int samples) {
            fed.add(Arrays.copyOfRange(pcm, offset, offset + samples));
            return true;
        }
    }
}
