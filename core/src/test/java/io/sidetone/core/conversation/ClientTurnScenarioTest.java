package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turns that a client begins and ends: tap, hold, wake word, barge-in by button and by its own detector. */
class ClientTurnScenarioTest extends ClientScenario {
    private void finalTranscript(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    @Test
    @Tag("VIP-19")
    @Tag("VIP-T03")
    void shouldHearAHeldButtonThroughSilencesAndEndAtItsRelease() {
        given(FloorState.IDLE);
        input(ClientInput.PRESS, "ptt");
        assertThat(last(rig.moves).reason()).isEqualTo("ptt");
        call.hear(quiet, 3_000);
        call.hear(talking, 400);
        call.hear(quiet, 4_000);
        call.hear(talking, 300);
        call.hear(quiet, 2_000);
        assertThat(call.state())
                .as("silence ends nothing while the button is held")
                .isEqualTo(FloorState.LISTENING);
        assertThat(engines.stt.asked).as("one utterance").containsExactly("start");
        input(ClientInput.END, "ptt");
        assertThat(engines.stt.asked).containsExactly("start", "end");
        finalTranscript("a table for two");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).containsExactly("respond SPEECH a table for two");
    }

    @Test
    @Tag("VIP-19")
    void shouldEndATappedTurnByItselfAfterSpeechButNotBefore() {
        given(FloorState.IDLE);
        input(ClientInput.START, "tap");
        call.hear(quiet, 2_000);
        assertThat(call.state()).as("who tapped may take time").isEqualTo(FloorState.LISTENING);
        call.hear(talking, 600);
        call.hear(quiet, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    @Test
    @Tag("VIP-19")
    void shouldEndByItselfWhenThePressTurnsOutToBeATap() {
        given(FloorState.IDLE);
        input(ClientInput.PRESS, "ptt");
        input(ClientInput.START, "tap");
        call.hear(quiet, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(talking, 600);
        call.hear(quiet, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    @Test
    @Tag("VIP-T06")
    @Tag("VIP-15")
    void shouldGiveTheFloorBackWhenATappedTurnStaysSilent() {
        given(FloorState.IDLE);
        input(ClientInput.START, "tap");
        call.hear(quiet, 60_000);
        assertThat(rules()).startsWith("VIP-T03", "VIP-T06");
        assertThat(rig.moves.get(1).trigger().wireName()).isEqualTo("input.timeout");
    }

    @Test
    @Tag("VIP-06")
    @Tag("VIP-07")
    @Tag("VIP-T09")
    void shouldDropTheRequestWhenTheButtonInterruptsThinking() {
        given(FloorState.THINKING);
        long asked = engines.llm.token;
        input(ClientInput.BARGE_IN_PRESS, "ptt");
        assertThat(rules()).containsExactly("VIP-T09");
        assertThat(call.admission.fence().isDead(asked)).isTrue();
        assertThat(engines.stt.asked).containsExactly("start");
        call.hear(talking, 400);
        call.hear(quiet, 2_500);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        input(ClientInput.END, "ptt");
        finalTranscript("no, tomorrow");
        assertThat(engines.llm.asked).endsWith("respond SPEECH no, tomorrow");
        assertThat(userTexts()).containsExactly("book it", "no, tomorrow");
    }

    @Test
    @Tag("VIP-06")
    @Tag("VIP-07")
    @Tag("VIP-T11")
    @Tag("VIP-T12")
    void shouldStopSpeakingAtOnceAndKeepTheTurnAsIncompleteWhenTheButtonIsPressed() {
        given(FloorState.SPEAKING);
        rig.sent.clear();
        long spoken = engines.voice.token;
        input(ClientInput.BARGE_IN_PRESS, "ptt");
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(engines.stt.asked)
                .as("listened to from the pre-roll on, once")
                .containsExactly("start");
        call.hear(quiet, 200);
        assertThat(rig.sent).noneMatch(frame -> frame.token() == spoken && !frame.silence());
        History.Entry said = last(call.record.history().entries());
        assertThat(said.interrupted()).isTrue();
        assertThat(said.text().length()).isLessThan("We are open from nine to five.".length());
    }

    @Test
    @Tag("VIP-07")
    void shouldListenToOneUtteranceWhenTheButtonIsPressedDuringAYield() {
        given(FloorState.SPEAKING);
        for (int i = 0; i < 20 && !call.record.yielding(); i++) {
            call.hear(talking, 20);
        }
        assertThat(call.record.yielding()).isTrue();
        assertThat(engines.stt.asked).containsExactly("start");
        long provisional = engines.stt.token;
        input(ClientInput.BARGE_IN_PRESS, "ptt");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(engines.stt.asked).as("what was heard already goes on").containsExactly("start");
        input(ClientInput.END, "ptt");
        assertThat(engines.stt.token).isEqualTo(provisional);
        finalTranscript("wait");
        assertThat(engines.llm.asked).endsWith("respond SPEECH wait");
    }

    @Test
    @Tag("VIP-07")
    void shouldLetThePolicyDecideWhenOnlyTheClientsDetectorHearsSpeech() {
        policy = PolicyProfiles.of("hands-free").with(TurnStage.SPEAKING, "allowBargeIn", false);
        given(FloorState.SPEAKING);
        input(ClientInput.DETECTED, "vad");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(refusals()).isZero();
        input(ClientInput.BARGE_IN, "tap");
        assertThat(call.state()).as("a person's wish counts all the same").isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("VIP-T21")
    void shouldTakeABargeInThatRacesTheEnginesOwnForTheButton() {
        given(FloorState.LISTENING);
        input(ClientInput.BARGE_IN_PRESS, "ptt");
        call.hear(quiet, 3_000);
        assertThat(call.state()).as("its release ends the turn").isEqualTo(FloorState.LISTENING);
        input(ClientInput.END, "ptt");
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    @Test
    @Tag("VIP-T06")
    void shouldForgetWhatWasSaidWhenTheInputIsTakenBack() {
        given(FloorState.IDLE);
        input(ClientInput.PRESS, "ptt");
        call.hear(talking, 600);
        long dropped = engines.stt.token;
        input(ClientInput.CANCEL, "escape");
        assertThat(engines.stt.cancelled).isEqualTo(dropped);
        engines.stt.events.finalTranscript(dropped, "forget me");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(userTexts()).isEmpty();
    }

    @Test
    @Tag("VIP-08")
    @Tag("VIP-T15")
    void shouldAskAgainWhenNothingWasSaidBeforeTheRelease() {
        given(FloorState.IDLE);
        input(ClientInput.PRESS, "ptt");
        call.hear(quiet, 400);
        input(ClientInput.END, "ptt");
        finalTranscript("");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T15");
        assertThat(engines.llm.asked).containsExactly("announce NO_MATCH");
    }

    @Test
    @Tag("VIP-19")
    void shouldNeedTheWakeWordOnlyWhereTheClientDidNotHearIt() {
        policy = TurnPolicy.DEFAULT.withPhrases(new Phrases(List.of(), List.of("hello desk"), List.of()));
        given(FloorState.IDLE);
        input(ClientInput.DETECTED, "vad");
        call.hear(talking, 600);
        input(ClientInput.END, "vad");
        finalTranscript("opening hours please");
        assertThat(engines.llm.asked).as("speech alone wakes nobody").isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        input(ClientInput.START, "wake_word");
        call.hear(talking, 600);
        input(ClientInput.END, "vad");
        finalTranscript("opening hours please");
        assertThat(engines.llm.asked).containsExactly("respond SPEECH opening hours please");
    }

    @ParameterizedTest
    @EnumSource(
            value = ClientInput.class,
            names = {"START", "PRESS", "DETECTED"})
    void shouldSayThatInputComesTooEarlyWhenTheCallIsNotAnswered(ClientInput what) {
        rig.client = client;
        givenCall();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        input(what, "ptt");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(client.told).endsWith("problem not_answered");
    }

    @Test
    @Tag("VIP-T02")
    void shouldNotMissACallerWhoseConnectionWasUpBeforeTheEngines() {
        engines.readyAtOnce = false;
        rig.client = client;
        givenCall();
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        rig.advance(6_000);
        engines.stt.events.ready();
        engines.llm.events.ready();
        engines.voice.events.ready();
        rig.poll();
        rig.advance(200);
        assertThat(call.record.recovering()).isFalse();
        assertThat(engines.llm.asked).containsExactly("announce GREETING");
        assertThat(engines.voice.asked).as("no guidance").isEmpty();
    }

    @Test
    @Tag("VIP-T22")
    void shouldKeepWhatIsSaidDuringAnActionForTheNextTurn() {
        given(FloorState.ACTION);
        input(ClientInput.PRESS, "ptt");
        call.hear(talking, 600);
        call.hear(quiet, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        engines.stt.events.finalTranscript(engines.stt.token, "and a cake");
        actions.ok("1");
        rig.poll();
        engines.llm.say("Done.");
        speakClause(0, 200, null);
        rig.advance(600);
        assertThat(userTexts()).containsExactly("book it", "and a cake");
    }

    @Test
    @Tag("VIP-T14")
    @Tag("VIP-18")
    void shouldEndTheTurnWhenAnActionIsDoneAndNothingIsToFollow() {
        given(FloorState.ACTION);
        actions.invoked.get("1").accept(new ActionResult("1", true, ActionResult.OK, Map.of(ActionResult.DONE, true)));
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T14");
        assertThat(engines.llm.asked).as("for its memory").containsExactly("result ok");
        engines.llm.say("Nobody hears this.");
        rig.advance(200);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-T13")
    void shouldGoOnWhenAnActionIsDoneButFailed() {
        given(FloorState.ACTION);
        Map<String, Object> values = Map.of(ActionResult.DONE, true);
        actions.invoked.get("1").accept(new ActionResult("1", false, ActionResult.ELEMENT_NOT_FOUND, values));
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T13");
        assertThat(engines.llm.asked).containsExactly("result element_not_found");
    }

    @Test
    @Tag("VIP-05")
    void shouldHaveOneHolderOfTheFloorWhenEverybodyWantsIt() {
        given(FloorState.IDLE);
        input(ClientInput.PRESS, "ptt");
        input(ClientInput.START, "tap");
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "A notice.");
        input(ClientInput.DETECTED, "vad");
        call.hear(talking, 400);
        assertThat(rules()).containsExactly("VIP-T03");
        input(ClientInput.END, "ptt");
        finalTranscript("hello");
        input(ClientInput.BARGE_IN, "tap");
        input(ClientInput.BARGE_IN, "tap");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16", "VIP-T09");
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }
}
