package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Platform;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Calls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real library, with a model of two words that is made here, and the engine's own threads. */
class VoskLibraryTest {
    private static final int MS_BEHIND = 600;

    @TempDir
    private Path folder;

    /** A model for those who try the plugin in a server. */
    @BeforeAll
    static void writeTheModelThatCallsAreTriedWith() {
        ToneModel.write(Path.of(System.getProperty("sidetone.root"), "plugins/vosk/target/tone-model"), 16_000);
    }

    @BeforeEach
    void needTheLibrary() {
        assumeTrue(
                Platform.RESOURCE_PREFIX.equals("linux-x86-64"),
                "Vosk brings no library for " + Platform.RESOURCE_PREFIX + " that was ever tried here");
    }

    private RecognizerPlugin.Engine open(VoskOptions options) throws UnusableModelException {
        VoskRecognizer engine = VoskRecognizer.load(VoskModel::load, options, System::nanoTime);
        engine.start();
        return engine;
    }

    private RecognizerPlugin.Engine open(int rateHz) throws UnusableModelException {
        ToneModel.write(folder, rateHz);
        return open(VoskOptions.of("stt", folder));
    }

    /** Gives {@code pcm} as a lane would, which waits where a frame is refused only because a test does not pace itself. */
    private static void say(RecognizerSession session, short[] pcm, int rateHz) {
        int frame = rateHz / 50;
        for (int at = 0; at + frame <= pcm.length; at += frame) {
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!session.audio(pcm, at, frame)) {
                assertThat(System.nanoTime()).as("time to decode 2.5 s").isLessThan(giveUp);
                Thread.onSpinWait();
            }
        }
    }

    private static String utterance(
            RecognizerSession session, RecordedEvents stt, long token, int rateHz, int[]... words) {
        session.start(token, ListenHint.OPEN);
        say(session, new short[rateHz / 4], rateHz);
        for (int[] word : words) {
            say(session, ToneModel.sound(word, rateHz, 400), rateHz);
        }
        say(session, new short[rateHz * MS_BEHIND / 1_000], rateHz);
        session.end(token, true);
        return stt.log.await("final " + token).substring(("final " + token + " ").length());
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldRecognizeUtteranceAfterUtterance(int rateHz) throws Exception {
        RecordedEvents stt = new RecordedEvents();
        try (RecognizerPlugin.Engine engine = open(rateHz)) {
            assertThat(engine.sampleRateHz()).isEqualTo(rateHz);
            RecognizerSession session = engine.open(Calls.call(new Fence()), stt);
            assertThat(utterance(session, stt, 16, rateHz, ToneModel.LOW_HZ)).isEqualTo("low");
            assertThat(utterance(session, stt, 32, rateHz, ToneModel.HIGH_HZ, ToneModel.LOW_HZ))
                    .isEqualTo("high low");
            assertThat(utterance(session, stt, 48, rateHz)).isEmpty();
            assertThat(stt.log.lines()).contains("partial 16 low", "partial 32 high", "partial 32 high low");
            session.close();
            stt.log.await("closed");
        }
        assertThat(stt.log.lines()).last().isEqualTo("closed");
    }

    @Test
    void shouldPutTogetherWhatTheLibrarySplitsAtPauses() throws Exception {
        RecordedEvents stt = new RecordedEvents();
        try (RecognizerPlugin.Engine engine = open(16_000)) {
            RecognizerSession session = engine.open(Calls.call(new Fence()), stt);
            session.start(16, ListenHint.OPEN);
            for (int[] word : new int[][] {ToneModel.LOW_HZ, ToneModel.HIGH_HZ, ToneModel.LOW_HZ}) {
                say(session, ToneModel.sound(word, 16_000, 400), 16_000);
                say(session, new short[16_000 * 3 / 2], 16_000);
            }
            session.end(16, true);
            assertThat(stt.log.await("final")).isEqualTo("final 16 low high low");
        }
    }

    @Test
    void shouldForgetTheSoundOfACancelledUtterance() throws Exception {
        RecordedEvents stt = new RecordedEvents();
        try (RecognizerPlugin.Engine engine = open(16_000)) {
            RecognizerSession session = engine.open(Calls.call(new Fence()), stt);
            for (int turn = 1; turn <= 6; turn += 2) {
                session.start(16L * turn, ListenHint.OPEN);
                say(session, ToneModel.sound(ToneModel.HIGH_HZ, 16_000, 500), 16_000);
                session.cancel(16L * turn);
                assertThat(utterance(session, stt, 16L * turn + 16, 16_000)).isEmpty();
            }
            assertThat(stt.log.lines()).noneMatch(line -> line.startsWith("final 16 "));
        }
    }

    @Test
    void shouldServeManyCallsOfOneModelAtTheSameTime() throws Exception {
        ToneModel.write(folder, 8_000);
        List<RecordedEvents> all = new ArrayList<>();
        try (RecognizerPlugin.Engine engine =
                open(Altered.with(VoskOptions.of("stt", folder), "threads", 2, "decoders", 12))) {
            List<RecognizerSession> sessions = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                all.add(new RecordedEvents());
                sessions.add(engine.open(Calls.call(new Fence()), all.get(i)));
            }
            for (int round = 1; round <= 3; round++) {
                for (int i = 0; i < 12; i++) {
                    RecognizerSession session = sessions.get(i);
                    session.start(16L * round, ListenHint.OPEN);
                    int[] word = (i + round) % 2 == 0 ? ToneModel.LOW_HZ : ToneModel.HIGH_HZ;
                    say(session, ToneModel.sound(word, 8_000, 600), 8_000);
                    say(session, new short[8_000 / 4], 8_000);
                    session.end(16L * round, true);
                }
                for (int i = 0; i < 12; i++) {
                    String word = (i + round) % 2 == 0 ? "low" : "high";
                    assertThat(all.get(i).log.await("final " + 16 * round))
                            .isEqualTo("final " + 16 * round + " " + word);
                }
            }
        }
        assertThat(all).allSatisfy(stt -> assertThat(stt.log.lines()).last().isEqualTo("closed"));
    }

    @Test
    void shouldReadWordsOfEveryLanguage() throws Exception {
        ToneModel.write(folder, 16_000);
        Files.writeString(folder.resolve("graph/words.txt"), "<eps> 0\n[unk] 1\ntief 2\nhöher 3\n#0 4\n");
        RecordedEvents stt = new RecordedEvents();
        try (RecognizerPlugin.Engine engine = open(VoskOptions.of("stt", folder))) {
            RecognizerSession session = engine.open(Calls.call(new Fence()), stt);
            assertThat(utterance(session, stt, 16, 16_000, ToneModel.HIGH_HZ)).isEqualTo("höher");
        }
    }

    @Test
    void shouldKnowWordsOfTheModelAndFreeItOnce() throws Exception {
        SpeechModel model = VoskModel.load(ModelFolder.of(ToneModel.write(folder, 16_000)));
        assertThat(model.knows("low")).isTrue();
        assertThat(model.knows("yes")).isFalse();
        SpeechDecoder decoder = model.decoder(List.of());
        model.close();
        model.close();
        assertThatThrownBy(() -> model.decoder(List.of())).hasMessageContaining("is closed");
        assertThat(decoder.accept(new short[1_600], 1_600))
                .as("it keeps what it needs")
                .isFalse();
        decoder.close();
        decoder.close();
        assertThatThrownBy(decoder::last).hasMessage("the decoder is closed");
    }

    @ParameterizedTest
    @CsvSource({"am/final.mdl, 300", "am/final.mdl, 0", "graph/HCLG.fst, 100", "graph/HCLG.fst, 0"})
    void shouldSayThatAModelIsBroken(String part, int kept) throws Exception {
        ToneModel.write(folder, 16_000);
        Path file = folder.resolve(part);
        byte[] garbage = "no part of a model\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Files.write(file, kept > 0 ? Arrays.copyOf(Files.readAllBytes(file), kept) : garbage);
        assertThatThrownBy(() -> open(VoskOptions.of("stt", folder)))
                .isInstanceOf(UnusableModelException.class)
                .hasMessage(folder + " is no model that Vosk can load, for the reason that it gave on standard error;"
                        + " unpack it anew, from https://alphacephei.com/vosk/models");
    }

    @Test
    void shouldSayWhichModelFolderIsNone() {
        assertThatThrownBy(() -> open(VoskOptions.of("stt", folder.resolve("model"))))
                .isInstanceOf(UnusableModelException.class)
                .hasMessageContaining("model is no folder that can be read; unpack a model from");
    }

    @Test
    void shouldTryItself() throws Exception {
        try (RecognizerPlugin.Engine engine = open(8_000)) {
            EngineHealth found = engine.check().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(found.up()).isTrue();
            assertThat(found.detail()).isEqualTo("decoded 500 ms of silence with " + folder + " at 8000 Hz");
        }
    }
}
