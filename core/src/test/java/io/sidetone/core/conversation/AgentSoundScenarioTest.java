package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The agent plays sounds among its words, and says what takes the floor from them. */
class AgentSoundScenarioTest extends CallScenario {
    private static final int WIDE_HZ = 16_000;

    /** Sound at another rate than that of the voice. */
    private static List<PcmChunk> sound(int ms) {
        SpeechNoise noise = new SpeechNoise(WIDE_HZ, 11);
        List<PcmChunk> chunks = new ArrayList<>();
        for (int at = 0; at < ms; at += 200) {
            short[] pcm = new short[Math.min(200, ms - at) * WIDE_HZ / 1000];
            noise.fill(pcm, 0, pcm.length);
            chunks.add(new PcmChunk(WIDE_HZ, pcm, 0, pcm.length, null));
        }
        return chunks;
    }

    private void givenQuestion() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "what is it");
        rig.poll();
        rig.sent.clear();
    }

    private int voicedMs() {
        return 20 * (int) rig.sent.stream().filter(frame -> !frame.silence()).count();
    }

    @Test
    void shouldPlayASoundBetweenTheWordsBeforeAndBehindIt() {
        givenQuestion();
        long token = engines.llm.token;
        engines.llm.events.text(token, "Listen: ");
        engines.llm.events.sound(token, sound(1_000));
        engines.llm.events.text(token, "That was a gong.");
        engines.llm.events.done(token, null);
        rig.poll();
        assertThat(engines.voice.asked).contains("0 Listen:", "2 That was a gong.");
        rig.advance(400);
        assertThat(call.state()).as("the sound waits for the words before it").isEqualTo(FloorState.THINKING);
        speakClause(0, 400, null);
        rig.advance(1_600);
        assertThat(voicedMs()).as("words and sound").isBetween(1_380, 1_420);
        speakClause(2, 600, null);
        rig.advance(800);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(voicedMs()).isBetween(1_980, 2_020);
        assertThat(call.record.history().entries())
                .last()
                .extracting(History.Entry::text)
                .isEqualTo("Listen: That was a gong.");
    }

    @Test
    void shouldAnswerWithASoundAlone() {
        givenQuestion();
        engines.llm.events.sound(engines.llm.token, sound(1_000));
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.advance(1_200);
        assertThat(voicedMs()).isBetween(980, 1_020);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldPlayTheSoundThoughTheVoiceCannotSpeakTheWordsBeforeIt() {
        givenQuestion();
        long token = engines.llm.token;
        engines.llm.events.text(token, "Listen: ");
        engines.llm.events.sound(token, sound(1_000));
        engines.llm.events.done(token, null);
        rig.poll();
        engines.voice.events.done(engines.voice.token, 0);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.advance(1_200);
        assertThat(voicedMs()).isBetween(980, 1_020);
    }

    @Test
    void shouldPlayNothingMoreOfASoundWhenTheCallerTakesTheFloor() {
        givenQuestion();
        long token = engines.llm.token;
        engines.llm.events.sound(token, sound(8_000));
        rig.poll();
        call.hear(quiet, 1_000);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        int heardMs = voicedMs();
        engines.llm.events.sound(token, sound(1_000));
        call.hear(talking, 400);
        assertThat(voicedMs()).isEqualTo(heardMs);
    }

    @ParameterizedTest
    @EnumSource(InterruptibleBy.class)
    void shouldLetTheFloorBeTakenBySpeechAsTheAnswerSays(InterruptibleBy by) {
        givenQuestion();
        engines.llm.events.interruptible(engines.llm.token, by);
        engines.llm.say("By law I have to tell you.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(by.speech() ? FloorState.LISTENING : FloorState.SPEAKING);
        assertThat(call.record.statistics().bargeIns()).isEqualTo(by.speech() ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource(InterruptibleBy.class)
    void shouldLetTheFloorBeTakenByKeysAsTheAnswerSays(InterruptibleBy by) {
        givenQuestion();
        engines.llm.events.interruptible(engines.llm.token, by);
        engines.llm.say("By law I have to tell you.");
        speakClause(0, 2_000, null);
        rig.advance(1_000);
        call.publish(LaneEventType.DIGIT, 0, '5', null);
        assertThat(call.state()).isEqualTo(by.keys() ? FloorState.THINKING : FloorState.SPEAKING);
        rig.advance(1_400);
        assertThat(engines.llm.asked)
                .as("kept until the answer was spoken")
                .last()
                .isEqualTo("respond DIGITS 5");
    }

    @Test
    void shouldBeInterruptibleAgainWithTheNextAnswer() {
        givenQuestion();
        engines.llm.events.interruptible(engines.llm.token, InterruptibleBy.NONE);
        engines.llm.say("By law I have to tell you.");
        speakClause(0, 400, null);
        rig.advance(600);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "and then");
        rig.poll();
        engines.llm.say("Now you may say what you want to say.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldBeInterruptibleAgainWhenTheAgentGoesOnByItself() {
        givenQuestion();
        engines.llm.events.interruptible(engines.llm.token, InterruptibleBy.NONE);
        engines.llm.say("By law I have to tell you.");
        speakClause(0, 400, null);
        engines.llm.events.hasMore();
        rig.advance(600);
        engines.llm.say("Now you may say what you want to say.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldBeInterruptibleAgainWhenTheCallerGoesOnBeforeTheAnswer() {
        givenQuestion();
        engines.llm.events.interruptible(engines.llm.token, InterruptibleBy.NONE);
        rig.poll();
        call.hear(talking, 600);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "in the evening");
        rig.poll();
        engines.llm.say("Now you may say what you want to say.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldIgnoreWhatAnAnswerSaysThatIsOver() {
        givenQuestion();
        long old = engines.llm.token;
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "something else");
        rig.poll();
        engines.llm.events.interruptible(old, InterruptibleBy.NONE);
        engines.llm.events.sound(old, sound(1_000));
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.metrics().value(io.sidetone.core.metrics.LaneCounter.STALE_DROPPED))
                .isGreaterThanOrEqualTo(2);
    }
}
