package io.sidetone.audio.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Signals;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class G722Test {
    private static final int RATE_HZ = G722Signals.SAMPLE_RATE_HZ;

    /** Samples by which a decoded signal is behind the one encoded: the two mirror filters. */
    private static final int DELAY = 22;

    /** What G722PeerTest has found equal to the output of another implementation. */
    private static final String ENCODED_SHA256 = "2658d1d606d76ec9bcb17becaf3f186b1fd6f3cb020ec3e4d5f29f1d0a18bd66";

    private static final String DECODED_SHA256 = "629b279db5357e107a0a7c66916813729d98562d88bd51ff1f5a9418f05e95dc";
    private static final String RANDOM_DECODED_SHA256 =
            "7f75353c9f4d0502577eb1f03711cc8df631b2ffd10ad5b429f04b04e7e5f8c8";

    @Test
    void shouldWriteTheBitsThatAnotherEncoderWrites() {
        byte[] payload = G722Signals.encode(new G722(), G722Signals.everything());
        assertThat(G722Signals.sha256(payload)).isEqualTo(ENCODED_SHA256);
    }

    @Test
    void shouldReadTheSamplesThatAnotherDecoderReads() {
        byte[] payload = G722Signals.encode(new G722(), G722Signals.everything());
        assertThat(decodedHash(payload)).isEqualTo(DECODED_SHA256);
        assertThat(decodedHash(G722Signals.randomBytes(1, 64_000))).isEqualTo(RANDOM_DECODED_SHA256);
    }

    private static String decodedHash(byte[] payload) {
        return G722Signals.sha256(G722Signals.littleEndian(G722Signals.decode(new G722(), payload)));
    }

    @ParameterizedTest
    @CsvSource({"300,30", "1000,30", "3000,30", "4500,18", "6000,18", "7000,15"})
    void shouldKeepTonesOfBothBands(double frequencyHz, double leastSnrDb) {
        short[] pcm = Signals.sine(frequencyHz, RATE_HZ, RATE_HZ, 8_000);
        short[] back = G722Signals.decode(new G722(), G722Signals.encode(new G722(), pcm));
        assertThat(Signals.snrDb(back, 1_600, back.length, frequencyHz, RATE_HZ))
                .as("signal to noise at %.0f Hz", frequencyHz)
                .isGreaterThan(leastSnrDb);
    }

    @Test
    void shouldGiveTheSameWhateverTheSizesOfThePieces() {
        short[] pcm = G722Signals.everything();
        byte[] whole = new byte[pcm.length / 2];
        new G722().encode(pcm, 0, pcm.length, whole, 0);
        assertThat(whole).isEqualTo(G722Signals.encode(new G722(), pcm));
        short[] decoded = new short[pcm.length];
        new G722().decode(whole, 0, whole.length, decoded, 0);
        assertThat(decoded).isEqualTo(G722Signals.decode(new G722(), whole));
        G722 byteWise = new G722();
        short[] bytes = new short[pcm.length];
        for (int i = 0; i < whole.length; i++) {
            byteWise.decode(whole, i, 1, bytes, 2 * i);
        }
        assertThat(bytes).isEqualTo(decoded);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldDecodeAnyBytesOfAnySize(long seed) {
        byte[] bytes = G722Signals.randomBytes(seed, 4_096);
        G722 codec = new G722();
        short[] out = new short[2 * bytes.length];
        for (int at = 0, size = 0; at + size <= bytes.length; at += size, size = (size + 1) % 331) {
            assertThat(codec.decode(bytes, at, size, out, 0)).isEqualTo(2 * size);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x3F, 0x40, 0x80, 0xC0, 0xFF})
    void shouldComeBackToSpeechAfterAByteWithoutEnd(int code) {
        byte[] stuck = new byte[16_000];
        Arrays.fill(stuck, (byte) code);
        G722 decoder = new G722();
        G722Signals.decode(decoder, stuck);
        short[] pcm = Signals.sine(700, RATE_HZ, RATE_HZ, 6_000);
        short[] back = G722Signals.decode(decoder, G722Signals.encode(new G722(), pcm));
        assertThat(Signals.snrDb(back, RATE_HZ / 2, RATE_HZ, 700, RATE_HZ)).isGreaterThan(30);
    }

    @Test
    void shouldLeaveOutASampleWithoutAPair() {
        G722 codec = new G722();
        byte[] payload = new byte[4];
        assertThat(codec.encode(new short[] {9, 9, 9}, 0, 3, payload, 1)).isEqualTo(1);
        assertThat(codec.encode(new short[] {9}, 0, 1, payload, 0)).isZero();
        assertThat(codec.encode(new short[0], 0, 0, payload, 0)).isZero();
        assertThat(payload[0]).isZero();
        assertThat(payload[2]).isZero();
        assertThat(codec.decode(payload, 0, 0, new short[0], 0)).isZero();
    }

    @Test
    void shouldHonourOffsetsAndCountBytes() {
        short[] pcm = Signals.noise(3, 40, 9_000);
        byte[] payload = new byte[22];
        assertThat(new G722().encode(pcm, 4, 36, payload, 2)).isEqualTo(18);
        byte[] alone = new byte[18];
        new G722().encode(Arrays.copyOfRange(pcm, 4, 40), 0, 36, alone, 0);
        assertThat(Arrays.copyOfRange(payload, 2, 20)).isEqualTo(alone);
        short[] back = new short[40];
        assertThat(new G722().decode(payload, 2, 18, back, 3)).isEqualTo(36);
        assertThat(back[2]).isZero();
        assertThat(back[39]).isZero();
        AudioCodec codec = new G722();
        assertThat(codec.bytesForSamples(320)).isEqualTo(160);
        assertThat(codec.samplesForBytes(160)).isEqualTo(320);
        assertThat(codec.sampleRateHz()).isEqualTo(16_000);
        assertThat(codec.clockRateHz()).isEqualTo(8_000);
        assertThat(G711.PCMU.clockRateHz()).isEqualTo(8_000);
    }

    @Test
    void shouldFadeIntoSilenceInStepWithTheDecoderOfThePeer() {
        G722 codec = new G722();
        byte[] payload = new byte[16_000];
        codec.encode(Signals.noise(5, 16_000, 15_000), 0, 16_000, payload, 0);
        codec.fillSilence(payload, 8_000, 8_000);
        short[] heard = G722Signals.decode(new G722(), payload);
        assertThat(Signals.rms(heard, 8_000, 16_000)).isGreaterThan(5_000);
        assertThat(Signals.rms(heard, 17_600, 32_000)).isLessThan(4);
    }

    @Test
    void shouldStartAnewWhenReset() {
        short[] pcm = Signals.noise(8, 3_200, 15_000);
        G722 used = new G722();
        G722Signals.decode(used, G722Signals.encode(used, G722Signals.everything()));
        used.reset();
        byte[] payload = G722Signals.encode(new G722(), pcm);
        assertThat(G722Signals.encode(used, pcm)).isEqualTo(payload);
        assertThat(G722Signals.decode(used, payload)).isEqualTo(G722Signals.decode(new G722(), payload));
    }

    /** Nothing is done for a lost packet but to go on: both ends forget the difference within some 100 ms. */
    @Test
    void shouldFallIntoStepSoonAfterALostPacket() {
        short[] pcm = new short[2 * RATE_HZ];
        short[] low = Signals.sine(500, RATE_HZ, pcm.length, 5_000);
        short[] high = Signals.sine(5_000, RATE_HZ, pcm.length, 900);
        short[] noise = Signals.noise(4, pcm.length, 300);
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) (low[i] + high[i] + noise[i]);
        }
        byte[] payload = G722Signals.encode(new G722(), pcm);
        short[] whole = G722Signals.decode(new G722(), payload);
        int lost = payload.length / 2;
        G722 decoder = new G722();
        short[] before = G722Signals.decode(decoder, Arrays.copyOf(payload, lost));
        assertThat(before).isEqualTo(Arrays.copyOf(whole, 2 * lost));
        int next = lost + 160;
        short[] after = G722Signals.decode(decoder, Arrays.copyOfRange(payload, next, payload.length));
        assertThat(differenceDb(whole, 2 * next, after, 0, 1_600)).isLessThan(-12);
        assertThat(differenceDb(whole, 2 * next, after, 1_600, 3_200)).isLessThan(-35);
        int same = RATE_HZ / 2;
        assertThat(Arrays.copyOfRange(after, same, after.length))
                .isEqualTo(Arrays.copyOfRange(whole, 2 * next + same, whole.length));
    }

    private static double differenceDb(short[] wanted, int wantedAt, short[] got, int from, int to) {
        double signal = 0;
        double rest = 1e-9;
        for (int i = from; i < to; i++) {
            double sample = wanted[wantedAt + i];
            signal += sample * sample;
            rest += (got[i] - sample) * (got[i] - sample);
        }
        return 10 * Math.log10(rest / signal);
    }

    @Test
    void shouldDelayByTheMirrorFiltersAlone() {
        short[] impulse = new short[640];
        impulse[320] = 20_000;
        short[] back = G722Signals.decode(new G722(), G722Signals.encode(new G722(), impulse));
        int peak = 0;
        for (int i = 0; i < back.length; i++) {
            peak = Math.abs(back[i]) > Math.abs(back[peak]) ? i : peak;
        }
        assertThat(peak - 320).isEqualTo(DELAY);
    }
}
