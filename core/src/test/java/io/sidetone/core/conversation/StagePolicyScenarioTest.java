package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each stage of the agent has its own values: what is set for one says nothing about the others. */
@Tag("ITE-REQ-005")
class StagePolicyScenarioTest extends CallScenario {
    private final ScriptedActions actions = new ScriptedActions();

    private void givenAnswered(Map<String, Object> fields) {
        givenCall(TurnPolicy.DEFAULT.with(fields), actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
    }

    private void givenGreeted(Map<String, Object> fields) {
        givenAnswered(fields);
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        rig.advance(400);
        call.hear(quiet, 600);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        rig.moves.clear();
    }

    private void givenThinking(Map<String, Object> fields) {
        givenGreeted(fields);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "book it");
        rig.poll();
        call.hear(quiet, 800);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        rig.moves.clear();
        engines.llm.asked.clear();
    }

    private void speaks() {
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 1_000);
    }

    private long saysFor(int ms) {
        long onsetNs = rig.nowNs;
        call.hear(talking, ms);
        return onsetNs;
    }

    // ---- greeting and speaking --------------------------------------------------------------------------------------

    @Test
    void shouldProtectTheGreetingAloneWhenOnlyItMayNotBeInterrupted() {
        givenAnswered(Map.of(TurnStage.GREETING.wireName(), Map.of("allowBargeIn", false)));
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 4_000);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldLetTheGreetingBeInterruptedWhenOnlyAnswersMayNot() {
        givenAnswered(Map.of(
                TurnStage.SPEAKING.wireName(), Map.of("allowBargeIn", false),
                TurnStage.GREETING.wireName(), Map.of("allowBargeIn", true)));
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    void shouldTreatTheGreetingAsAnyAnswerWhenItSaysNothingOfItsOwn() {
        givenAnswered(Map.of(TurnStage.SPEAKING.wireName(), Map.of("allowBargeIn", false)));
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    void shouldCommitByTheThresholdsOfTheStage() {
        givenAnswered(Map.of(
                TurnStage.GREETING.wireName(), Map.of("minSpeechMs", 1_600, "yieldMs", 200),
                TurnStage.SPEAKING.wireName(), Map.of("minSpeechMs", 240)));
        speaks();
        rig.moves.clear();
        long greetedNs = saysFor(2_000);
        assertThat(rig.carriedOut).hasSize(1);
        assertThat((rig.carriedOut.get(0).yieldNs() - greetedNs) / LaneRig.MS).isBetween(120L, 300L);
        assertThat((rig.moves.get(0).nowNs() - greetedNs) / LaneRig.MS)
                .as("five eighths to 19 sixteenths of 1,600 ms")
                .isBetween(1_000L, 1_900L);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        speaks();
        rig.moves.clear();
        long answeredNs = saysFor(700);
        assertThat((rig.moves.get(0).nowNs() - answeredNs) / LaneRig.MS).isBetween(200L, 340L);
    }

    @Test
    void shouldProtectOnlyTheBeginningOfTheStageThatSaysSo() {
        givenAnswered(Map.of(TurnStage.GREETING.wireName(), Map.of("protectionMs", 3_000)));
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(call.record.yielding()).isFalse();
        call.hear(quiet, 3_600);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        speaks();
        saysFor(700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    // ---- thinking ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("VIP-T09")
    void shouldTakeTheFloorFromAThinkingAgentAfterAsMuchSpeechAsTheStageWants() {
        givenThinking(Map.of(TurnStage.THINKING.wireName(), Map.of("minSpeechMs", 600)));
        saysFor(400);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        call.hear(quiet, 600);
        long onsetNs = saysFor(800);
        assertThat(rules()).containsExactly("VIP-T09");
        assertThat((rig.moves.get(0).nowNs() - onsetNs) / LaneRig.MS).isBetween(580L, 700L);
    }

    @Test
    void shouldKeepWhatIsSaidToAThinkingAgentThatMayNotBeInterrupted() {
        givenThinking(Map.of(TurnStage.THINKING.wireName(), Map.of("allowBargeIn", false)));
        saysFor(500);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(engines.llm.asked).as("the request goes on").isEmpty();
        engines.stt.events.finalTranscript(engines.stt.token, "on monday");
        rig.poll();
        engines.llm.say("Which day?");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(rules()).startsWith("VIP-T07", "VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH on monday");
    }

    @Test
    @Tag("VIP-T09")
    void shouldTakeTheFloorFromAThinkingAgentAlthoughItsSpeechMayNotBeInterrupted() {
        givenThinking(Map.of("allowBargeIn", false));
        saysFor(400);
        assertThat(rules()).containsExactly("VIP-T09");
    }

    // ---- action -----------------------------------------------------------------------------------------------------

    private void givenAction(Map<String, Object> fields) {
        givenThinking(fields);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        rig.moves.clear();
        engines.stt.asked.clear();
    }

    @Test
    @Tag("VIP-T22")
    void shouldKeepSpeechDuringAnActionByTheStagesThreshold() {
        givenAction(Map.of(TurnStage.ACTION.wireName(), Map.of("minSpeechMs", 400)));
        saysFor(300);
        call.hear(quiet, 300);
        assertThat(engines.stt.asked).isEmpty();
        saysFor(500);
        assertThat(engines.stt.asked).containsExactly("start");
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "on monday");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        actions.ok("1");
        rig.poll();
        engines.llm.say("Booked.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH on monday");
    }

    @Test
    void shouldIgnoreSpeechDuringAnActionWhenTheStageSaysSo() {
        givenAction(Map.of(TurnStage.ACTION.wireName(), Map.of("allowBargeIn", false)));
        saysFor(800);
        call.hear(quiet, 900);
        assertThat(engines.stt.asked).isEmpty();
        actions.ok("1");
        rig.poll();
        engines.llm.say("Booked.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("ITE-REQ-004")
    void shouldDropTheUtteranceItselfWhenSpeechThatIsKeptIsEndedByAHold() {
        givenAnswered(Map.of("allowBargeIn", false));
        speaks();
        saysFor(700);
        assertThat(engines.stt.asked).last().isEqualTo("start");
        call.publish(LaneEventType.HOLD, 0, 1, null);
        assertThat(engines.stt.asked).last().isEqualTo("cancel");
        assertThat(engines.stt.cancelled).isEqualTo(engines.stt.token);
    }
}
