package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.EngineFailure;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every word belongs to the turn in which it was said: what the recognizer is given, when, and what is made of it. */
class AttributionScenarioTest extends CallScenario {
    @Test
    @Tag("VAN-02")
    void shouldFeedTheRecognizerItsOwnRateAndOnlyWhileTheCallerHasTheFloor() {
        givenIdleAfterGreeting();
        int asked = engines.stt.asked.size();
        call.hear(noise(), 3_000);
        assertThat(call.state()).as("noise is nobody's turn").isEqualTo(FloorState.IDLE);
        assertThat(engines.stt.asked).hasSize(asked);
        call.hear(quiet, 7_000);
        assertThat(rules()).as("silence forces nothing").isEmpty();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        int fed = engines.stt.frames;
        assertThat(fed)
                .as("frames of 20 ms at 16 kHz, pre-roll and what followed")
                .isBetween(20, 60);
        call.hear(talking, 200);
        assertThat(engines.stt.frames).isEqualTo(fed + 10);
    }

    @Test
    @Tag("VAN-02")
    void shouldNoteInterimWordsAndNotActOnThem() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        int moves = rig.moves.size();
        int respond = engines.llm.asked.size();
        engines.stt.events.partial(engines.stt.token, "goodbye hang up");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.moves).hasSize(moves);
        assertThat(engines.llm.asked).hasSize(respond);
        assertThat(call.record.timeline().entries())
                .anyMatch(e -> e.kind().equals("partial") && e.text().equals("goodbye hang up"));
    }

    @Test
    @Tag("ITE-REQ-004")
    void shouldDropTheWordsOfASoundThatTurnedOutToBeNothing() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        call.hear(talking, 160);
        call.hear(quiet, 100);
        assertThat(call.record.yielding()).isTrue();
        long provisional = engines.stt.token;
        call.hear(quiet, 600);
        assertThat(call.record.yielding()).isFalse();
        engines.stt.events.finalTranscript(provisional, "mm hm");
        rig.poll();
        call.hear(quiet, 2_600);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(userTexts()).containsExactly("opening hours please");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isPositive();
    }

    @Test
    @Tag("ITE-REQ-004")
    void shouldGiveTheWordsThatInterruptedToTheNewTurn() {
        givenSpeaking(2_800);
        long before = engines.stt.token;
        call.hear(quiet, 1_000);
        call.hear(talking, 600);
        long interrupting = engines.stt.token;
        assertThat(interrupting).isGreaterThan(before);
        assertThat(engines.stt.frames).as("fed from before the onset").isGreaterThanOrEqualTo(600 / 20);
        engines.stt.events.finalTranscript(before, "a late echo of the first turn");
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(interrupting, "on monday");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(userTexts()).containsExactly("opening hours please", "on monday");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH on monday");
    }

    @Test
    @Tag("ITE-REQ-004")
    void shouldRestTheRecognizerWhileTheAgentThinks() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        int fed = engines.stt.frames;
        call.hear(quiet, 400);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours");
        rig.poll();
        call.hear(quiet, 400);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(engines.stt.frames).isEqualTo(fed);
    }

    @Test
    @Tag("VIP-08")
    void shouldAskAgainWhenTheRecognizerFails() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.failed(engines.stt.token, new EngineFailure("broken", "the decoder failed", true));
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.asked).last().isEqualTo("announce NO_MATCH");
        engines.llm.say("Could you say that again?");
        speakClause(0, 400, null);
        call.hear(quiet, 40);
        assertThat(rules()).endsWith("VIP-T15", "VIP-T04");
        call.hear(quiet, 800);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-07")
    void shouldBeInterruptedByKeyAndByVoice() {
        givenSpeaking(2_800);
        call.hear(quiet, 600);
        call.publish(LaneEventType.DIGIT, '2', 100, null);
        rig.poll();
        assertThat(rules()).startsWith("VIP-T11", "VIP-T12");
        assertThat(call.record.statistics().bargeIns()).isEqualTo(1);
        call.hear(quiet, 3_000);
        engines.llm.say("We are closed on Sunday, and on Monday from noon.");
        speakClause(0, 2_800, null);
        call.hear(quiet, 600);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(call.record.statistics().bargeIns()).isEqualTo(2);
    }

    /** White noise at about −45 dBov: loud for a line, but no voice. */
    private static LaneRig.FrameSource noise() {
        Random random = new Random(5);
        return frame -> {
            for (int i = 0; i < frame.length; i++) {
                frame[i] = (short) (random.nextGaussian() * 180);
            }
        };
    }
}
