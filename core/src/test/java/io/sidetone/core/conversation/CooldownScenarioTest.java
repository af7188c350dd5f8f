package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent that was interrupted again and again is heard out for two seconds (ITE-AC-007). */
@Tag("ITE-AC-007")
class CooldownScenarioTest extends CallScenario {
    private static final String ANSWER = "We are open from nine to five.";

    private void answer() {
        engines.stt.events.finalTranscript(engines.stt.token, "again");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        engines.llm.say(ANSWER);
        speakClause(0, 6_000, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    /** The caller interrupts so often, and the agent speaks again. */
    private void givenInterrupted(TurnPolicy policy, int times) {
        givenSpeaking(6_000);
        call.publish(LaneEventType.POLICY, 0, 0, policy);
        for (int i = 0; i < times; i++) {
            call.hear(quiet, 2_500);
            call.hear(talking, 700);
            assertThat(call.state()).as("interruption %d", i + 1).isEqualTo(FloorState.LISTENING);
            call.hear(quiet, 1_400);
            answer();
        }
        rig.sent.clear();
        rig.moves.clear();
    }

    private List<TurnEvent> telling(String key) {
        return rig.events.stream()
                .filter(event -> event.diagnostics().containsKey(key))
                .toList();
    }

    @Test
    void shouldHearTheAgentOutAndKeepTheSpeechWhenItWasInterruptedThreeTimes() {
        givenInterrupted(PolicyProfiles.of("assertive"), 3);
        assertThat(telling("cooldown")).singleElement().satisfies(event -> assertThat(event.diagnostics())
                .containsEntry("interruptionCount", 3)
                .containsEntry("message", "Assistant will finish speaking before accepting new input."));
        assertThat(rig.events.stream().filter(event -> event.type() == TurnEventType.INTERRUPTION))
                .extracting(event -> event.diagnostics().get("interruptionCount"))
                .containsExactly(1, 2, 3);
        call.hear(quiet, 400);
        call.hear(talking, 600);
        call.hear(quiet, 800);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(rig.moves).isEmpty();
        assertThat(rig.sent).as("no pause either").noneMatch(LaneRig.Sent::silence);
        assertThat(telling("pendingTurn")).singleElement().satisfies(event -> {
            assertThat(event.diagnostics())
                    .containsEntry("pendingTurn", "speech")
                    .containsEntry("interruptionCount", 3);
            assertThat(event.state()).isEqualTo("speaking");
        });
        engines.stt.events.finalTranscript(engines.stt.token, "and on sundays");
        rig.poll();
        call.hear(quiet, 5_000);
        assertThat(rules()).startsWith("VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH and on sundays");
    }

    @Test
    void shouldBeInterruptedAgainWhenTheTwoSecondsAreOver() {
        givenInterrupted(PolicyProfiles.of("assertive"), 3);
        call.hear(quiet, 2_100);
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rules()).startsWith("VIP-T11", "VIP-T12");
    }

    @Test
    void shouldTakeTheFloorWhenSpeechOutlastsTheCooldown() {
        givenInterrupted(PolicyProfiles.of("assertive"), 3);
        call.hear(quiet, 1_500);
        long agent = engines.voice.token;
        call.hear(talking, 1_200);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(call.admission.fence().isDead(agent)).isTrue();
        assertThat(call.admission.fence().isDead(engines.stt.token))
                .as("what was said during the cooldown is the beginning of the turn")
                .isFalse();
        call.hear(quiet, 1_400);
        engines.stt.events.finalTranscript(engines.stt.token, "no wait");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH no wait");
    }

    @Test
    void shouldNotCoolDownWhenThePolicyDoesNotSaySo() {
        givenInterrupted(TurnPolicy.DEFAULT, 3);
        assertThat(telling("cooldown")).isEmpty();
        call.hear(quiet, 400);
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldNotCoolDownWhenTheInterruptionsLieFurtherApart() {
        givenInterrupted(PolicyProfiles.of("assertive"), 2);
        rig.recordFrames = false;
        call.hear(quiet, 62_000);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say(ANSWER);
        speakClause(0, 6_000, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 400);
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(telling("cooldown")).isEmpty();
    }

    @Test
    @Tag("ITE-AC-006")
    void shouldBeInterruptedAtOnceWhenAPolicyWithoutCooldownComesMeanwhile() {
        givenInterrupted(PolicyProfiles.of("assertive"), 3);
        call.hear(quiet, 200);
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT);
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldStopAtOnceWhenAKeyIsPressedDuringTheCooldown() {
        givenInterrupted(PolicyProfiles.of("assertive"), 3);
        call.hear(quiet, 400);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(rules()).startsWith("VIP-T11", "VIP-T12");
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
    }
}
