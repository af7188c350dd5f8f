package io.sidetone.speech.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailoverRecognizerTest {
    private final FailoverCounters handOvers = new FailoverCounters();
    private final Loop loop = new Loop();
    private final FakeRecognizer first = new FakeRecognizer(8_000);
    private FakeRecognizer second = new FakeRecognizer(8_000);
    private final List<String> reported = new ArrayList<>();
    private RecognizerSession session;
    private short next;

    private final RecognizerEvents events = new RecognizerEvents() {
        @Override
        public void ready() {
            reported.add("ready");
        }

        @Override
        public void partial(long token, String text) {
            reported.add("partial " + token + " " + text);
        }

        @Override
        public void judged(long token, String text, SentenceEnd end) {
            reported.add(end + " " + token + " " + text);
        }

        @Override
        public void covers(long token, int behindMs) {
            reported.add("covers " + token + " " + behindMs);
        }

        @Override
        public void evidence(long streamPosMs, float score) {
            reported.add("evidence " + streamPosMs + " " + score);
        }

        @Override
        public void speechStarted() {
            reported.add("speech started");
        }

        @Override
        public void finalTranscript(long token, String text) {
            reported.add("final " + token + " " + text);
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            reported.add("failed " + token + " " + failure.code());
        }

        @Override
        public void closed() {
            reported.add("closed");
        }
    };

    private final Circuit firstCircuit = new Circuit(loop::nowNs);
    private final Circuit secondCircuit = new Circuit(loop::nowNs);

    private FailoverRecognizer both() {
        return new FailoverRecognizer(new Failover<>(
                List.of(
                        new Candidate<Recognizer>("first", first, firstCircuit),
                        new Candidate<Recognizer>("second", second, secondCircuit)),
                loop::executor,
                1_500,
                handOvers));
    }

    private void open() {
        session = both().open(Calls.call(new Fence()), events);
        loop.run();
    }

    private void hear(int value, long streamPosMs) {
        short[] pcm = new short[160];
        Arrays.fill(pcm, (short) value);
        assertThat(session.hear(pcm, 0, 160, streamPosMs)).isTrue();
    }

    @Test
    void shouldGiveEvidenceWhereAllDoAndHearWordsWhereOneDoes() {
        assertThat(both().capabilities().givesEvidence()).isFalse();
        assertThat(both().capabilities().hearsWords()).isTrue();
        first.givesEvidence = true;
        first.hearsWords = false;
        assertThat(both().capabilities().givesEvidence()).isFalse();
        assertThat(both().capabilities().hearsWords()).isTrue();
        second.givesEvidence = true;
        second.hearsWords = false;
        assertThat(both().capabilities().givesEvidence()).isTrue();
        assertThat(both().capabilities().hearsWords()).isFalse();
    }

    @Test
    void shouldLetTheFirstThatIsOpenHearTheLineAndPassOnWhatItSaysOfSpeech() {
        open();
        hear(1, 20);
        hear(2, 40);
        loop.run();
        assertThat(first.line).containsExactly("160 samples at 20: 1", "160 samples at 40: 2");
        first.events.evidence(40, 0.5f);
        first.events.speechStarted();
        session.start(1, ListenHint.OPEN);
        loop.run();
        first.fails(0, "unavailable");
        loop.run();
        hear(3, 60);
        loop.run();
        assertThat(second.line).containsExactly("160 samples at 60: 3");
        first.events.evidence(60, 0.1f);
        second.events.evidence(60, 0.9f);
        assertThat(reported).containsExactly("ready", "evidence 40 0.5", "speech started", "evidence 60 0.9");
    }

    @Test
    void shouldConvertTheLineToTheRateOfTheOneThatHearsIt() {
        second = new FakeRecognizer(16_000);
        firstCircuit.closedToCalls(new EngineFailure("rejected", "no such key", false));
        open();
        for (int i = 1; i <= 5; i++) {
            hear(100, i * 20);
        }
        loop.run();
        assertThat(first.line).isEmpty();
        assertThat(second.line).hasSize(5).allMatch(frame -> frame.startsWith("320 samples at "));
    }

    @Test
    void shouldRefuseFramesOfTheLineThatTheLoopIsTooFarBehindFor() {
        open();
        short[] pcm = new short[160];
        int taken = 0;
        for (int i = 0; i < 200; i++) {
            pcm[0] = (short) i;
            taken += session.hear(pcm, 0, 160, 20L * i) ? 1 : 0;
        }
        loop.run();
        assertThat(taken).isEqualTo(128);
        assertThat(first.line).hasSize(128).first().isEqualTo("160 samples at 0: 0");
        assertThat(first.line).last().isEqualTo("160 samples at 2540: 127");
    }

    private void speak(int frames) {
        short[] pcm = new short[160];
        for (int f = 0; f < frames; f++) {
            for (int i = 0; i < 160; i++) {
                pcm[i] = next++;
            }
            assertThat(session.audio(pcm, 0, 160)).isTrue();
            loop.run();
        }
    }

    private static void assertInOrder(List<Short> heard, int samples) {
        assertThat(heard).hasSize(samples);
        for (int i = 0; i < samples; i++) {
            assertThat(heard.get(i)).isEqualTo((short) i);
        }
    }

    @Test
    void shouldGiveTheWholeUtteranceToTheNextWhenTheFirstFailsInTheMiddle() {
        open();
        session.start(1, ListenHint.OPEN);
        speak(10);
        first.events.partial(1, "I wo");
        first.events.judged(1, "I would", SentenceEnd.COMPLETE);
        first.events.covers(1, 40);
        loop.run();
        first.fails(1, "unavailable");
        loop.run();
        speak(5);
        first.events.judged(1, "late", SentenceEnd.COMPLETE);
        first.events.covers(1, 0);
        session.end(1, true);
        loop.run();
        assertInOrder(second.heard, 15 * 160);
        assertThat(second.asked).containsExactly("start 1", "end 1");
        second.events.finalTranscript(1, "I would");
        first.events.finalTranscript(1, "late");
        loop.run();
        assertThat(reported)
                .containsExactly("ready", "partial 1 I wo", "COMPLETE 1 I would", "covers 1 40", "final 1 I would");
    }

    @Test
    void shouldHandTheUtteranceOverWhenTheTranscriptDoesNotCome() {
        open();
        session.start(1, ListenHint.OPEN);
        speak(10);
        session.end(1, true);
        loop.run();
        loop.pass(1_600);
        assertInOrder(second.heard, 1_600);
        assertThat(first.asked).endsWith("cancel 1");
        second.events.finalTranscript(1, "hello");
        loop.run();
        assertThat(reported).endsWith("final 1 hello");
        assertThat(handOvers
                        .counts()
                        .get(new FailoverCounters.Way("first", "second"))
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void shouldLoseNothingWhenTheNextTakesItSlowly() {
        open();
        session.start(1, ListenHint.OPEN);
        speak(50);
        second.room = 20;
        first.fails(0, "unavailable");
        loop.run();
        assertThat(second.heard).hasSize(20 * 160);
        speak(3);
        second.room = 100;
        loop.pass(10);
        session.end(1, true);
        loop.run();
        assertInOrder(second.heard, 53 * 160);
        assertThat(second.asked).endsWith("end 1");
    }

    @Test
    void shouldResampleForANextThatWantsAnotherRate() {
        second = new FakeRecognizer(16_000);
        open();
        session.start(1, ListenHint.OPEN);
        speak(10);
        first.fails(1, "broken");
        loop.run();
        assertThat(second.heard).hasSizeBetween(2 * 1_600 - 40, 2 * 1_600);
    }

    @Test
    void shouldBeginTheNextUtteranceWithTheFirstAgain() {
        open();
        session.start(1, ListenHint.OPEN);
        first.fails(1, "broken");
        loop.run();
        second.events.finalTranscript(1, "one");
        session.end(1, true);
        loop.run();
        session.start(2, ListenHint.OPEN);
        loop.run();
        assertThat(first.asked).endsWith("start 2");
    }

    @Test
    void shouldFailTheUtteranceWhenNobodyIsLeft() {
        open();
        session.start(1, ListenHint.OPEN);
        speak(2);
        first.fails(1, "broken");
        loop.run();
        second.fails(1, "exhausted");
        loop.run();
        assertThat(reported).containsExactly("ready", "failed 1 exhausted");
    }

    @Test
    void shouldOpenTheNextWhenTheFirstCannotBeOpenedInTime() {
        open();
        first.fails(0, "unavailable");
        loop.run();
        first.opens = false;
        session.start(1, ListenHint.OPEN);
        speak(5);
        assertThat(reported).containsExactly("ready");
        loop.pass(1_600);
        assertInOrder(second.heard, 5 * 160);
    }

    @Test
    void shouldSayNothingOfADroppedUtterance() {
        open();
        session.start(1, ListenHint.OPEN);
        speak(2);
        session.cancel(1);
        loop.run();
        first.events.finalTranscript(1, "late");
        first.fails(1, "broken");
        loop.run();
        loop.pass(5_000);
        assertThat(reported).containsExactly("ready");
        assertThat(second.opened).isZero();
    }

    @Test
    void shouldCloseAllSessionsAndSaySoOnce() {
        open();
        session.start(1, ListenHint.OPEN);
        first.fails(1, "broken");
        loop.run();
        session.close();
        loop.run();
        assertThat(reported.stream().filter("closed"::equals)).hasSize(1);
        assertThat(first.asked).contains("close");
        assertThat(second.asked).contains("close");
    }

    /** The first is down in one call, and rests. */
    private void outage() {
        open();
        first.events.failed(0, new EngineFailure("authentication", "the key was revoked", false));
        loop.run();
        session.start(1, ListenHint.OPEN);
        loop.run();
        assertThat(second.asked).containsExactly("start 1");
        session.close();
        loop.run();
        loop.pass(6_000);
        first.asked.clear();
    }

    @Test
    void shouldPassOnWhetherAReplyIsWanted() {
        open();
        session.start(1, ListenHint.OPEN);
        speak(1);
        session.end(1, false);
        loop.run();
        assertThat(first.asked).containsExactly("start 1", "end 1 without a reply");
    }

    @Test
    void shouldAskTheFirstAgainInTheNextCallWhenItHasRested() {
        outage();
        open();
        session.start(2, ListenHint.OPEN);
        loop.run();
        assertThat(first.asked).containsExactly("start 2");
        speak(1);
        session.end(2, true);
        loop.run();
        first.events.finalTranscript(2, "back");
        loop.run();
        assertThat(reported).endsWith("final 2 back");
        assertThat(firstCircuit.resting()).isFalse();
    }

    @Test
    void shouldLeaveTheTrialToTheNextCallWhenNobodySpokeInThisOne() {
        outage();
        open();
        session.close();
        loop.run();
        open();
        session.start(2, ListenHint.OPEN);
        loop.run();
        assertThat(first.asked).containsExactly("close", "start 2");
    }

    @Test
    void shouldTryTheFirstAgainWhenNothingWasHeardOfATrial() {
        outage();
        open();
        session.start(2, ListenHint.OPEN);
        session.cancel(2);
        session.start(3, ListenHint.OPEN);
        loop.run();
        assertThat(first.asked).containsExactly("start 2", "cancel 2");
        loop.pass(61_000);
        session.start(4, ListenHint.OPEN);
        loop.run();
        assertThat(first.asked).containsExactly("start 2", "cancel 2", "start 4");
    }
}
