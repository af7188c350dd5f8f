package io.sidetone.speech.embedded.sphinx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedRecognizerTest {
    private static final ListenHint MENU = new ListenHint("menu", 1, '#');

    private final FakeDecoders decoders = new FakeDecoders();
    private final RecognizerLog events = new RecognizerLog();
    private final Fence fence = new Fence();
    private DecoderPool pool;
    private EmbeddedRecognizer recognizer;

    @BeforeEach
    void open() throws InterruptedException {
        Map<String, String> grammars = new LinkedHashMap<>();
        grammars.put("menu", "");
        grammars.put("day", "");
        pool = new DecoderPool(2, "embedded.decoders", decoders);
        assertThat(pool.awaitAll(60_000)).isTrue();
        recognizer = new EmbeddedRecognizer(
                pool,
                new GrammarSet(
                        grammars,
                        Map.of(),
                        Map.of(),
                        Map.of(
                                "day",
                                words -> words.equals(List.of("day", "heard", "10"))
                                        ? SentenceEnd.CLOSED
                                        : SentenceEnd.UNKNOWN)),
                1);
    }

    @AfterEach
    void everythingIsClosed() {
        decoders.gate.countDown();
        recognizer.close();
        assertThat(decoders.stillOpen()).isZero();
        assertThat(recognizer.openSessions()).isZero();
    }

    @Test
    void shouldPublishTheWordsWhenAnUtteranceEnds() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        events.log.await("ready");

        session.start(32, new ListenHint("day", 1, '#'));
        say(session, 25);
        session.end(32, true);

        assertThat(events.log.await("final")).isEqualTo("final 32 day heard 25");
        assertThat(events.log.lines()).startsWith("ready", "partial 32 day heard 5", "CLOSED 32 day heard 10");
        session.close();
        events.log.await("closed");
    }

    @Test
    void shouldUseTheFirstGrammarWhenNoneIsAskedFor() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, ListenHint.OPEN);
        say(session, 12);
        session.end(32, true);
        assertThat(events.log.await("final")).isEqualTo("final 32 menu heard 12");
    }

    @Test
    void shouldRejectAGrammarNobodyLoaded() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, new ListenHint("kitchen", 1, '#'));
        assertThat(say(session, 3)).isEqualTo(3);
        session.end(32, true);
        assertThat(events.log.await("failed")).startsWith("failed 32 rejected").contains("\"kitchen\"");
    }

    @Test
    void shouldPublishAnEmptyTranscriptWhenTheUtteranceIsTooShort() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        say(session, 7);
        session.end(32, true);
        assertThat(events.log.await("final")).isEqualTo("final 32 ");
    }

    @Test
    void shouldLearnTheLineFromWordsOnly() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        session.end(32, true);
        session.start(48, MENU);
        say(session, 20);
        session.cancel(48);
        events.log.await("final 32");
        session.start(64, MENU);
        say(session, 20);
        session.end(64, true);
        events.log.await("final 64");
        assertThat(decoders.decoder(0).adapted).isEqualTo(1);
    }

    @Test
    void shouldTellACallBeyondThePoolToGoOnWithDigits() {
        RecognizerSession one = recognizer.open(Calls.call(fence), new RecognizerLog());
        RecognizerSession two = recognizer.open(Calls.call(fence), new RecognizerLog());
        one.start(32, MENU);
        two.start(33, MENU);

        RecognizerSession three = recognizer.open(Calls.call(fence), events);
        three.start(34, MENU);
        say(three, 20);
        three.end(34, true);

        assertThat(events.log.await("failed")).startsWith("failed 34 exhausted").contains("embedded.decoders");
        assertThat(pool.exhausted()).isEqualTo(1);
        three.close();
        events.log.await("closed");
        assertThat(events.log.lines()).noneMatch(line -> line.startsWith("final"));
    }

    @Test
    void shouldNotTakeADecoderBeforeTheFirstUtterance() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        events.log.await("ready");
        assertThat(pool.inUse()).isZero();
        session.start(32, MENU);
        assertThat(pool.inUse()).isEqualTo(1);
        session.cancel(32);
        session.start(48, MENU);
        assertThat(pool.inUse()).isEqualTo(1);
        session.close();
        events.log.await("closed");
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void shouldPublishNothingWhenTheUtteranceIsCancelled() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        say(session, 9);
        session.cancel(32);
        session.start(48, MENU);
        say(session, 11);
        session.end(48, true);
        assertThat(events.log.await("final")).isEqualTo("final 48 menu heard 11");
        assertThat(events.log.lines()).noneMatch(line -> line.contains(" 32 "));
    }

    @Test
    void shouldPublishNothingForATokenBehindTheFence() {
        decoders.gate = new CountDownLatch(1);
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        say(session, 20);
        session.end(32, true);
        fence.advance(40);
        decoders.gate.countDown();
        session.start(33, MENU); // dead before it begins
        session.end(33, true);
        session.start(48, MENU);
        say(session, 14);
        session.end(48, true);
        assertThat(events.log.await("final")).isEqualTo("final 48 menu heard 14");
        assertThat(recognizer.staleDropped()).isEqualTo(2);
    }

    @Test
    void shouldIgnoreAnEndThatComesLate() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        session.start(48, MENU);
        session.end(32, true);
        say(session, 13);
        session.end(48, true);
        assertThat(events.log.await("final")).isEqualTo("final 48 menu heard 13");
    }

    @Test
    void shouldRefuseFramesWhenTheDecoderIsTooFarBehindAndThenGoOn() {
        decoders.gate = new CountDownLatch(1);
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        assertThat(say(session, 200)).isEqualTo(128);
        decoders.gate.countDown();
        session.end(32, true);
        assertThat(events.log.await("final")).isEqualTo("final 32 menu heard 128");
    }

    @Test
    void shouldReplaceADecoderThatFails() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        decoders.breakOnFrame = true;
        session.start(32, MENU);
        say(session, 1);
        assertThat(events.log.await("failed")).startsWith("failed 32 broken").contains("ps_process_raw");
        decoders.breakOnFrame = false;
        session.end(32, true);
        session.start(48, MENU);
        say(session, 10);
        session.end(48, true);
        assertThat(events.log.await("final")).isEqualTo("final 48 menu heard 10");
        Eventually.holds("the broken decoder is closed", () -> decoders.decoder(0).closed);
    }

    @Test
    void shouldGiveTheNextCallAFreshDecoder() {
        RecognizerSession first = recognizer.open(Calls.call(fence), events);
        first.start(32, MENU);
        first.close();
        events.log.await("closed");
        Eventually.holds("the used decoder is closed", () -> decoders.decoder(0).closed);
        assertThat(decoders.decoder(1).closed).isFalse();
    }

    @Test
    void shouldCloseOnceWhateverComesAfter() {
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.close();
        session.close();
        session.start(32, MENU);
        session.end(32, true);
        events.log.await("closed");
        recognizer.close();
        assertThat(events.log.lines()).containsOnlyOnce("closed").noneMatch(line -> line.startsWith("failed"));
    }

    @Test
    void shouldRefuseACallWhenItIsClosed() {
        recognizer.close();
        RecognizerSession session = recognizer.open(Calls.call(fence), events);
        session.start(32, MENU);
        session.close();
        assertThat(events.log.lines()).hasSize(3).last().isEqualTo("closed");
        assertThat(events.log.lines().get(1)).startsWith("failed 32 unavailable");
        assertThat(recognizer.health().up()).isFalse();
    }

    @Test
    void shouldSurviveAListenerThatThrows() {
        RecognizerSession bad = recognizer.open(Calls.call(fence), new RecognizerLog() {
            @Override
            public void finalTranscript(long token, String text) {
                throw new IllegalStateException("the listener failed on purpose");
            }
        });
        bad.start(32, MENU);
        bad.end(32, true);
        RecognizerSession good = recognizer.open(Calls.call(fence), events);
        good.start(48, MENU);
        say(good, 10);
        good.end(48, true);
        assertThat(events.log.await("final")).isEqualTo("final 48 menu heard 10");
    }

    private static int say(RecognizerSession session, int frames) {
        short[] frame = new short[320];
        frame[0] = 77;
        int taken = 0;
        for (int i = 0; i < frames; i++) {
            taken += session.audio(frame, 0, 320) ? 1 : 0;
        }
        return taken;
    }
}
