package io.sidetone.core.hearing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.audio.vad.SpeechDetector;
import io.sidetone.core.conversation.CallerVoice;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.port.ListenHint;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the recognizer is fed while a line sends back what we say. */
class SpeechInputTest {
    private static final int RATE = 8_000;
    private static final int SAMPLES = 160;
    private static final int ECHO_LATE = RATE * 60 / 1000;
    private static final double ECHO_GAIN = Math.pow(10, -15 / 20.0);

    private final Ears stt = new Ears();
    private final SpeechInput hearing = new SpeechInput(RATE, stt, new LaneMetrics());
    private final LaneRig.FrameSource agent = CallerVoice.talking(5);
    private final LaneRig.FrameSource caller = higher(CallerVoice.talking(3));
    private final Random lineNoise = new Random(9);
    private final short[] sentFrame = new short[SAMPLES];
    private final short[] callerFrame = new short[SAMPLES];
    private final short[] nearFrame = new short[SAMPLES];
    private final double[] line = new double[RATE];
    private long sentFrames;
    private long heardFrames;
    private double nearEnergy;

    /** A recognizer that measures what it is fed. */
    private static final class Ears extends FedRecognizer {
        private double energy;
        private int frames;

        Ears() {
            super(RATE, false);
        }

        @Override
        public boolean audio(short[] pcm, int offset, int samples) {
            energy += energy(pcm, offset, samples);
            frames++;
            return true;
        }
    }

    private static double energy(short[] pcm, int offset, int samples) {
        double sum = 0;
        for (int i = offset; i < offset + samples; i++) {
            sum += (double) pcm[i] * pcm[i];
        }
        return sum;
    }

    /** The same voice half as high again: another person, whom no filter can make out of the first. */
    private static LaneRig.FrameSource higher(LaneRig.FrameSource voice) {
        short[] source = new short[SAMPLES * 3 / 2];
        return frame -> {
            voice.fill(source);
            for (int i = 0; i < SAMPLES; i++) {
                int at = i * 3 / 2;
                frame[i] = i % 2 == 0 ? source[at] : (short) ((source[at] + source[at + 1]) / 2);
            }
        };
    }

    /**
     * The caller is quiet while we speak, then nothing comes for three seconds. Of what we say then only the end belongs to what the detector
     * looks for; it must not take the place of what was said before.
     */
    @Test
    void shouldScoreTheSameWhateverWasSaidWhileNothingCame() {
        SpeechInput[] lines = {
            new SpeechInput(RATE, stt, new LaneMetrics()), new SpeechInput(RATE, stt, new LaneMetrics())
        };
        short[] silence = new short[SAMPLES];
        int frames = 0;
        for (; frames < 200; frames++) {
            boolean speaks = frames >= 150;
            agent.fill(sentFrame);
            for (SpeechInput each : lines) {
                send(each, speaks ? sentFrame : silence);
                each.frame(silence, SAMPLES, (long) frames * SAMPLES, 0);
            }
        }
        int gap = frames + 150;
        for (; frames < gap; frames++) {
            agent.fill(sentFrame);
            send(lines[0], sentFrame);
            if (frames < gap - 40) {
                Arrays.fill(sentFrame, (short) 1);
            }
            send(lines[1], sentFrame);
        }
        for (; frames < gap + 100; frames++) {
            agent.fill(sentFrame);
            caller.fill(nearFrame);
            float[] scores = new float[lines.length];
            for (int i = 0; i < lines.length; i++) {
                send(lines[i], sentFrame);
                scores[i] = lines[i].frame(nearFrame, SAMPLES, (long) frames * SAMPLES, 0);
            }
            assertThat(scores[1]).as("frame %d", frames).isEqualTo(scores[0]);
        }
    }

    /** We speak into a quiet line whose stream stands still twice; between, the pair of both streams begins anew. */
    @Test
    void shouldScoreWithWhatWasSentWhenThePairBeganAnew() {
        FarReference pairs = new FarReference(SAMPLES);
        EnergyVad alone = new EnergyVad(RATE);
        short[] silence = new short[SAMPLES];
        short[] out = new short[SAMPLES];
        long near = 0;
        boolean begunAgain = false;
        for (int number = 0; number < 480; number++) {
            agent.fill(sentFrame);
            caller.fill(nearFrame);
            send(hearing, number < 150 ? silence : sentFrame);
            if (pairs.outOfReach()) {
                alone.settle();
            }
            if (number < 150) {
                pairs.silence();
            } else {
                pairs.sent(sentFrame, SAMPLES);
            }
            if (number >= 200 && number < 260 || number >= 375 && number < 385) {
                continue;
            }
            short[] heard = number < 400 ? silence : nearFrame;
            int lost = pairs.pair(near, 0);
            if (pairs.begun()) {
                begunAgain |= number > 0;
                alone.settle();
            }
            for (int before = lost; before > 0; before--) {
                alone.miss(copy(pairs.frame(before)), 0, SAMPLES);
            }
            float score = alone.score(heard, 0, copy(pairs.frame(0)), 0, SAMPLES);
            alone.heard(out, 0);
            assertThat(hearing.frame(heard, SAMPLES, near++ * SAMPLES, 0))
                    .as("frame %d", number)
                    .isEqualTo(score);
        }
        assertThat(begunAgain).isTrue();
    }

    private static short[] copy(short[] frame) {
        return frame == null ? null : frame.clone();
    }

    private static void send(SpeechInput line, short[] frame) {
        if (frame[0] == 0 && Arrays.equals(frame, new short[SAMPLES])) {
            line.sentSilence();
        } else {
            line.sent(frame, SAMPLES);
        }
    }

    @BeforeEach
    void listen() {
        hearing.session(stt);
        hearing.startUtterance(1, ListenHint.OPEN, 0);
    }

    private void send(boolean speaking) {
        if (speaking) {
            agent.fill(sentFrame);
            hearing.sent(sentFrame, SAMPLES);
        } else {
            Arrays.fill(sentFrame, (short) 0);
            hearing.sentSilence();
        }
        for (int i = 0; i < SAMPLES; i++) {
            line[slot(sentFrames * SAMPLES + i)] = sentFrame[i];
        }
        sentFrames++;
    }

    private static int slot(long sample) {
        return (int) Math.floorMod(sample, (long) RATE);
    }

    /** The next frame of the line: the echo, its noise, and the caller if he talks. */
    private void hear(boolean talking, boolean lost) {
        if (talking) {
            caller.fill(callerFrame);
        }
        for (int i = 0; i < SAMPLES; i++) {
            long at = heardFrames * SAMPLES + i - ECHO_LATE;
            double echo = at < 0 ? 0 : ECHO_GAIN * line[slot(at)];
            nearFrame[i] = (short) Math.round(echo + 8 * lineNoise.nextGaussian() + (talking ? callerFrame[i] : 0));
        }
        if (!lost) {
            nearEnergy += energy(nearFrame, 0, SAMPLES);
            hearing.frame(nearFrame, SAMPLES, heardFrames * SAMPLES, 0);
        }
        heardFrames++;
    }

    private void line(int ms, int bunch, boolean speaking, boolean talking) {
        for (int t = 0; t < ms; t += 20 * bunch) {
            for (int i = 0; i < bunch; i++) {
                send(speaking);
            }
            for (int i = 0; i < bunch; i++) {
                hear(talking, false);
            }
        }
    }

    private double removedDb() {
        return 10 * Math.log10(nearEnergy / stt.energy);
    }

    private void measure() {
        nearEnergy = 0;
        stt.energy = 0;
    }

    @Test
    void shouldFeedTheRecognizerWithoutTheEchoWhenTheLineSendsItBack() {
        line(3_000, 1, true, false);
        measure();
        line(3_000, 1, true, false);
        assertThat(removedDb()).isGreaterThanOrEqualTo(10);
    }

    @Test
    void shouldFeedTheRecognizerWithoutTheEchoWhenPacketsComeInBunches() {
        line(3_000, 3, true, false);
        measure();
        line(3_000, 3, true, false);
        assertThat(removedDb()).isGreaterThanOrEqualTo(10);
    }

    @Test
    void shouldKeepTheEchoAwayWhenFramesGetLost() {
        line(3_000, 1, true, false);
        measure();
        stt.frames = 0;
        for (int i = 0; i < 150; i++) {
            send(true);
            hear(false, i % 25 < 2);
        }
        assertThat(stt.frames).as("lost frames are made up").isEqualTo(150);
        assertThat(hearing.framesConcealed()).isEqualTo(12);
        assertThat(removedDb()).isGreaterThanOrEqualTo(10);
    }

    @Test
    void shouldFeedTheCallerAsHeIsWhenTheAgentIsSilent() {
        line(3_000, 1, true, false);
        line(400, 1, false, false);
        measure();
        line(2_000, 1, false, true);
        assertThat(removedDb()).isBetween(-0.5, 0.5);
    }

    @Test
    void shouldFeedTheCallerWhenHeSpeaksOverTheAgent() {
        line(3_000, 1, true, false);
        measure();
        line(2_000, 1, true, true);
        assertThat(removedDb()).as("the caller is far louder than the echo").isBetween(-1.0, 1.0);
    }

    /** Frames of zeros would teach the detector that the line is quiet: the hum of a machine would be speech afterwards. */
    @Test
    void shouldKnowTheNoiseOfTheLineWhenNobodyMayHearTheCallerForAWhile() {
        float heard = loudestAfter(true);
        float unheard = loudestAfter(false);
        assertThat(heard).isGreaterThan(SpeechDetector.SPEECH_THRESHOLD);
        assertThat(unheard).isLessThan(SpeechDetector.SPEECH_THRESHOLD);
    }

    private float loudestAfter(boolean zeros) {
        SpeechInput input = new SpeechInput(RATE, stt, new LaneMetrics());
        Random noise = new Random(4);
        short[] frame = new short[SAMPLES];
        float loudest = 0;
        for (int n = 0; n < 500; n++) {
            boolean secret = n >= 200 && n < 400;
            for (int i = 0; i < SAMPLES; i++) {
                double t = 2 * Math.PI * 150 * (n * SAMPLES + i) / RATE;
                double hum = Math.sin(t) + Math.sin(2 * t) + 0.7 * Math.sin(3 * t) + 0.5 * Math.sin(4 * t);
                frame[i] = secret ? 0 : (short) (hum * 150 + noise.nextGaussian() * 20);
            }
            long at = (long) n * SAMPLES;
            float score = secret && !zeros ? input.unheard(SAMPLES, at, 0) : input.frame(frame, SAMPLES, at, 0);
            assertThat(secret && score > 0).isFalse();
            loudest = n >= 400 ? Math.max(loudest, score) : loudest;
        }
        assertThat(input.framesIn()).isEqualTo(500);
        assertThat(input.framesConcealed()).isZero();
        return loudest;
    }
}
