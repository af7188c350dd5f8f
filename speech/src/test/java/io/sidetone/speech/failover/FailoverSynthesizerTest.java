package io.sidetone.speech.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.WordTimes;
import io.sidetone.speech.embedded.Calls;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailoverSynthesizerTest {
    private final FailoverCounters handOvers = new FailoverCounters();
    private final Loop loop = new Loop();
    private final FakeVoice first = new FakeVoice();
    private final FakeVoice second = new FakeVoice();
    private final List<String> reported = new ArrayList<>();
    private SynthesisSession session;

    @BeforeEach
    void open() {
        session = new FailoverSynthesizer(new Failover<>(
                        List.of(
                                new Candidate<Synthesizer>("first", first, new Circuit(loop::nowNs)),
                                new Candidate<Synthesizer>("second", second, new Circuit(loop::nowNs))),
                        loop::executor,
                        2_500,
                        handOvers))
                .open(Calls.call(new Fence()), new SynthesisEvents() {
                    @Override
                    public void ready() {
                        reported.add("ready");
                    }

                    @Override
                    public void audio(long token, int clause, PcmChunk chunk) {
                        reported.add("audio " + token + "/" + clause + " " + chunk.samples() / 8
                                + (chunk.words() == null ? "" : " words"));
                    }

                    @Override
                    public void done(long token, int clause) {
                        reported.add("done " + token + "/" + clause);
                    }

                    @Override
                    public void failed(long token, int clause, EngineFailure failure) {
                        reported.add("failed " + token + "/" + clause + " " + failure.code());
                    }

                    @Override
                    public void closed() {
                        reported.add("closed");
                    }
                });
        loop.run();
        session.credit(1, 4_000);
        loop.run();
    }

    private void speak(int clause, String text) {
        session.speak(1, clause, text);
        loop.run();
    }

    @Test
    void shouldAskTheFirstAloneWhenItWorks() {
        speak(0, "Hello there.");
        speak(1, "How are you?");
        first.audio(1, 0, 400);
        first.events.done(1, 0);
        loop.run();
        assertThat(first.asked).containsExactly("speak 1/0 Hello there.", "speak 1/1 How are you?");
        assertThat(first.creditMs).isEqualTo(4_000);
        assertThat(reported).containsExactly("ready", "audio 1/0 400", "done 1/0");
    }

    @Test
    void shouldGiveTheRestOfTheTurnToTheNextWhenTheFirstFails() {
        speak(0, "Hello there.");
        speak(1, "How are you?");
        first.audio(1, 0, 500);
        first.events.done(1, 0);
        loop.run();
        first.fails(1, 1, "unavailable");
        loop.run();
        assertThat(second.asked).containsExactly("speak 1/1 How are you?");
        assertThat(second.creditMs).isEqualTo(3_500);
        speak(2, "Fine.");
        assertThat(second.asked).endsWith("speak 1/2 Fine.");
        second.audio(1, 1, 100);
        first.audio(1, 1, 100);
        loop.run();
        assertThat(reported).containsExactly("ready", "audio 1/0 500", "done 1/0", "audio 1/1 100");
        assertThat(handOvers
                        .counts()
                        .get(new FailoverCounters.Way("first", "second"))
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void shouldGoOnWithTheFirstMissingWordWhenTheFirstFailsInAClause() {
        speak(0, "one two three");
        WordTimes words = new WordTimes(new int[] {0, 200, 400}, new int[] {200, 400, 600}, new int[] {3, 7, 13});
        first.events.audio(1, 0, new PcmChunk(8_000, new short[3_200], 0, 3_200, words));
        first.fails(0, 0, "unavailable");
        loop.run();
        assertThat(second.asked).containsExactly("speak 1/0 three");
        second.events.audio(1, 0, new PcmChunk(8_000, new short[1_600], 0, 1_600, words));
        second.events.done(1, 0);
        loop.run();
        assertThat(reported).containsExactly("ready", "audio 1/0 400 words", "audio 1/0 200", "done 1/0");
    }

    @Test
    void shouldAskTheNextWhenTheFirstDoesNotBegin() {
        speak(0, "Hello.");
        loop.pass(2_600);
        assertThat(second.asked).containsExactly("speak 1/0 Hello.");
        assertThat(first.asked).endsWith("cancel 1");
        first.audio(1, 0, 100);
        loop.run();
        assertThat(reported).containsExactly("ready");
    }

    @Test
    void shouldBeginTheNextTurnWithTheFirstAgain() {
        speak(0, "Hello.");
        first.fails(1, 0, "broken");
        loop.run();
        session.credit(2, 4_000);
        session.speak(2, 0, "Again.");
        loop.run();
        assertThat(first.asked).endsWith("speak 2/0 Again.");
    }

    @Test
    void shouldFailEveryClauseThatWaitsWhenNobodyIsLeft() {
        speak(0, "Hello.");
        speak(1, "There.");
        first.fails(1, 0, "broken");
        loop.run();
        second.fails(1, 0, "rate_limited");
        loop.run();
        assertThat(reported).containsExactly("ready", "failed 1/0 rate_limited", "failed 1/1 rate_limited");
    }

    @Test
    void shouldAskAVoiceOnceMoreWhenNoOtherIsLeft() {
        speak(0, "Hello.");
        speak(1, "There.");
        first.fails(1, 0, "unavailable");
        loop.run();
        second.fails(1, 0, "unavailable");
        loop.run();
        assertThat(first.asked)
                .containsExactly(
                        "speak 1/0 Hello.", "speak 1/1 There.", "cancel 1", "speak 1/0 Hello.", "speak 1/1 There.");
        assertThat(reported).containsExactly("ready");
        first.fails(1, 0, "unavailable");
        loop.run();
        second.fails(1, 0, "unavailable");
        loop.run();
        assertThat(reported).containsExactly("ready", "failed 1/0 unavailable", "failed 1/1 unavailable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rate_limited", "timeout"})
    void shouldNotAskAgainWhenTheCallerHasWaited(String code) {
        speak(0, "Hello.");
        first.fails(1, 0, "broken");
        loop.run();
        second.fails(1, 0, code);
        loop.run();
        assertThat(reported).containsExactly("ready", "failed 1/0 " + code);
    }

    @Test
    void shouldPublishNothingOfACancelledTurn() {
        speak(0, "Hello.");
        session.cancel(1);
        loop.run();
        first.audio(1, 0, 100);
        first.fails(1, 0, "broken");
        loop.run();
        loop.pass(5_000);
        assertThat(reported).containsExactly("ready");
        assertThat(second.asked).isEmpty();
    }

    @Test
    void shouldCloseAllSessionsAndSaySoOnce() {
        speak(0, "Hello.");
        first.fails(1, 0, "broken");
        loop.run();
        session.close();
        loop.run();
        assertThat(reported.stream().filter("closed"::equals)).hasSize(1);
        assertThat(second.asked).contains("close");
    }
}
