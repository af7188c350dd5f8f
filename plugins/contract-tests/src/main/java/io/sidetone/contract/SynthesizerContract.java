package io.sidetone.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Duties of every voice. */
public abstract class SynthesizerContract {
    private static final long SPOKEN = 1_600;
    private static final long LATER = 1_616;
    private static final int PLENTY_MS = 60_000;
    private static final int LITTLE_MS = 100;
    private static final String CLAUSE = "Good morning to you.";
    private static final String OTHER = "What can I do for you?";

    private final Fence fence = new Fence();
    private final Heard heard = new Heard();

    /** Returns the voice under test, open. Whoever extends this closes it. */
    protected abstract Synthesizer contractVoice();

    /** Events that a session publishes. */
    private static final class Heard implements SynthesisEvents {
        private final Answers answers = new Answers();
        private final Map<Long, Integer> audioMs = new ConcurrentHashMap<>();

        @Override
        public void ready() {
            answers.add("ready");
        }

        @Override
        public void audio(long token, int clause, PcmChunk chunk) {
            int ms = chunk.samples() * 1_000 / chunk.sampleRateHz();
            audioMs.merge(token, ms, Integer::sum);
            answers.add("audio " + token + "/" + clause + " " + ms);
        }

        @Override
        public void done(long token, int clause) {
            answers.add("done " + token + "/" + clause);
        }

        @Override
        public void failed(long token, int clause, EngineFailure failure) {
            answers.add("failed " + token + "/" + clause + " " + failure.message());
        }

        @Override
        public void closed() {
            answers.add("closed");
        }

        int audioMs(long token) {
            return audioMs.getOrDefault(token, 0);
        }
    }

    private SynthesisSession session() {
        SynthesisSession session = contractVoice().open(TestContext.call(fence), heard);
        heard.answers.await("ready");
        return session;
    }

    private void closed(SynthesisSession session) {
        session.close();
        heard.answers.await("closed");
        assertThat(heard.answers.starting("failed")).isEmpty();
        assertThat(heard.answers.lines()).last().isEqualTo("closed");
        assertThat(heard.answers.starting("closed")).hasSize(1);
    }

    @Test
    void contractShouldSpeakTheClausesOfATurnInTheirOrder() {
        SynthesisSession session = session();
        session.credit(SPOKEN, PLENTY_MS);
        session.speak(SPOKEN, 0, CLAUSE);
        session.speak(SPOKEN, 1, OTHER);
        heard.answers.await("done " + SPOKEN + "/1");
        int end = heard.answers.lines().indexOf("done " + SPOKEN + "/0");
        assertThat(end).as("the end of the first clause").isPositive();
        assertThat(heard.answers.lines().subList(0, end)).noneMatch(line -> line.startsWith("audio " + SPOKEN + "/1"));
        assertThat(heard.answers.lines().subList(end, heard.answers.lines().size()))
                .noneMatch(line -> line.startsWith("audio " + SPOKEN + "/0"));
        assertThat(heard.answers.starting("audio " + SPOKEN + "/0"))
                .as("its audio")
                .isNotEmpty();
        assertThat(heard.answers.starting("audio " + SPOKEN + "/1")).isNotEmpty();
        closed(session);
    }

    @Test
    void contractShouldPublishNoMoreAudioThanItHasCreditFor() {
        SynthesisSession session = session();
        session.speak(SPOKEN, 0, CLAUSE);
        session.credit(SPOKEN, LITTLE_MS);
        heard.answers.await("audio " + SPOKEN + "/0");
        assertThat(heard.audioMs(SPOKEN)).isBetween(1, LITTLE_MS);
        session.credit(SPOKEN, PLENTY_MS);
        heard.answers.await("done " + SPOKEN + "/0");
        assertThat(heard.audioMs(SPOKEN)).isGreaterThan(LITTLE_MS);
        closed(session);
    }

    @Test
    void contractShouldSpendNoCreditOfALaterTurn() {
        SynthesisSession session = session();
        session.speak(SPOKEN, 0, CLAUSE);
        session.credit(SPOKEN, LITTLE_MS);
        heard.answers.await("audio " + SPOKEN + "/0");
        session.credit(LATER, PLENTY_MS);
        fence.advance(SPOKEN);
        session.cancel(SPOKEN);
        session.speak(LATER, 0, OTHER);
        heard.answers.await("done " + LATER + "/0");
        assertThat(heard.audioMs(SPOKEN)).isLessThanOrEqualTo(LITTLE_MS);
        closed(session);
    }

    @Test
    void contractShouldForgetACancelledTurnAndSpeakTheNext() {
        SynthesisSession session = session();
        session.speak(SPOKEN, 0, CLAUSE);
        session.speak(SPOKEN, 1, OTHER);
        fence.advance(SPOKEN);
        session.cancel(SPOKEN);
        session.credit(LATER, PLENTY_MS);
        session.speak(LATER, 0, OTHER);
        heard.answers.await("done " + LATER + "/0");
        assertThat(heard.audioMs(SPOKEN)).as("audio of the cancelled turn").isZero();
        assertThat(heard.answers.starting("done " + SPOKEN)).isEmpty();
        closed(session);
    }

    @Test
    void contractShouldAnswerNothingToWhatComesAfterItsEnd() {
        SynthesisSession session = session();
        session.speak(SPOKEN, 0, CLAUSE);
        closed(session);
        session.speak(LATER, 0, OTHER);
        session.credit(LATER, PLENTY_MS);
        session.cancel(LATER);
        session.close();
        Heard other = new Heard();
        SynthesisSession next = contractVoice().open(TestContext.call(new Fence()), other);
        other.answers.await("ready");
        next.credit(SPOKEN, PLENTY_MS);
        next.speak(SPOKEN, 0, CLAUSE);
        other.answers.await("done " + SPOKEN + "/0");
        next.close();
        other.answers.await("closed");
        assertThat(heard.answers.lines()).as("of the closed session").last().isEqualTo("closed");
        assertThat(heard.answers.starting("closed")).hasSize(1);
    }

    @Test
    void contractShouldKeepCallsApart() {
        SynthesisSession session = session();
        Heard other = new Heard();
        SynthesisSession beside = contractVoice().open(TestContext.call(new Fence()), other);
        other.answers.await("ready");
        session.speak(SPOKEN, 0, CLAUSE);
        beside.speak(SPOKEN, 0, OTHER);
        beside.credit(SPOKEN, PLENTY_MS);
        other.answers.await("done " + SPOKEN + "/0");
        assertThat(heard.audioMs(SPOKEN)).as("audio without credit").isZero();
        beside.close();
        other.answers.await("closed");
        session.credit(SPOKEN, PLENTY_MS);
        heard.answers.await("done " + SPOKEN + "/0");
        closed(session);
    }

    @Test
    void contractShouldSayWhatItCanAndHowItIs() {
        Synthesizer voice = contractVoice();
        assertThat(voice.capabilities()).isNotNull().isSameAs(voice.capabilities());
        assertThat(voice.health().detail()).isNotBlank();
    }
}
