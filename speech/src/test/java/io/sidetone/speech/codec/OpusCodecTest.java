package io.sidetone.speech.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The library of Debian's libopus0, both ways. */
class OpusCodecTest {
    private static final int FRAME = 320;
    private static final int RATE_HZ = 16_000;

    private final OpusCodec sender = new OpusCodec();
    private final OpusCodec receiver = new OpusCodec();
    private final byte[] packet = new byte[1_500];

    @BeforeAll
    static void needsTheLibrary() {
        assumeTrue(OpusLibrary.missing().isEmpty(), "libopus.so.0 is not installed (package libopus0)");
    }

    /** A harmonic sound with a slow glide, as a voice has it. */
    private static short[] voice(int samples) {
        short[] pcm = new short[samples];
        double phase = 0;
        for (int i = 0; i < samples; i++) {
            phase += 2 * Math.PI * (140 + 20 * Math.sin(2 * Math.PI * i / RATE_HZ)) / RATE_HZ;
            double sum = 0;
            for (int harmonic = 1; harmonic <= 20; harmonic++) {
                sum += Math.sin(harmonic * phase) / harmonic;
            }
            pcm[i] = (short) (4_000 * sum);
        }
        return pcm;
    }

    /** Returns what is heard of {@code pcm} when the frames {@code lost} are lost. */
    private short[] passed(short[] pcm, int... lost) {
        short[] heard = new short[pcm.length];
        int missing = 0;
        for (int at = 0; at + FRAME <= pcm.length; at += FRAME) {
            int bytes = sender.encode(pcm, at, FRAME, packet, 0);
            int frame = at / FRAME;
            if (Arrays.stream(lost).anyMatch(number -> number == frame)) {
                missing += FRAME;
                continue;
            }
            if (missing > 0) {
                assertThat(receiver.conceal(packet, 0, bytes, heard, at - missing, missing))
                        .isEqualTo(missing);
                missing = 0;
            }
            assertThat(receiver.decode(packet, 0, bytes, heard, at)).isEqualTo(FRAME);
        }
        return heard;
    }

    /** Returns how far the sound is above what it differs by, in dB, at the delay of the codec where that is most. */
    private static double ratioDb(short[] sent, short[] heard) {
        double best = -100;
        for (int delay = 0; delay < 2 * FRAME; delay++) {
            double signal = 0;
            double noise = 0;
            for (int i = RATE_HZ / 5; i + delay < heard.length; i++) {
                double difference = heard[i + delay] - sent[i];
                signal += (double) sent[i] * sent[i];
                noise += difference * difference;
            }
            best = Math.max(best, 10 * Math.log10(signal / Math.max(1, noise)));
        }
        return best;
    }

    @Test
    void shouldSoundAsItWasSaid() {
        short[] said = voice(RATE_HZ);
        assertThat(ratioDb(said, passed(said))).isGreaterThan(4);
    }

    @Test
    void shouldHaveBothRatesAndPacketsOfABitRate() {
        assertThat(sender.sampleRateHz()).isEqualTo(RATE_HZ);
        assertThat(sender.clockRateHz()).isEqualTo(48_000);
        short[] said = voice(RATE_HZ);
        int bytes = 0;
        for (int at = 0; at + FRAME <= said.length; at += FRAME) {
            bytes += sender.encode(said, at, FRAME, packet, 0);
        }
        assertThat(bytes).isBetween(1_500, 4_500);
        assertThat(sender.bytesForSamples(FRAME)).isEqualTo(60);
        assertThat(sender.samplesForBytes(60)).isEqualTo(FRAME);
    }

    @Test
    void shouldFillWhatWasLostWithSoundOfItsKind() {
        short[] said = voice(RATE_HZ);
        double whole = ratioDb(said, passed(said));
        short[] heard = new OpusCodecTest().passed(said, 20, 30, 31, 40, 41, 42);
        assertThat(ratioDb(said, heard)).isBetween(2.0, whole);
        long energy = 0;
        for (int i = 40 * FRAME; i < 41 * FRAME; i++) {
            energy += (long) heard[i] * heard[i];
        }
        assertThat(Math.sqrt(energy / (double) FRAME))
                .as("level of a lost frame")
                .isGreaterThan(500);
    }

    @Test
    void shouldFillNothingOfATimeThatIsNoneOfOpus() {
        int bytes = sender.encode(voice(FRAME), 0, FRAME, packet, 0);
        assertThat(receiver.conceal(packet, 0, bytes, new short[FRAME], 0, 33)).isZero();
        assertThat(receiver.conceal(packet, 0, 0, new short[FRAME], 0, FRAME)).isZero();
    }

    @Test
    void shouldEncodeSilenceAsSilence() {
        short[] heard = new short[FRAME];
        for (int frame = 0; frame < 50; frame++) {
            int bytes = sender.encodeSilence(FRAME, packet, 0);
            assertThat(receiver.decode(packet, 0, bytes, heard, 0)).isEqualTo(FRAME);
        }
        for (short sample : heard) {
            assertThat((int) sample).isBetween(-4, 4);
        }
    }

    @Test
    void shouldSurviveWhatIsNoOpus() {
        Random random = new Random(7587);
        short[] heard = new short[1_920];
        for (int i = 0; i < 20_000; i++) {
            byte[] rubbish = new byte[random.nextInt(300)];
            random.nextBytes(rubbish);
            assertThat(receiver.decode(rubbish, 0, rubbish.length, heard, 0)).isBetween(0, 1_920);
        }
        assertThat(receiver.decode(new byte[2_000], 0, 2_000, heard, 0)).isZero();
        receiver.reset();
        int bytes = sender.encode(voice(FRAME), 0, FRAME, packet, 0);
        assertThat(receiver.decode(packet, 0, bytes, heard, 0)).isEqualTo(FRAME);
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingWhenFramesPass() {
        short[] said = voice(RATE_HZ);
        short[] heard = new short[2 * FRAME];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 2_000; i++) {
                int bytes = i % 10 == 0
                        ? sender.encodeSilence(FRAME, packet, 0)
                        : sender.encode(said, i % 50 * FRAME, FRAME, packet, 0);
                if (i % 25 == 0) {
                    receiver.conceal(packet, 0, bytes, heard, 0, 2 * FRAME);
                }
                receiver.decode(packet, 0, bytes, heard, 0);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }
}
