package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Calls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over a strict stand-in for the library, without threads: the test does the work when it wants it done. */
class VoskSessionTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private final StrictLibrary library = new StrictLibrary();
    private final Fence fence = new Fence();
    private final RecordedEvents stt = new RecordedEvents();
    private long nowNs = 1_000 * MS;
    private VoskOptions options;
    private VoskRecognizer engine;

    @BeforeEach
    void writeModel() {
        ToneModel.write(folder, 16_000);
        options = Altered.with(VoskOptions.of("stt", folder), "threads", 1, "decoders", 2);
    }

    @AfterEach
    void nothingIsLeftOfTheLibrary() {
        if (engine != null) {
            engine.sessions().forEach(VoskSession::shut);
            work();
            engine.close();
        }
        assertThat(library.violations).isEmpty();
        assertThat(library.decodersOpen).hasValue(0);
        assertThat(library.modelsOpen).hasValue(0);
    }

    private RecognizerSession open() throws Exception {
        if (engine == null) {
            engine = VoskRecognizer.load(library::load, options, () -> nowNs);
        }
        RecognizerSession session = engine.open(Calls.call(fence), stt);
        work();
        return session;
    }

    private void work() {
        while (engine.pass()) {
            continue;
        }
    }

    private static void say(RecognizerSession session, int... frames) {
        for (int each : frames) {
            assertThat(session.audio(StrictLibrary.frame(each), 0, StrictLibrary.FRAME))
                    .isTrue();
        }
    }

    private static int[] silence(int frames) {
        return new int[frames];
    }

    @Test
    void shouldAnswerWithPartialsAndTheWordsOfAllStretches() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        say(session, silence(9));
        work();
        say(session, 2, -1);
        work();
        say(session, 3);
        nowNs += 300 * MS;
        session.end(16, true);
        nowNs += 40 * MS;
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "partial 16 w1", "partial 16 w1 w2", "final 16 w1 w2 w3");
    }

    @Test
    void shouldAnswerAnUtteranceWithoutWordsOrSoundWithNothing() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        session.end(16, true);
        session.start(32, ListenHint.OPEN);
        say(session, silence(20));
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "final 16 ", "final 32 ");
    }

    @Test
    void shouldTakeUnsureWordsForNone() throws Exception {
        options = Altered.with(options, "minConfidence", 0.7);
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        session.end(16, true);
        work();
        library.confidence = 0.69;
        session.start(32, ListenHint.OPEN);
        say(session, 1);
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "final 16 w1", "final 32 ");
    }

    @Test
    void shouldSayNothingMoreOfACancelledUtteranceAndForgetItsSound() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        work();
        say(session, 2);
        session.cancel(16);
        say(session, 9);
        session.end(16, true);
        session.start(32, ListenHint.OPEN);
        say(session, 3);
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "final 32 w3");
    }

    @Test
    void shouldLoseNothingOfThePresentUtteranceWhenAnEarlierOneIsCancelled() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        session.end(16, true);
        session.start(32, ListenHint.OPEN);
        say(session, 2);
        session.cancel(16);
        say(session, 3);
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "final 32 w2 w3");
    }

    @Test
    void shouldDropTheOpenUtteranceWhenAnotherBegins() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        session.start(32, ListenHint.OPEN);
        say(session, 2);
        session.end(16, true);
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "final 32 w2");
    }

    @Test
    void shouldPublishNothingForATurnBehindTheFence() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        work();
        fence.advance(17);
        session.end(16, true);
        work();
        session.start(17, ListenHint.OPEN);
        session.end(17, true);
        work();
        assertThat(stt.log.lines()).containsExactly("ready");
    }

    @Test
    void shouldTellACallBeyondTheDecodersThatTheyAreExhausted() throws Exception {
        options = Altered.with(options, "threads", 1, "decoders", 1);
        RecognizerSession first = open();
        first.start(16, ListenHint.OPEN);
        work();
        RecognizerSession second = open();
        second.start(32, ListenHint.OPEN);
        second.end(32, true);
        work();
        assertThat(stt.log.lines())
                .last()
                .asString()
                .startsWith("failed 32 exhausted every decoder of vosk")
                .contains("engines.stt.options.decoders");
        first.close();
        work();
        second.start(48, ListenHint.OPEN);
        say(second, 4);
        second.end(48, true);
        work();
        assertThat(stt.log.lines()).endsWith("closed", "final 48 w4");
    }

    @Test
    void shouldGiveTheNextUtteranceAnotherDecoderWhenOneBreaks() throws Exception {
        RecognizerSession session = open();
        int token = 0;
        for (int fault : new int[] {StrictLibrary.BREAKS, StrictLibrary.GARBAGE}) {
            token += 16;
            session.start(token, ListenHint.OPEN);
            say(session, 1, fault);
            session.end(token, true);
            work();
            assertThat(stt.log.lines()).last().asString().startsWith("failed " + token + " broken engines.stt: ");
            token += 16;
            session.start(token, ListenHint.OPEN);
            say(session, 2);
            session.end(token, true);
            work();
            assertThat(stt.log.lines()).last().isEqualTo("final " + token + " w2");
        }
        assertThat(library.decodersMade).hasValue(3);
    }

    @Test
    void shouldFailAnUtteranceWhoseDecoderCannotBeMade() throws Exception {
        RecognizerSession session = open();
        library.refusal = () -> new IllegalStateException("no memory for a decoder");
        session.start(16, ListenHint.OPEN);
        session.end(16, true);
        work();
        assertThat(stt.log.lines()).last().asString().contains("failed 16 broken", "no memory for a decoder");
        library.refusal = () -> null;
        library.linkage = new UnsatisfiedLinkError("vosk_recognizer_new");
        session.start(32, ListenHint.OPEN);
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).last().asString().contains("failed 32 broken", "vosk_recognizer_new");
        library.linkage = null;
        library.refusal = () -> new IllegalArgumentException("what nobody expects");
        session.start(48, ListenHint.OPEN);
        work();
        assertThat(stt.log.lines()).anyMatch(line -> line.startsWith("failed 48 broken"));
        assertThat(stt.log.lines()).last().asString().startsWith("failed 0 broken");
        session.start(64, ListenHint.OPEN);
        work();
        assertThat(stt.log.lines()).last().asString().startsWith("failed 64 broken");
        session.close();
        work();
        assertThat(stt.log.lines()).last().isEqualTo("closed");
        assertThat(engine.health().detail()).contains("0 of 2 decoders in use");
    }

    @Test
    void shouldAnswerInTimeForAThreadThatDoesNotComeBack() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        library.block = () -> {
            session.end(16, true);
            nowNs += 2_999 * MS;
            engine.watch(nowNs);
            stt.log.add("not yet");
            nowNs += 2 * MS;
            engine.watch(nowNs);
            engine.watch(nowNs);
            stt.log.add("still decoding");
            nowNs += 2_000 * MS;
            assertThat(engine.health().up()).isFalse();
            assertThat(engine.health().detail()).contains("busy with 200 ms of sound for more than 5 s; restart");
        };
        say(session, StrictLibrary.BLOCKS);
        work();
        assertThat(stt.log.lines())
                .hasSize(4)
                .startsWith("ready", "not yet")
                .last()
                .isEqualTo("still decoding");
        assertThat(stt.log.lines().get(2)).startsWith("failed 16 timeout engines.stt: vosk had no words 3000 ms after");
        assertThat(engine.health().up()).isTrue();
        session.start(32, ListenHint.OPEN);
        say(session, 5);
        session.end(32, true);
        work();
        assertThat(stt.log.lines()).last().isEqualTo("final 32 w5");
    }

    @Test
    void shouldCloseInTimeWhateverTheThreadDoesAndFreeTheDecoderLater() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        library.block = () -> {
            session.close();
            session.close();
            engine.watch(nowNs);
            assertThat(stt.log.lines()).containsExactly("ready");
            nowNs += 3_001 * MS;
            engine.watch(nowNs);
            assertThat(stt.log.lines()).containsExactly("ready", "closed");
            assertThat(library.decodersOpen).hasValue(1);
        };
        say(session, StrictLibrary.BLOCKS);
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "closed");
        assertThat(library.decodersOpen).hasValue(0);
        assertThat(engine.sessions()).isEmpty();
    }

    @Test
    void shouldSayThatItIsTooSlowWhileFramesAreLost() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        for (int i = 0; i < 128; i++) {
            say(session, 0);
        }
        assertThat(session.audio(StrictLibrary.frame(1), 0, StrictLibrary.FRAME))
                .isFalse();
        assertThat(engine.health().up()).isFalse();
        assertThat(engine.health().detail()).contains("too slow", "engines.stt.options.threads");
        work();
        nowNs += 10_001 * MS;
        assertThat(engine.health().up()).isTrue();
        assertThat(engine.health().detail()).contains("at 16000 Hz, 1 of 2 decoders in use");
    }

    @Test
    void shouldCloseOnceInTheMiddleOfAnUtterance() throws Exception {
        RecognizerSession session = open();
        session.start(16, ListenHint.OPEN);
        say(session, 1);
        work();
        say(session, 2);
        session.end(16, true);
        session.close();
        session.start(32, ListenHint.OPEN);
        say(session, 3);
        session.end(32, true);
        session.cancel(32);
        session.close();
        work();
        assertThat(stt.log.lines()).containsExactly("ready", "closed");
        assertThat(library.decodersOpen).hasValue(0);
    }

    @Test
    void shouldSurviveAListenerThatThrows() throws Exception {
        engine = VoskRecognizer.load(library::load, options, () -> nowNs);
        RecognizerSession bad = engine.open(Calls.call(fence), new ThrowingEvents());
        RecognizerSession good = open();
        bad.start(16, ListenHint.OPEN);
        good.start(32, ListenHint.OPEN);
        say(bad, 1);
        say(good, 2);
        bad.end(16, true);
        good.end(32, true);
        work();
        assertThat(stt.log.lines()).last().isEqualTo("final 32 w2");
        bad.close();
        good.close();
        work();
        assertThat(stt.log.lines()).last().isEqualTo("closed");
        assertThat(library.decodersOpen).hasValue(0);
    }

    @Test
    void shouldRefuseACallAfterItsEndAndStillCloseIt() throws Exception {
        RecognizerSession early = open();
        engine.start();
        engine.close();
        engine.close();
        assertThat(stt.log.lines()).containsExactly("ready", "closed");
        RecognizerSession late = engine.open(Calls.call(fence), stt);
        assertThat(stt.log.lines()).last().isEqualTo("failed 0 unavailable the server stops");
        late.start(16, ListenHint.OPEN);
        late.close();
        early.close();
        assertThat(stt.log.lines()).hasSize(4).last().isEqualTo("closed");
    }

    @Test
    void shouldBindCallersToPhrasesOfTheModelsWords() throws Exception {
        Files.move(folder.resolve("graph/HCLG.fst"), folder.resolve("graph/HCLr.fst"));
        Files.writeString(folder.resolve("graph/Gr.fst"), "1");
        Files.writeString(folder.resolve("graph/disambig_tid.int"), "1");
        options = Altered.with(options, "phrases", List.of("yes", " thank  you "));
        open().start(16, ListenHint.OPEN);
        work();
        assertThat(library.askedPhrases).containsExactly("yes", "thank you", "[unk]");
        assertThat(Phrases.json(List.of("a \"b\"", "c\\"))).isEqualTo("[\"a \\\"b\\\"\",\"c\\\\\"]");
        VoskOptions unknown = Altered.with(options, "phrases", List.of("yes", "Yes sir"));
        assertThatThrownBy(() -> VoskRecognizer.load(library::load, unknown, () -> nowNs))
                .isInstanceOf(UnusableModelException.class)
                .hasMessageContaining("does not know the words Yes, sir of phrases; spell them as its graph/words.txt");
        assertThat(library.modelsOpen)
                .as("the model of the refused one is freed")
                .hasValue(1);
    }

    @Test
    void shouldRefusePhrasesWhereTheGraphIsFixed() {
        VoskOptions bound = Altered.with(options, "phrases", List.of("yes"));
        assertThatThrownBy(() -> VoskRecognizer.load(library::load, bound, () -> nowNs))
                .isInstanceOf(UnusableModelException.class)
                .hasMessageContaining("has a fixed graph (HCLG.fst)");
    }

    @Test
    void shouldTryItselfAndLetGo() throws Exception {
        open();
        CompletableFuture<EngineHealth> found = engine.check();
        nowNs += 7 * MS;
        work();
        assertThat(found)
                .isCompletedWithValue(EngineHealth.up("decoded 500 ms of silence with " + folder + " at 16000 Hz"));
        assertThat(engine.sessions()).hasSize(1);
        library.refusal = () -> new IllegalStateException("no memory");
        CompletableFuture<EngineHealth> failed = engine.check();
        work();
        assertThat(failed.get().up()).isFalse();
        assertThat(failed.get().detail()).contains("engines.stt: no memory");
    }
}
