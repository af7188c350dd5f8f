package io.sidetone.speech.embedded.flite;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmbeddedSynthesizerTest {
    private static final String SECONDS_5 = "x".repeat(3) + " " + "y".repeat(3) + " " + "z".repeat(3) + " abcdefghijkl"
            + " mnopqrstuvwx yz012345678"; // 49 characters, 4.9 s

    private final FakeVoice voice = new FakeVoice();
    private final SynthesisLog events = new SynthesisLog();
    private final Fence fence = new Fence();
    private final EmbeddedSynthesizer synthesizer = new EmbeddedSynthesizer("fake", () -> voice);

    @AfterEach
    void everythingIsClosed() {
        voice.gate.countDown();
        synthesizer.close();
        assertThat(voice.closed).isTrue();
        assertThat(synthesizer.openSessions()).isZero();
    }

    @Test
    void shouldPublishClausesInOrderWithoutTheLeadingSilence() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, "Hello");
        session.speak(32, 1, "you");
        events.log.await("done 32/1");
        assertThat(events.log.lines())
                .containsExactly(
                        "ready",
                        "audio 32/0 100 ms",
                        "audio 32/0 420 ms",
                        "done 32/0",
                        "audio 32/1 100 ms",
                        "audio 32/1 220 ms",
                        "done 32/1");
        PcmChunk first = events.chunks.get(0);
        assertThat(first.words().startMs()).containsExactly(20);
        assertThat(first.words().endMs()).containsExactly(520);
        assertThat(first.words().charEnd()).containsExactly(5);
        assertThat(events.chunks.get(1).words()).isNull();
        session.close();
        events.log.await("closed");
    }

    @Test
    void shouldPublishNoFurtherAheadThanCreditAllows() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 4_000);
        session.speak(32, 0, SECONDS_5);
        session.speak(32, 1, SECONDS_5);
        Eventually.holds("credit is used up", () -> events.audioMs(32) == 4_000);
        session.credit(32, 19);
        session.credit(31, 9_000); // late, from the turn before
        session.credit(32, 1);
        Eventually.holds("one more frame", () -> events.audioMs(32) == 4_020);
        session.credit(32, 500);
        Eventually.holds("one more chunk", () -> events.audioMs(32) == 4_520);
        session.credit(32, 9_000);
        events.log.await("done 32/1");
        assertThat(events.audioMs(32)).isEqualTo(2 * 4_920);
        assertThat(events.chunks.stream().filter(c -> c.words() != null)).hasSize(2);
    }

    @Test
    void shouldPublishNothingWithoutCredit() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.speak(32, 0, "Hello");
        Eventually.holds("the clause is made", () -> voice.spoken.size() == 1);
        session.credit(32, 10);
        assertThat(events.audioMs(32)).isZero();
        session.credit(32, 10);
        Eventually.holds("one frame", () -> events.audioMs(32) == 20);
    }

    @Test
    void shouldStartEveryTurnWithoutTheCreditOfTheLast() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 1_000);
        session.speak(32, 0, SECONDS_5);
        Eventually.holds("credit is used up", () -> events.audioMs(32) == 1_000);
        session.cancel(40);
        session.credit(48, 2_000);
        session.speak(48, 0, SECONDS_5);
        Eventually.holds("credit is used up again", () -> events.audioMs(48) == 2_000);
        session.cancel(60);
        session.speak(64, 0, "ab");
        session.credit(64, 500);
        events.log.await("done 64/0");
        assertThat(events.audioMs(32)).isEqualTo(1_000);
        assertThat(events.audioMs(48)).isEqualTo(2_000);
    }

    @Test
    void shouldSpendNoCreditOfALaterTurn() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 1_000);
        session.speak(32, 0, SECONDS_5);
        Eventually.holds("credit is used up", () -> events.audioMs(32) == 1_000);
        session.credit(48, 60_000);
        // A clause is refused before audio is published: at the second refusal, the credit has been looked at.
        session.speak(48, 0, "a ".repeat(1_001));
        events.log.await("failed 48/0");
        session.speak(48, 1, "a ".repeat(1_001));
        events.log.await("failed 48/1");
        assertThat(events.audioMs(32)).isEqualTo(1_000);
        session.cancel(40);
        session.speak(48, 2, "ab");
        events.log.await("done 48/2");
        assertThat(events.audioMs(32)).isEqualTo(1_000);
    }

    @Test
    void shouldDropQueuedClausesAtOnceWhenCancelled() {
        voice.gate = new CountDownLatch(1);
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, "one");
        session.speak(32, 1, "two");
        Eventually.holds("the voice has begun", () -> voice.spoken.size() == 1);
        session.cancel(40);
        voice.gate.countDown();
        session.credit(33, 60_000);
        session.speak(33, 0, "late"); // its turn is dead already
        session.credit(48, 60_000);
        session.speak(48, 0, "new");
        events.log.await("done 48/0");
        assertThat(events.log.lines()).noneMatch(line -> line.contains(" 32/") || line.contains(" 33/"));
        assertThat(voice.spoken).containsExactly("one", "new");
        assertThat(voice.stopped).isTrue();
        assertThat(synthesizer.staleDropped()).isEqualTo(3);
    }

    @Test
    void shouldDropWhatTheFenceKills() {
        voice.gate = new CountDownLatch(1);
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, "one");
        Eventually.holds("the voice has begun", () -> voice.spoken.size() == 1);
        fence.advance(40);
        voice.gate.countDown();
        session.credit(48, 60_000);
        session.speak(48, 0, "new");
        events.log.await("done 48/0");
        assertThat(events.log.lines()).noneMatch(line -> line.contains(" 32/"));
    }

    @Test
    void shouldServeRepeatedClausesFromTheCache() {
        synthesizer.prepare(List.of("prompt", "prompt", "other"));
        Eventually.holds("both are spoken", () -> voice.spoken.size() == 2);
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, "prompt");
        session.speak(32, 1, "fresh");
        session.speak(32, 2, "fresh");
        events.log.await("done 32/2");
        assertThat(voice.spoken).containsExactly("prompt", "other", "fresh");
        assertThat(synthesizer.cacheHits()).isEqualTo(2);
    }

    @Test
    void shouldForgetTheLeastRecentlyUsedClause() {
        ClauseCache cache = new ClauseCache(1_000);
        cache.put("a", List.of(chunk(400)));
        cache.put("b", List.of(chunk(400)));
        assertThat(cache.get("a")).isNotNull();
        cache.put("c", List.of(chunk(400)));
        assertThat(cache.get("b")).isNull();
        assertThat(cache.get("a")).isNotNull();
        assertThat(cache.size()).isEqualTo(2);
        cache.put("d", List.of(chunk(500), chunk(500), chunk(500)));
        assertThat(cache.size()).isZero();
    }

    @Test
    void shouldFinishAClauseThatHasNothingToSay() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, " … \u0007 ☎ ");
        session.speak(32, 1, "ok");
        events.log.await("done 32/1");
        assertThat(events.log.lines()).startsWith("ready", "done 32/0");
        assertThat(voice.spoken).containsExactly("ok");
    }

    @Test
    void shouldReportAClauseThatFailsAndGoOn() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, "break");
        session.speak(32, 1, "on");
        events.log.await("done 32/1");
        assertThat(events.log.await("failed")).isEqualTo("failed 32/0 broken the voice failed: it broke");
    }

    @Test
    void shouldRefuseAClauseThatIsTooLong() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.credit(32, 60_000);
        session.speak(32, 0, "a ".repeat(1_001));
        assertThat(events.log.await("failed")).startsWith("failed 32/0 rejected a clause of 2002 characters");
    }

    @Test
    void shouldCloseOnceAndIgnoreWhatComesAfter() {
        SynthesisSession session = synthesizer.open(Calls.call(fence), events);
        session.close();
        session.close();
        session.speak(32, 0, "late");
        session.credit(32, 100);
        session.cancel(40);
        events.log.await("closed");
        synthesizer.close();
        assertThat(events.log.lines()).containsOnlyOnce("closed").noneMatch(line -> line.startsWith("audio"));
    }

    @Test
    void shouldFailSessionsWhenTheVoiceDoesNotOpen() {
        EmbeddedSynthesizer broken = new EmbeddedSynthesizer("slt", () -> {
            throw new IllegalStateException("no library");
        });
        SynthesisSession session = broken.open(Calls.call(fence), events);
        assertThat(events.log.await("failed"))
                .isEqualTo("failed 0/0 unavailable the voice slt cannot be opened: no library");
        session.speak(32, 0, "x");
        events.log.await("failed 32/0 broken");
        assertThat(broken.health().up()).isFalse();
        session.close();
        broken.close();
        synthesizer.close();
        SynthesisLog refused = new SynthesisLog();
        SynthesisSession late = synthesizer.open(Calls.call(fence), refused);
        late.speak(32, 0, "x");
        late.close();
        assertThat(refused.log.lines()).hasSize(3).last().isEqualTo("closed");
    }

    private static PcmChunk chunk(int ms) {
        return new PcmChunk(16_000, new short[16 * ms], 0, 16 * ms, null);
    }
}
