package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.journal.MemoryJournals;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One call on a lane without threads: what happens, in order, on event time. */
abstract class CallScenario {
    static final int RATE = 8_000;

    final LaneRig rig = new LaneRig();
    final MemoryJournals journals = new MemoryJournals();
    final ScriptedEngines engines = new ScriptedEngines();
    final SpeechNoise voiceNoise = new SpeechNoise(RATE, 7);
    final LaneRig.FrameSource talking = CallerVoice.talking(3);
    final LaneRig.FrameSource quiet = CallerVoice.quiet();
    LaneRig.RigCall call;

    @BeforeEach
    void journalEveryCall() {
        rig.taps(journals);
    }

    @AfterEach
    void shouldReplayToTheSameOutputs() {
        journals.verify(getClass().getSimpleName());
    }

    @AfterEach
    void shouldHaveHadOneHolderOfTheTurnAtATime() {
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS))
                .as("two holders of a turn token")
                .isZero();
    }

    void givenCall() {
        givenCall(TurnPolicy.DEFAULT, ActionInvoker.none());
    }

    void givenCall(TurnPolicy policy, ActionInvoker actions) {
        call = rig.open(engines.stt, engines.llm, engines.voice, policy, actions);
    }

    void givenAnsweredCall() {
        givenCall();
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
    }

    void givenIdleAfterGreeting() {
        givenAnsweredCall();
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.hear(quiet, 600);
        rig.sent.clear();
        rig.moves.clear();
    }

    void givenSpeaking(int ms) {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
        rig.poll();
        engines.llm.say("We are open from nine to five.");
        speakClause(
                0,
                ms,
                new WordTimes(
                        new int[] {0, 400, 800, 1200, 1600, 2000, 2400},
                        new int[] {400, 800, 1200, 1600, 2000, 2400, 2800},
                        new int[] {2, 6, 11, 16, 21, 24, 30}));
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.sent.clear();
        rig.moves.clear();
    }

    /** The caller has asked for something and the model is to answer; {@code actions} carries out what it wants. */
    void givenThinking(ActionInvoker actions) {
        givenCall(TurnPolicy.DEFAULT, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "book it");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        rig.moves.clear();
    }

    /** The synthesizer answers a clause with {@code ms} of noise in chunks of 200 ms. */
    void speakClause(int clause, int ms, WordTimes words) {
        rig.poll();
        long token = engines.voice.token;
        for (int at = 0; at < ms; at += 200) {
            int samples = Math.min(200, ms - at) * RATE / 1000;
            short[] pcm = new short[samples];
            for (int i = 0; i + 160 <= samples; i += 160) {
                voiceNoise.fill(pcm, i, 160);
            }
            engines.voice.events.audio(token, clause, new PcmChunk(RATE, pcm, 0, samples, at == 0 ? words : null));
        }
        engines.voice.events.done(token, clause);
        rig.poll();
    }

    /** What the caller said, in order, as the history has it. */
    List<String> userTexts() {
        return call.record.history().entries().stream()
                .filter(entry -> entry.role() == History.Role.USER)
                .map(History.Entry::text)
                .toList();
    }

    List<String> rules() {
        return rig.moves.stream().map(FloorTransition::rule).toList();
    }

    static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
