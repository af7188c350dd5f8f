package io.sidetone.audio.wav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Signals;
import io.sidetone.audio.codec.G711;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WavReaderTest {
    private static final int FMT_OFFSET = 12;
    private static final int DATA_SIZE_OFFSET = 40;

    @Test
    void shouldReadPcm16() throws Exception {
        short[] pcm = {0, 1, -1, 32_767, -32_768};
        Wav wav = WavReader.read(WavWriter.toBytes(Wav.mono(16_000, pcm)));
        assertThat(wav.sampleRateHz()).isEqualTo(16_000);
        assertThat(wav.channels()).isEqualTo(1);
        assertThat(wav.samples()).isEqualTo(5);
        assertThat(wav.channel(0)).isEqualTo(pcm);
    }

    @Test
    void shouldReadPcm8MuLawAndALaw() throws Exception {
        byte[] body = {0, (byte) 128, (byte) 255, 77};
        assertThat(WavReader.read(file(1, 1, 8_000, 8, body)).channel(0)).containsExactly(-32_768, 0, 32_512, -13_056);
        short[] muLaw = new short[4];
        G711.PCMU.decode(body, 0, 4, muLaw, 0);
        assertThat(WavReader.read(file(7, 1, 8_000, 8, body)).channel(0)).isEqualTo(muLaw);
        short[] aLaw = new short[4];
        G711.PCMA.decode(body, 0, 4, aLaw, 0);
        assertThat(WavReader.read(file(6, 1, 8_000, 8, body)).channel(0)).isEqualTo(aLaw);
    }

    @Test
    void shouldReadTheExtensibleForm() throws Exception {
        ByteBuffer fmt = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        fmt.putShort((short) 0xFFFE)
                .putShort((short) 2)
                .putInt(48_000)
                .putInt(192_000)
                .putShort((short) 4);
        fmt.putShort((short) 16)
                .putShort((short) 22)
                .putShort((short) 16)
                .putInt(3)
                .putShort((short) 1);
        byte[] bytes = riff(chunk("fmt ", fmt.array()), chunk("data", new byte[] {1, 0, 2, 0, 3, 0, 4, 0}));
        Wav wav = WavReader.read(bytes);
        assertThat(wav.channels()).isEqualTo(2);
        assertThat(wav.channel(0)).containsExactly(1, 3);
        assertThat(wav.channel(1)).containsExactly(2, 4);
    }

    @Test
    void shouldSkipUnknownChunksOfOddSize() throws Exception {
        byte[] bytes = riff(
                chunk("LIST", new byte[] {1, 2, 3}),
                chunk("fmt ", fmt(1, 1, 8_000, 16)),
                chunk("fact", new byte[4]),
                chunk("data", new byte[] {5, 0}));
        assertThat(WavReader.read(bytes).channel(0)).containsExactly(5);
    }

    @Test
    void shouldReadToTheEndWhenAStreamNeverPatchedItsSizes() throws Exception {
        for (int size : new int[] {0, -1, 0x7FFF_FFFF, 0x7FFF_F000}) {
            byte[] bytes = WavWriter.toBytes(Wav.mono(24_000, new short[] {1, 2, 3}));
            ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            file.putInt(4, size == 0 ? 0 : size).putInt(DATA_SIZE_OFFSET, size);
            assertThat(WavReader.read(bytes).channel(0)).as("size %x", size).containsExactly(1, 2, 3);
        }
    }

    @Test
    void shouldReadAnEmptyRecording() throws Exception {
        Wav wav = WavReader.read(WavWriter.toBytes(Wav.mono(8_000, new short[0])));
        assertThat(wav.samples()).isZero();
        assertThat(wav.durationMs()).isZero();
    }

    @Test
    void shouldNameChunkAndOffsetWhenTheSoundIsCutOff() {
        byte[] whole = WavWriter.toBytes(Wav.mono(8_000, new short[100]));
        assertThatThrownBy(() -> WavReader.read(Arrays.copyOf(whole, 144)))
                .isInstanceOf(WavFormatException.class)
                .hasMessageContaining("chunk \"data\" at offset 36")
                .hasMessageContaining("size 200")
                .hasMessageContaining("100 bytes left");
    }

    @Test
    void shouldNameChunkAndOffsetWhenASizeLies() {
        byte[] bytes = WavWriter.toBytes(Wav.mono(8_000, new short[1]));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(FMT_OFFSET + 4, -5);
        assertThatThrownBy(() -> WavReader.read(bytes))
                .isInstanceOf(WavFormatException.class)
                .hasMessageContaining("chunk \"fmt \" at offset 12")
                .hasMessageContaining("size 4294967291");
    }

    @Test
    void shouldSayWhatIsMissingOrNotUnderstood() {
        assertRefused(new byte[0], "RIFF header at offset 0");
        assertRefused(riff(), "chunk \"data\" is missing");
        assertRefused(riff(chunk("data", new byte[2])), "chunk \"data\" at offset 12: comes before any \"fmt \"");
        assertRefused(riff(chunk("fmt ", new byte[8])), "size 8 is below 16");
        assertRefused(file(3, 1, 8_000, 32, new byte[4]), "format 3 with 32 bits");
        assertRefused(file(1, 1, 8_000, 24, new byte[4]), "format 1 with 24 bits");
        assertRefused(file(1, 0, 8_000, 16, new byte[4]), "0 channels at 8000 Hz");
        assertRefused(file(1, 1, 0, 16, new byte[4]), "1 channels at 0 Hz");
        assertRefused(file(0xFFFE, 1, 8_000, 16, new byte[4]), "has no sub-format");
    }

    @Test
    void shouldAnswerEveryDamagedFileWithSoundOrAFormatError() {
        byte[] good =
                riff(chunk("LIST", new byte[9]), chunk("fmt ", fmt(1, 2, 8_000, 16)), chunk("data", new byte[64]));
        for (long seed = 1; seed <= 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int i = random.nextInt(6); i > 0 && bytes.length > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(WavReader.read(bytes).samples()).isLessThanOrEqualTo(bytes.length);
            } catch (WavFormatException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).contains("offset");
            }
        }
    }

    @Test
    void shouldKeepRecordingsImmutable() {
        short[] pcm = {1, 2};
        Wav wav = Wav.mono(8_000, pcm);
        pcm[0] = 9;
        wav.channel(0)[1] = 9;
        wav.interleaved()[1] = 9;
        assertThat(wav.channel(0)).containsExactly(1, 2);
    }

    @Test
    void shouldMixAndFillChannels() {
        Wav wav = Wav.stereo(8_000, new short[] {100, -3, 32_767}, new short[] {200, -4});
        assertThat(wav.samples()).isEqualTo(3);
        assertThat(wav.sample(1, 1)).isEqualTo((short) -4);
        assertThat(wav.channel(1)).containsExactly(200, -4, 0);
        assertThat(wav.mixedToMono()).containsExactly(150, -3, 16_384);
        short[] noise = Signals.noise(1, 50, 32_767);
        assertThat(Wav.mono(8_000, noise).mixedToMono()).isEqualTo(noise);
        assertThatThrownBy(() -> wav.channel(2)).hasMessageContaining("channel 2 does not exist");
        assertThatThrownBy(() -> Wav.interleaved(8_000, 2, new short[3])).hasMessageContaining("3 samples");
        assertThatThrownBy(() -> Wav.mono(0, new short[3])).hasMessageContaining("0 Hz");
    }

    private static void assertRefused(byte[] bytes, String message) {
        assertThatThrownBy(() -> WavReader.read(bytes))
                .isInstanceOf(WavFormatException.class)
                .hasMessageContaining(message);
    }

    private static byte[] file(int format, int channels, int rateHz, int bits, byte[] body) {
        return riff(chunk("fmt ", fmt(format, channels, rateHz, bits)), chunk("data", body));
    }

    private static byte[] fmt(int format, int channels, int rateHz, int bits) {
        int frameBytes = channels * bits / 8;
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) format)
                .putShort((short) channels)
                .putInt(rateHz)
                .putInt(rateHz * frameBytes)
                .putShort((short) frameBytes)
                .putShort((short) bits)
                .array();
    }

    private static byte[] chunk(String id, byte[] body) {
        ByteBuffer chunk =
                ByteBuffer.allocate(8 + body.length + (body.length & 1)).order(ByteOrder.LITTLE_ENDIAN);
        chunk.putInt(WavFormat.fourCc(id)).putInt(body.length).put(body);
        return chunk.array();
    }

    private static byte[] riff(byte[]... chunks) {
        int size = 4;
        for (byte[] chunk : chunks) {
            size += chunk.length;
        }
        ByteBuffer file = ByteBuffer.allocate(8 + size).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(WavFormat.RIFF).putInt(size).putInt(WavFormat.WAVE);
        for (byte[] chunk : chunks) {
            file.put(chunk);
        }
        return file.array();
    }
}
