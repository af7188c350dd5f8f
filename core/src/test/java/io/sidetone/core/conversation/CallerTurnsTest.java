package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnSignal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CallerTurnsTest {
    private final PartsRig rig = new PartsRig();
    private final CallerTurns caller = rig.caller;
    private final Utterance utterance = rig.parts.utterance();

    private void speaks() {
        rig.idle();
        caller.act(TurnSignal.SPEECH_START, rig.nowNs);
        rig.next();
    }

    private void event(LaneEventType type, long token, Object what) {
        caller.onEvent(rig.event(type, token, 0, what));
    }

    @Test
    @Tag("VIP-T03")
    void shouldFeedTheRecognizerAfterTheFloorWasTakenWhenTheCallerSpeaks() {
        speaks();
        assertThat(rig.log).containsExactly("floor LISTENING", "stt.start");
    }

    @Test
    @Tag("VIP-T16")
    void shouldAskWithTheWordsWhenTheTurnIsOver() {
        speaks();
        rig.log.clear();
        caller.act(TurnSignal.END_OF_TURN, rig.nowNs);
        assertThat(rig.log).containsExactly("floor FINALIZING", "observer.InputEnded", "stt.end");
        rig.log.clear();
        event(LaneEventType.TRANSCRIPT_FINAL, utterance.token(), "a table for two");
        assertThat(rig.log)
                .containsSubsequence(
                        "observer.Transcript", "floor THINKING", "history", "observer.Granted", "llm.respond");
    }

    @Test
    void shouldAskAtOnceWhenTheWordsCameBeforeTheEnd() {
        speaks();
        event(LaneEventType.TRANSCRIPT_FINAL, utterance.token(), "a table for two");
        assertThat(rig.floor.state()).isEqualTo(FloorState.LISTENING);
        caller.act(TurnSignal.END_OF_TURN, rig.nowNs);
        assertThat(rig.floor.state()).isEqualTo(FloorState.THINKING);
        assertThat(rig.log).endsWith("llm.respond");
    }

    @Test
    @Tag("VAN-04")
    void shouldDropAndCountWordsOfAnotherUtterance() {
        speaks();
        rig.log.clear();
        event(LaneEventType.TRANSCRIPT_PARTIAL, utterance.token() + 1, "a table");
        event(LaneEventType.TRANSCRIPT_FINAL, utterance.token() + 1, "a table");
        event(LaneEventType.ENGINE_FAILED, utterance.token() + 1, new EngineFailure("broken", "no", true));
        assertThat(rig.metrics.value(LaneCounter.STALE_DROPPED)).isEqualTo(3);
        assertThat(rig.log).isEmpty();
        assertThat(utterance.earlyFinal()).isNull();
    }

    @Test
    @Tag("VAN-03")
    void shouldAskAgainWhenThereWereNoWords() {
        speaks();
        caller.act(TurnSignal.END_OF_TURN, rig.nowNs);
        rig.log.clear();
        event(LaneEventType.TRANSCRIPT_FINAL, utterance.token(), " ");
        assertThat(rig.log).containsSubsequence("floor IDLE", "llm.announce");
        assertThat(caller.noMatches()).isEqualTo(1);
    }

    @Test
    void shouldAskAgainWhenTheWordsDoNotComeInTime() {
        speaks();
        caller.act(TurnSignal.END_OF_TURN, rig.nowNs);
        rig.after(rig.turn.policy().finalTranscriptMs() - 1);
        caller.tick(rig.nowNs);
        assertThat(rig.floor.state()).isEqualTo(FloorState.FINALIZING);
        rig.after(1);
        caller.tick(rig.nowNs);
        assertThat(rig.log).containsSubsequence("turn.degraded", "floor IDLE", "llm.announce");
    }

    @Test
    @Tag("VIP-T09")
    void shouldTakeTheQuestionBackWhenTheCallerGoesOn() {
        speaks();
        caller.act(TurnSignal.END_OF_TURN, rig.nowNs);
        event(LaneEventType.TRANSCRIPT_FINAL, utterance.token(), "a table");
        rig.next();
        rig.log.clear();
        caller.act(TurnSignal.SPEECH_START, rig.nowNs);
        assertThat(rig.log)
                .containsSubsequence("kill", "llm.cancelled", "observer.Dropped", "floor LISTENING", "stt.start");
        assertThat(rig.parts.history().isEmpty()).isTrue();
        assertThat(utterance.whole("for two")).isEqualTo("a table for two");
        assertThat(utterance.interrupts()).isFalse();
    }

    @Test
    void shouldAnswerKeysWithoutTheRecognizerWhenTheyAreComplete() {
        rig.idle();
        caller.digit('5', rig.nowNs);
        assertThat(rig.log)
                .containsSubsequence(
                        "floor LISTENING", "floor FINALIZING", "observer.Transcript", "floor THINKING", "llm.respond")
                .doesNotContain("stt.start");
    }

    @Test
    @Tag("VIP-T02")
    void shouldKeepKeysWhenTheCallIsNotUp() {
        caller.digit('5', rig.nowNs);
        assertThat(rig.log).containsExactly("turn.pendingTurn");
        rig.idle();
        rig.next();
        caller.tick(rig.nowNs);
        assertThat(rig.log).endsWith("llm.respond");
        assertThat(rig.parts.pending().waiting()).isFalse();
    }

    @Test
    @Tag("VIP-T06")
    void shouldLeaveTheFloorWhenNothingWasSaid() {
        speaks();
        rig.log.clear();
        caller.act(TurnSignal.NO_SPEECH, rig.nowNs);
        assertThat(rig.log).containsExactly("stt.cancel", "floor IDLE");
    }

    @Test
    void shouldBeServedByKeysFromThenOnWhenTheRecognizerHasNoRoom() {
        speaks();
        rig.log.clear();
        event(LaneEventType.ENGINE_FAILED, utterance.token(), new EngineFailure("exhausted", "no room", true));
        assertThat(rig.parts.listening().keysOnly()).isTrue();
        assertThat(rig.log).containsSubsequence("stt.cancel", "floor IDLE", "llm.announce");
    }

    @Test
    void shouldAskEarlyOnceWhenThePolicyAllowsIt() {
        rig.preemptible = true;
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.PREEMPTIVE_AFTER, 100));
        speaks();
        caller.onEvent(rig.event(LaneEventType.TRANSCRIPT_PARTIAL, utterance.token(), 1, "a table for two"));
        rig.next();
        caller.tick(rig.nowNs);
        caller.tick(rig.nowNs);
        assertThat(rig.log).containsOnlyOnce("llm.prepare");
        assertThat(rig.floor.state()).isEqualTo(FloorState.LISTENING);
    }
}
