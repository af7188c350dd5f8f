package io.sidetone.audio.tone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.Voice;
import io.sidetone.audio.codec.G711;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ITU-T Q.24, with the limits of the administration that asks for most; levels in dBm0, of which 0 is −6.2 dBov. */
class DtmfDetectorTest {
    private static final String DIGITS = "0123456789*#ABCD";
    private static final double DBM0 = -6.2;
    private static final int ALIGNMENTS = 16;

    private final Random random = new Random(24);

    /** A tone as a sender may make it. */
    private record Key(char digit, double lowOff, double highOff, double lowDbm0, double highDbm0) {
        static Key of(char digit) {
            return new Key(digit, 0, 0, -10, -10);
        }

        short[] sound(int rateHz, double ms) {
            int key = 0;
            while (Tone.digit(key) != digit) {
                key++;
            }
            double low = Tone.rowHz(key / 4) * (1 + lowOff);
            double high = Tone.columnHz(key % 4) * (1 + highOff);
            double[] sound = new double[(int) (rateHz * ms / 1000)];
            for (int i = 0; i < sound.length; i++) {
                sound[i] = peak(lowDbm0) * Math.sin(2 * Math.PI * low * i / rateHz + 1)
                        + peak(highDbm0) * Math.sin(2 * Math.PI * high * i / rateHz);
            }
            short[] pcm = new short[sound.length];
            for (int i = 0; i < pcm.length; i++) {
                pcm[i] = (short) Math.round(sound[i]);
            }
            return pcm;
        }

        private static double peak(double dbm0) {
            return 32_768 * Math.sqrt(2) * Math.pow(10, (dbm0 + DBM0) / 20);
        }
    }

    /** Returns the digits heard in {@code sound}, whose frames begin at {@code skip}. */
    private static String heard(int rateHz, short[] sound, int skip) {
        DtmfDetector detector = new DtmfDetector(rateHz);
        StringBuilder digits = new StringBuilder();
        int frame = SampleRate.frameSamples(rateHz);
        for (int at = skip; at + frame <= sound.length; at += frame) {
            char digit = detector.frame(sound, at);
            if (digit != DtmfDetector.NO_DIGIT) {
                digits.append(digit);
            }
        }
        return digits.toString();
    }

    private static short[] line(int rateHz, double ms) {
        return new short[(int) (rateHz * ms / 1000)];
    }

    /** Returns what is heard at every alignment of the frames, each different one once. */
    private static String everywhere(int rateHz, short[] sound) {
        StringBuilder all = new StringBuilder();
        int frame = SampleRate.frameSamples(rateHz);
        for (int i = 0; i < ALIGNMENTS; i++) {
            String digits = heard(rateHz, sound, i * frame / ALIGNMENTS);
            if (i == 0 || all.indexOf("[" + digits + "]") < 0) {
                all.append('[').append(digits).append(']');
            }
        }
        return all.toString();
    }

    private static String pressed(Key key, int rateHz, double ms) {
        short[] sound = line(rateHz, 400);
        Voice.mix(sound, key.sound(rateHz, ms), rateHz / 10, 1);
        return everywhere(rateHz, sound);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000, 48_000})
    void shouldHearEachDigitWhenItIsAsShortAsItMayBe(int rateHz) {
        for (char digit : DIGITS.toCharArray()) {
            assertThat(pressed(Key.of(digit), rateHz, 40)).as("digit %c", digit).isEqualTo("[" + digit + "]");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldHearEachDigitWhenFrequenciesLevelsAndTwistAreAtTheirLimits(int rateHz) {
        for (char digit : DIGITS.toCharArray()) {
            for (double low : new double[] {-0.015, 0, 0.015}) {
                for (double high : new double[] {-0.015, 0, 0.015}) {
                    for (double[] level :
                            new double[][] {{-3, -3}, {-25, -25}, {-3, -11}, {-17, -25}, {-7, -3}, {-25, -21}}) {
                        Key key = new Key(digit, low, high, level[0], level[1]);
                        assertThat(pressed(key, rateHz, 40)).as("%s", key).isEqualTo("[" + digit + "]");
                    }
                }
            }
        }
    }

    @Test
    void shouldHearNothingWhenAFrequencyIsTooFarOff() {
        for (char digit : DIGITS.toCharArray()) {
            for (double off : new double[] {-0.035, 0.035}) {
                assertThat(pressed(new Key(digit, off, 0, -10, -10), 8_000, 100))
                        .isEqualTo("[]");
                assertThat(pressed(new Key(digit, 0, off, -10, -10), 8_000, 100))
                        .isEqualTo("[]");
            }
        }
    }

    @Test
    void shouldHearNothingWhenToneIsTooShortOrTooQuietOrTooUneven() {
        for (char digit : DIGITS.toCharArray()) {
            assertThat(pressed(Key.of(digit), 8_000, 23))
                    .as("23 ms of %c", digit)
                    .isEqualTo("[]");
            assertThat(pressed(new Key(digit, 0, 0, -29, -29), 8_000, 100)).isEqualTo("[]");
            assertThat(pressed(new Key(digit, 0, 0, -5, -16), 8_000, 100)).isEqualTo("[]");
            assertThat(pressed(new Key(digit, 0, 0, -14, -5), 8_000, 100)).isEqualTo("[]");
        }
    }

    @Test
    void shouldHearOneDigitWhenItBreaksOffAndTwoWhenItPauses() {
        for (char digit : DIGITS.toCharArray()) {
            for (double pauseMs : new double[] {2, 10}) {
                assertThat(twice(digit, digit, pauseMs))
                        .as("break of %s ms", pauseMs)
                        .isEqualTo("[" + digit + "]");
            }
            assertThat(twice(digit, digit, 40)).as("pause").isEqualTo("[" + digit + digit + "]");
            char next = DIGITS.charAt((DIGITS.indexOf(digit) + 1) % DIGITS.length());
            assertThat(twice(digit, next, 20)).as("another").isEqualTo("[" + digit + next + "]");
        }
    }

    private static String twice(char first, char second, double pauseMs) {
        short[] sound = line(8_000, 500);
        Voice.mix(sound, Key.of(first).sound(8_000, 60), 800, 1);
        Voice.mix(sound, Key.of(second).sound(8_000, 60), 800 + (int) (8 * (60 + pauseMs)), 1);
        return everywhere(8_000, sound);
    }

    @Test
    void shouldHearEachDigitWhenNoiseIs15DbBelowIt() {
        for (char digit : DIGITS.toCharArray()) {
            for (int i = 0; i < 20; i++) {
                double levelDbov = -10 + DBM0 + 3 - 15;
                short[] sound = line(8_000, 400);
                if (i % 2 == 0) {
                    sound = Voice.noise(random.nextLong(), sound.length, false, levelDbov);
                } else {
                    new SpeechNoise(8_000, random.nextLong(), levelDbov).fill(sound, 0, sound.length);
                }
                Voice.mix(sound, Key.of(digit).sound(8_000, 50), 800 + random.nextInt(160), 1);
                assertThat(heard(8_000, sound, 0)).as("noise %d", i).isEqualTo(String.valueOf(digit));
            }
        }
    }

    @Test
    void shouldHearEachDigitWhenG711CodedIt() {
        G711 pcmu = G711.PCMU;
        byte[] coded = new byte[1_600];
        for (char digit : DIGITS.toCharArray()) {
            short[] sound = line(8_000, 200);
            Voice.mix(sound, new Key(digit, 0.015, -0.015, -25, -25).sound(8_000, 40), 700, 1);
            pcmu.encode(sound, 0, 1_600, coded, 0);
            pcmu.decode(coded, 0, 1_600, sound, 0);
            assertThat(heard(8_000, sound, 0)).isEqualTo(String.valueOf(digit));
        }
    }

    @Test
    void shouldMeasureHowLongAKeyWasPressed() {
        for (int ms : new int[] {40, 100, 1_000}) {
            DtmfDetector detector = new DtmfDetector(8_000);
            short[] sound = line(8_000, ms + 200);
            Voice.mix(sound, Key.of('5').sound(8_000, ms), 500, 1);
            char digit = DtmfDetector.NO_DIGIT;
            for (int at = 0; digit == DtmfDetector.NO_DIGIT; at += 160) {
                digit = detector.frame(sound, at);
            }
            assertThat(detector.durationMs()).isCloseTo(ms, within(10));
        }
    }

    @Test
    void shouldHearOneDigitWhenFramesAreLostInIt() {
        DtmfDetector detector = new DtmfDetector(8_000);
        short[] sound = Voice.mix(line(8_000, 400), Key.of('7').sound(8_000, 200), 400, 1);
        StringBuilder digits = new StringBuilder();
        for (int at = 0; at + 160 <= sound.length; at += 160) {
            if (at == 1_120) {
                detector.gap();
                continue;
            }
            char digit = detector.frame(sound, at);
            if (digit != DtmfDetector.NO_DIGIT) {
                digits.append(digit);
            }
        }
        assertThat(digits.toString()).isEqualTo("7");
    }

    @Test
    void shouldKnowTheToneFromItsFirstWholeFrameToItsEnd() {
        DtmfDetector detector = new DtmfDetector(8_000);
        short[] sound = Voice.mix(line(8_000, 400), Key.of('7').sound(8_000, 100), 480, 1);
        for (int at = 0; at + 160 <= sound.length; at += 160) {
            detector.frame(sound, at);
            if (at >= 640 && at < 1_280) {
                assertThat(detector.tone()).as("at %d", at).isTrue();
            } else if (at < 480 || at >= 1_760) {
                assertThat(detector.tone()).as("at %d", at).isFalse();
            }
        }
    }

    @Test
    void shouldEndTheDigitWhenSoundStops() {
        DtmfDetector detector = new DtmfDetector(8_000);
        short[] sound = Key.of('7').sound(8_000, 100);
        for (int at = 0; at + 160 <= sound.length; at += 160) {
            assertThat(detector.frame(sound, at)).isEqualTo(DtmfDetector.NO_DIGIT);
        }
        assertThat(detector.pressed()).isTrue();
        assertThat(detector.end()).isEqualTo('7');
        assertThat(detector.end()).isEqualTo(DtmfDetector.NO_DIGIT);
    }

    /** Talk-off: an hour of what speech is made of. */
    @Test
    void shouldHearNoDigitWhenPeopleTalk() {
        int samples = 60 * 8_000;
        for (int minute = 0; minute < 20; minute++) {
            double pitchHz = 90 + 12 * minute;
            assertThat(heard(8_000, Voice.speech(minute, 8_000, samples, pitchHz, -20), 0))
                    .isEmpty();
            assertThat(heard(8_000, Voice.noise(minute, samples, minute % 2 == 0, -20), 0))
                    .isEmpty();
            short[] noise = new short[samples];
            new SpeechNoise(8_000, minute).fill(noise, 0, samples);
            assertThat(heard(8_000, noise, 0)).isEmpty();
        }
    }

    /** Tones of the network: dial tone, ringback, busy, special information, fax. */
    @Test
    void shouldHearNoDigitWhenTheNetworkSoundsItsTones() {
        double[][] tones = {
            {350, 440}, {440, 480}, {480, 620}, {425, 0}, {950, 0}, {1400, 0}, {1800, 0}, {2100, 0}, {1100, 0}
        };
        for (double[] pair : tones) {
            short[] sound = new short[8_000];
            Tone.pair(pair[0], pair[1], 8_000, -15).fill(sound, 0, sound.length);
            assertThat(heard(8_000, sound, 0)).as("%s Hz", pair[0]).isEmpty();
        }
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingWhenFramesPass() {
        DtmfDetector detector = new DtmfDetector(8_000);
        short[] sound = new short[8_000];
        Tone.dtmf('5', 8_000, -16).fill(sound, 0, 1_600);
        int[] at = {0};
        assertThat(Allocation.bytesOf(() -> {
                    detector.frame(sound, at[0]);
                    at[0] = (at[0] + 160) % sound.length;
                }))
                .isZero();
    }
}
