package io.sidetone.audio.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class G711Test {
    private static final String MU_LAW_SHA256 = "3dab54339e520bb2c924826e3b72a917a2b612e9fd12fc867500f1d983a75827";
    private static final String A_LAW_SHA256 = "e04788d110e58ff8c70c93b8480190d973e3b67876b6119abbaec766cc75c174";

    @Test
    void shouldDecodeTheWholeMuLawTable() throws Exception {
        assertThat(tableHash(G711.PCMU)).isEqualTo(MU_LAW_SHA256);
    }

    @Test
    void shouldDecodeTheWholeALawTable() throws Exception {
        assertThat(tableHash(G711.PCMA)).isEqualTo(A_LAW_SHA256);
    }

    @ParameterizedTest
    @CsvSource({"0xFF,0", "0x7F,0", "0x80,32124", "0x00,-32124", "0xFE,8", "0x7E,-8"})
    void shouldDecodeKnownMuLawCodes(int code, short level) {
        assertThat(G711.PCMU.level((byte) code)).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({"0xD5,8", "0x55,-8", "0xAA,32256", "0x2A,-32256", "0xD4,24"})
    void shouldDecodeKnownALawCodes(int code, short level) {
        assertThat(G711.PCMA.level((byte) code)).isEqualTo(level);
    }

    @Test
    void shouldReturnTheSameCodeWhenADecodedLevelIsEncoded() {
        for (int code = 0; code < 256; code++) {
            byte muLaw = code == 0x7F ? (byte) 0xFF : (byte) code;
            assertThat(encodeOne(G711.PCMU, G711.PCMU.level((byte) code)))
                    .as("µ-law code %02x", code)
                    .isEqualTo(muLaw);
            assertThat(encodeOne(G711.PCMA, G711.PCMA.level((byte) code)))
                    .as("A-law code %02x", code)
                    .isEqualTo((byte) code);
        }
    }

    @Test
    void shouldStayWithinHalfAStepOfTheSampleWhenEncodingMuLaw() {
        for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
            int magnitude = Math.min(Math.abs(sample), 32_635);
            int step = 8;
            for (int end = 124; magnitude >= end && step < 1024; end = 2 * end + 132) {
                step *= 2;
            }
            int clipped = Integer.signum(sample) * magnitude;
            int error = Math.abs(G711.PCMU.level(encodeOne(G711.PCMU, (short) sample)) - clipped);
            assertThat(error).as("sample %d", sample).isLessThanOrEqualTo(step / 2);
        }
    }

    @Test
    void shouldStayWithinHalfAStepOfTheSampleWhenEncodingALaw() {
        for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
            int magnitude = Math.min(32_767, Math.abs(sample));
            int step = 16;
            for (int end = 512; magnitude >= end && step < 1024; end *= 2) {
                step *= 2;
            }
            int error = Math.abs(G711.PCMA.level(encodeOne(G711.PCMA, (short) sample)) - sample);
            assertThat(error).as("sample %d", sample).isLessThanOrEqualTo(step / 2);
        }
    }

    @Test
    void shouldBeMonotonicWhenEncoding() {
        for (AudioCodec codec : new AudioCodec[] {G711.PCMU, G711.PCMA}) {
            short last = Short.MIN_VALUE;
            for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
                short level = decodeOne(codec, encodeOne(codec, (short) sample));
                assertThat(level).as("sample %d", sample).isGreaterThanOrEqualTo(last);
                last = level;
            }
        }
    }

    @Test
    void shouldFillWithTheCodeOfSilence() {
        byte[] payload = new byte[6];
        G711.PCMU.fillSilence(payload, 1, 2);
        G711.PCMA.fillSilence(payload, 3, 2);
        assertThat(payload).containsExactly(0, 0xFF, 0xFF, 0xD5, 0xD5, 0);
    }

    @Test
    void shouldHonourOffsetsAndCountBytes() {
        short[] pcm = {111, 1000, -1000, 222};
        byte[] payload = new byte[5];
        for (AudioCodec codec : new AudioCodec[] {G711.PCMU, G711.PCMA}) {
            assertThat(codec.encode(pcm, 1, 2, payload, 2)).isEqualTo(2);
            short[] back = new short[4];
            assertThat(codec.decode(payload, 2, 2, back, 1)).isEqualTo(2);
            assertThat(back[0]).isZero();
            assertThat(back[1]).isBetween((short) 950, (short) 1050);
            assertThat(back[2]).isBetween((short) -1050, (short) -950);
            assertThat(back[3]).isZero();
            assertThat(codec.bytesForSamples(160)).isEqualTo(160);
            assertThat(codec.samplesForBytes(160)).isEqualTo(160);
            assertThat(codec.sampleRateHz()).isEqualTo(8_000);
        }
    }

    private static byte encodeOne(AudioCodec codec, short sample) {
        byte[] out = new byte[1];
        codec.encode(new short[] {sample}, 0, 1, out, 0);
        return out[0];
    }

    private static short decodeOne(AudioCodec codec, byte code) {
        short[] out = new short[1];
        codec.decode(new byte[] {code}, 0, 1, out, 0);
        return out[0];
    }

    private static String tableHash(AudioCodec codec) throws Exception {
        byte[] codes = new byte[256];
        for (int i = 0; i < 256; i++) {
            codes[i] = (byte) i;
        }
        short[] levels = new short[256];
        codec.decode(codes, 0, 256, levels, 0);
        ByteBuffer bytes = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(levels);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    }
}
