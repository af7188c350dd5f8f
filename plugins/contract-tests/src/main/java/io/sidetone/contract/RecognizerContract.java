package io.sidetone.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import org.junit.jupiter.api.Test;

/** Duties of every recognizer, whatever it understands. */
public abstract class RecognizerContract {
    private static final long SAID = 1_600;
    private static final long LATER = 1_616;
    private static final int FRAMES = 25;

    private final Fence fence = new Fence();
    private final Answered answered = new Answered();

    /** Returns the recognizer under test, open. Whoever extends this closes it. */
    protected abstract Recognizer contractRecognizer();

    /** Returns half a second of sound that callers make; silence when the recognizer does not care. */
    protected short[] contractSound(int sampleRateHz) {
        return new short[sampleRateHz / 2];
    }

    private static final class Answered implements RecognizerEvents {
        private final Answers answers = new Answers();

        @Override
        public void ready() {
            answers.add("ready");
        }

        @Override
        public void partial(long token, String text) {
            answers.add("partial " + token + " " + text);
        }

        @Override
        public void judged(long token, String text, SentenceEnd end) {
            answers.add("partial " + token + " " + text);
        }

        @Override
        public void covers(long token, int behindMs) {}

        @Override
        public void finalTranscript(long token, String text) {
            answers.add("final " + token + " " + text);
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            answers.add("failed " + token + " " + failure.message());
        }

        @Override
        public void evidence(long streamPosMs, float score) {}

        @Override
        public void speechStarted() {}

        @Override
        public void closed() {
            answers.add("closed");
        }
    }

    private RecognizerSession session() {
        RecognizerSession session = contractRecognizer().open(TestContext.call(fence), answered);
        answered.answers.await("ready");
        return session;
    }

    private void say(RecognizerSession session) {
        int rateHz = contractRecognizer().sampleRateHz();
        short[] sound = contractSound(rateHz);
        int frame = rateHz / 50;
        for (int i = 0; i < FRAMES; i++) {
            session.audio(sound, i * frame, frame);
        }
    }

    private void closed(RecognizerSession session) {
        session.close();
        answered.answers.await("closed");
        assertThat(answered.answers.lines()).last().isEqualTo("closed");
        assertThat(answered.answers.starting("closed")).hasSize(1);
    }

    @Test
    void contractShouldAnswerEachUtteranceOnce() {
        RecognizerSession session = session();
        for (long token : new long[] {SAID, LATER}) {
            session.start(token, ListenHint.OPEN);
            say(session);
            session.pauses(token);
            session.goesOn(token);
            say(session);
            session.end(token, true);
            answered.answers.await("final " + token + " ");
        }
        closed(session);
        assertThat(answered.answers.starting("final")).hasSize(2);
        assertThat(answered.answers.starting("failed")).isEmpty();
        int end = answered.answers
                .lines()
                .indexOf(answered.answers.starting("final " + SAID + " ").get(0));
        assertThat(answered.answers
                        .lines()
                        .subList(end, answered.answers.lines().size()))
                .as("words of an utterance that is over")
                .noneMatch(line -> line.startsWith("partial " + SAID + " "));
    }

    @Test
    void contractShouldAnswerAnUtteranceWithoutSound() {
        RecognizerSession session = session();
        session.start(SAID, ListenHint.OPEN);
        session.end(SAID, true);
        answered.answers.await("final " + SAID + " ");
        closed(session);
    }

    @Test
    void contractShouldForgetACancelledUtteranceAndHearTheNext() {
        RecognizerSession session = session();
        session.start(SAID, ListenHint.OPEN);
        say(session);
        fence.advance(SAID);
        session.cancel(SAID);
        int before = answered.answers.starting("partial " + SAID).size();
        session.start(LATER, ListenHint.OPEN);
        say(session);
        session.end(LATER, true);
        answered.answers.await("final " + LATER + " ");
        assertThat(answered.answers.starting("final " + SAID)).isEmpty();
        assertThat(answered.answers.starting("failed")).isEmpty();
        assertThat(answered.answers.starting("partial " + SAID).size())
                .as("words that were on their way")
                .isBetween(before, before + 1);
        closed(session);
    }

    @Test
    void contractShouldAnswerNothingToWhatComesAfterItsEnd() {
        RecognizerSession session = session();
        session.start(SAID, ListenHint.OPEN);
        say(session);
        closed(session);
        session.end(SAID, true);
        session.start(LATER, ListenHint.OPEN);
        say(session);
        session.end(LATER, true);
        session.cancel(LATER);
        session.close();
        Answered other = new Answered();
        RecognizerSession next = contractRecognizer().open(TestContext.call(new Fence()), other);
        other.answers.await("ready");
        next.start(SAID, ListenHint.OPEN);
        next.end(SAID, true);
        other.answers.await("final " + SAID + " ");
        next.close();
        other.answers.await("closed");
        assertThat(answered.answers.lines()).as("of the closed session").last().isEqualTo("closed");
        assertThat(answered.answers.starting("closed")).hasSize(1);
    }

    @Test
    void contractShouldSayWhatItWantsAndHowItIs() {
        Recognizer recognizer = contractRecognizer();
        assertThat(recognizer.sampleRateHz()).isIn(8_000, 16_000, 24_000, 48_000);
        assertThat(recognizer.capabilities()).isNotNull().isSameAs(recognizer.capabilities());
        assertThat(recognizer.health().detail()).isNotBlank();
    }
}
