package io.sidetone.silero;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityOptions;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real network, where its file is there. */
class OnnxNetworkTest {
    private static final int CALLS = 37;
    private static final int MS = 2_560;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldSayTheSameOfACallWhoeverElseIsInTheBatch(int rateHz) throws Exception {
        Path model = ModelFile.orSkip();
        List<short[]> sounds = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            sounds.add(sound(call, rateHz));
        }
        List<Heard> alone = new ArrayList<>();
        try (SileroEngine engine = stepped(model)) {
            for (int call = 0; call < CALLS; call++) {
                alone.add(hear(engine, rateHz, sounds.get(call)));
            }
        }
        List<Heard> together = new ArrayList<>();
        try (OnnxNetwork network = OnnxNetwork.open(model, 1)) {
            SileroEngine engine = new SileroEngine(() -> network, network, 10, () -> 0);
            List<VoiceActivitySession> sessions = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                together.add(new Heard());
                sessions.add(engine.open(null, rateHz, together.get(call)));
            }
            int samples = rateHz / 50;
            for (int frame = 0; frame < MS / 20; frame++) {
                for (int call = 0; call < CALLS; call++) {
                    sessions.get(call).hear(sounds.get(call), frame * samples, samples, 20L * (frame + 1));
                }
                engine.pass();
            }
        }
        for (int call = 0; call < CALLS; call++) {
            assertThat(together.get(call).scores)
                    .as("call %d", call)
                    .hasSize(MS / Windows.MS)
                    .isEqualTo(alone.get(call).scores);
            assertThat(together.get(call).positionsMs).isEqualTo(alone.get(call).positionsMs);
        }
    }

    @Test
    void shouldTellAVoiceFromNoise() throws Exception {
        try (SileroEngine engine = stepped(ModelFile.orSkip())) {
            assertThat(speech(hear(engine, 8_000, PulseVoice.talking(1, 8_000, MS))))
                    .as("share of speech in a voice")
                    .isGreaterThan(0.8);
            assertThat(speech(hear(engine, 8_000, PulseVoice.noise(1, 8_000, MS))))
                    .as("share of speech in noise")
                    .isLessThan(0.05);
        }
    }

    @Test
    void shouldSayTheSameOfTheSameSoundEveryTime() throws Exception {
        short[] sound = PulseVoice.talking(2, 8_000, MS);
        try (SileroEngine engine = stepped(ModelFile.orSkip())) {
            assertThat(hear(engine, 8_000, sound).scores).isEqualTo(hear(engine, 8_000, sound).scores);
        }
    }

    @Test
    void shouldRunOnItsOwnThreadAndStop() throws Exception {
        VoiceActivityEngine engine = new SileroPlugin().open(new VoiceActivityOptions(ModelFile.orSkip(), 1, 2));
        assertThat(engine.health().up()).isTrue();
        Heard heard = new Heard();
        VoiceActivitySession session = engine.open(null, 8_000, heard);
        hear(session, 8_000, PulseVoice.talking(3, 8_000, 200));
        session.close();
        engine.close();
        assertThat(heard.closed).isEqualTo(1);
    }

    @Test
    void shouldSayWhatIsWrongWithAFileThatIsNoModel() throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage.onnx"), "This is no model.\n".repeat(1_000));
        Path empty = Files.createFile(folder.resolve("empty.onnx"));
        Path missing = folder.resolve("missing.onnx");
        for (Path wrong : List.of(garbage, empty, missing, folder)) {
            assertThatThrownBy(() -> OnnxNetwork.open(wrong, 1))
                    .isInstanceOf(UnusableModelException.class)
                    .hasMessageStartingWith(wrong + " is no ")
                    .hasMessageEndingWith(
                            "; name Silero's silero_vad.onnx of version 5 or 6, which scripts/fetch-silero"
                                    + " fetches")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void shouldSayWhichNetworkAModelIsInstead() throws Exception {
        Path other = Files.write(folder.resolve("identity.onnx"), identity());
        assertThatThrownBy(() -> OnnxNetwork.open(other, 1))
                .isInstanceOf(UnusableModelException.class)
                .hasMessageStartingWith(
                        other + " is another network: it takes [x] and gives [y], not [input, sr, state]");
    }

    private static SileroEngine stepped(Path model) throws UnusableModelException {
        return SileroEngine.open(() -> OnnxNetwork.open(model, 1), 0, () -> 0);
    }

    private static short[] sound(int call, int rateHz) {
        return call % 3 == 0 ? PulseVoice.noise(call, rateHz, MS) : PulseVoice.talking(call, rateHz, MS);
    }

    private static Heard hear(SileroEngine engine, int rateHz, short[] pcm) {
        Heard heard = new Heard();
        VoiceActivitySession session = engine.open(null, rateHz, heard);
        hear(session, rateHz, pcm);
        session.close();
        return heard;
    }

    private static void hear(VoiceActivitySession session, int rateHz, short[] pcm) {
        int samples = rateHz / 50;
        for (int frame = 0; (frame + 1) * samples <= pcm.length; frame++) {
            session.hear(pcm, frame * samples, samples, 20L * (frame + 1));
        }
    }

    private static double speech(Heard heard) {
        return heard.scores.stream().filter(score -> score >= 0.7f).count() / (double) heard.scores.size();
    }

    /** The smallest model: y = Identity(x), one number each, as its protocol buffer. */
    private static byte[] identity() {
        byte[] node = message(1, "x", 2, "y", 4, "Identity");
        byte[] graph = join(field(1, node), field(2, text("g")), field(11, value("x")), field(12, value("y")));
        return join(new byte[] {8, 8}, field(7, graph), field(8, new byte[] {16, 13}));
    }

    private static byte[] value(String name) {
        byte[] dimension = {10, 2, 8, 1};
        byte[] tensor = join(new byte[] {8, 1}, field(2, dimension));
        return join(field(1, text(name)), field(2, field(1, tensor)));
    }

    private static byte[] message(int first, String a, int second, String b, int third, String c) {
        return join(field(first, text(a)), field(second, text(b)), field(third, text(c)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] field(int number, byte[] content) {
        return join(new byte[] {(byte) (number << 3 | 2), (byte) content.length}, content);
    }

    private static byte[] join(byte[]... parts) {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
