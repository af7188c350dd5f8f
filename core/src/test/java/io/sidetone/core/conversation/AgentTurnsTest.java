package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.turn.TurnHints;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AgentTurnsTest {
    private static final UserInput INPUT = new UserInput(UserInput.Kind.SPEECH, "a table for two");

    private final PartsRig rig = new PartsRig();
    private final AgentTurns agent = rig.agent;

    private void asked() {
        rig.thinking();
        rig.parts.utterance().grant();
        agent.respond(INPUT, rig.nowNs);
    }

    private void event(LaneEventType type, Object what) {
        agent.onEvent(rig.event(type, rig.speaking.token(), 0, what));
    }

    @Test
    void shouldPublishWhatTheCallerSaidBeforeItIsAskedWhenATurnBegins() {
        asked();
        assertThat(rig.log).containsExactly("history", "tts.credit", "observer.Granted", "llm.respond");
    }

    @Test
    void shouldAskLaterWhenTheGrantHasADelay() {
        rig.thinking();
        rig.parts.grant().give(new TurnHints(true, 300, ""));
        agent.respond(INPUT, rig.nowNs);
        assertThat(rig.log).doesNotContain("llm.respond");
        rig.after(300);
        agent.tick(rig.nowNs);
        assertThat(rig.log).endsWith("llm.respond");
    }

    @Test
    void shouldLeaveTheFloorWhenNoResponseIsExpected() {
        rig.thinking();
        rig.parts.grant().withhold();
        agent.respond(INPUT, rig.nowNs);
        assertThat(rig.log).containsExactly("history", "floor IDLE");
    }

    @Test
    @Tag("ITE-REQ-006")
    void shouldCancelTheFirstBeforeTheSecondIsGrantedWhenTwoAreAnnounced() {
        rig.idle();
        agent.announce(PromptReason.GREETING, rig.nowNs);
        long first = rig.speaking.token();
        rig.next();
        rig.log.clear();
        agent.announce(PromptReason.NO_INPUT, rig.nowNs);
        assertThat(rig.log)
                .containsExactly(
                        "kill",
                        "tts.cancel",
                        "llm.cancelled",
                        "observer.Dropped",
                        "tts.credit",
                        "observer.Granted",
                        "llm.announce");
        assertThat(rig.fence.isDead(first)).isTrue();
        assertThat(rig.metrics.value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }

    @Test
    @Tag("VAN-04")
    void shouldDropAndCountWhatComesForATurnThatIsOver() {
        asked();
        long old = rig.speaking.token();
        agent.dropPendingSpeech();
        rig.log.clear();
        agent.onEvent(rig.event(LaneEventType.MODEL_TEXT, old, 0, "Late."));
        agent.onEvent(rig.event(LaneEventType.MODEL_DONE, old, 0, null));
        agent.onEvent(rig.event(LaneEventType.MODEL_FAILED, old, 0, new EngineFailure("broken", "no", true)));
        agent.onEvent(rig.event(LaneEventType.SYNTHESIS_AUDIO, old, 0, PartsRig.sound(20)));
        agent.onEvent(rig.event(LaneEventType.SYNTHESIS_DONE, old, 0, null));
        assertThat(rig.log).isEmpty();
        assertThat(rig.metrics.value(LaneCounter.STALE_DROPPED)).isEqualTo(5);
    }

    @Test
    void shouldTakeTheFloorOnceWhenTheFirstSoundComes() {
        asked();
        event(LaneEventType.MODEL_TEXT, "Certainly. For when?");
        event(LaneEventType.SYNTHESIS_AUDIO, PartsRig.sound(200));
        event(LaneEventType.SYNTHESIS_AUDIO, PartsRig.sound(200));
        assertThat(rig.log)
                .containsOnlyOnce("floor SPEAKING")
                .containsSubsequence("floor SPEAKING", "observer.ResponseText");
    }

    @Test
    @Tag("VIP-T10")
    void shouldBeHistoryBeforeTheFloorIsFreeWhenItWasPlayed() {
        rig.speaking("Certainly.", 400);
        assertThat(agent.completeIfPlayed(rig.nowNs)).isFalse();
        assertThat(rig.log).isEmpty();
        rig.play(420);
        agent.completeIfPlayed(rig.nowNs);
        assertThat(rig.log)
                .containsExactly(
                        "caption", "observer.ResponseDone", "history", "egress END", "floor IDLE", "llm.spoken");
        agent.completeIfPlayed(rig.nowNs);
        assertThat(rig.log).as("once").hasSize(6);
    }

    @Test
    @Tag("VAN-05")
    void shouldSaySomethingWhenTheModelFails() {
        asked();
        rig.log.clear();
        event(LaneEventType.MODEL_FAILED, new EngineFailure("broken", "no", true));
        assertThat(rig.log)
                .containsSubsequence("observer.Problem", "kill", "floor IDLE", "observer.Granted", "tts.speak");
    }

    @Test
    @Tag("VAN-05")
    void shouldAskAgainWhenTheModelIsAskedTooOften() {
        asked();
        rig.log.clear();
        event(LaneEventType.MODEL_FAILED, new EngineFailure(EngineFailure.RATE_LIMITED, "slow down", true));
        assertThat(rig.log).contains("tts.speak").doesNotContain("llm.respond", "kill");
        rig.after(DialogueRequest.RETRY_MS);
        agent.tick(rig.nowNs);
        assertThat(rig.log).endsWith("llm.respond");
        assertThat(rig.floor.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    void shouldEndTheTurnAtWhatWasHeardWhenTheRestNeverComes() {
        rig.thinking();
        rig.parts.utterance().grant();
        agent.respond(INPUT, rig.nowNs);
        event(LaneEventType.MODEL_TEXT, "One two three four.");
        event(LaneEventType.MODEL_DONE, null);
        event(LaneEventType.SYNTHESIS_AUDIO, PartsRig.sound(400));
        rig.play(400);
        agent.progress(rig.nowNs);
        rig.after(10_000);
        rig.log.clear();
        agent.tick(rig.nowNs);
        assertThat(rig.log)
                .containsSubsequence(
                        "kill", "turn.interrupted", "floor INTERRUPTED", "observer.ResponseDone", "floor IDLE");
    }

    @Test
    void shouldRestoreTheHintWhenTheTurnThatBroughtItIsNotHeard() {
        ListenHint pin = new ListenHint("pin", 4, '#');
        asked();
        event(LaneEventType.MODEL_TEXT, "Your pin?");
        event(LaneEventType.MODEL_DONE, pin);
        assertThat(rig.parts.listening().hint()).isEqualTo(pin);
        agent.dropPendingSpeech();
        assertThat(rig.parts.listening().hint()).isEqualTo(ListenHint.OPEN);
    }

    @Test
    void shouldMeasureTheResponseFromTheCallersLastSpeech() {
        rig.thinking();
        rig.parts.utterance().grant();
        rig.parts.utterance().ended(rig.nowNs - 500 * PartsRig.MS, rig.nowNs);
        agent.respond(INPUT, rig.nowNs);
        rig.after(300);
        event(LaneEventType.MODEL_TEXT, "Certainly. For when?");
        event(LaneEventType.SYNTHESIS_AUDIO, PartsRig.sound(200));
        assertThat(agent.responses().times().newestMs()).isEqualTo(800);
    }

    @Test
    @Tag("VIP-T18")
    void shouldKillWhatIsLeftWhenTheCallEnds() {
        long token = rig.speaking("Certainly.", 400);
        rig.play(100);
        agent.end(false, rig.nowNs);
        assertThat(rig.log).containsSubsequence("observer.ResponseDone", "history", "kill", "tts.cancel");
        assertThat(rig.fence.isDead(token)).isTrue();
    }
}
