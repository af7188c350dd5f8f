package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class InterruptionsTest {
    private static final String TEXT = "One two three four.";

    private final PartsRig rig = new PartsRig();
    private final Interruptions interruptions = rig.interruptions;
    private final Utterance utterance = rig.parts.utterance();
    private long agentToken;

    private void speaking() {
        agentToken = rig.speaking(TEXT, 2_000);
        rig.play(600);
        rig.log.clear();
        rig.next();
    }

    @Test
    @Tag("VIP-T11")
    void shouldFenceBeforeAnythingElseWhenTheCallerCommits() {
        speaking();
        interruptions.commit(rig.nowNs, "speech", InterruptionSource.DETECTOR);
        assertThat(rig.log)
                .startsWith("kill")
                .containsSubsequence(
                        "kill",
                        "turn.interrupted",
                        "floor INTERRUPTED",
                        "observer.ResponseDone",
                        "tts.cancel",
                        "llm.cancelled",
                        "history",
                        "floor LISTENING",
                        "stt.start",
                        "overlays");
        assertThat(rig.fence.isDead(agentToken)).isTrue();
        assertThat(utterance.alive()).isTrue();
        assertThat(utterance.interrupts()).isTrue();
        assertThat(interruptions.commits()).isEqualTo(1);
    }

    @Test
    void shouldDiscardNothingWhenTheAgentYields() {
        speaking();
        interruptions.yield(rig.nowNs);
        assertThat(rig.log).containsExactly("stt.start", "overlays", "observer.Yielding");
        assertThat(rig.floor.yielding()).isTrue();
        assertThat(rig.fence.isDead(agentToken)).isFalse();
    }

    @Test
    void shouldSpareTheWordsThatInterruptedWhenAYieldIsCommitted() {
        speaking();
        interruptions.yield(rig.nowNs);
        long provisional = utterance.token();
        rig.after(300);
        rig.log.clear();
        interruptions.commit(rig.nowNs, "words", InterruptionSource.SERVICE);
        assertThat(rig.fence.isDead(agentToken)).isTrue();
        assertThat(rig.fence.isDead(provisional)).isFalse();
        assertThat(utterance.token()).isEqualTo(provisional);
        assertThat(rig.log).as("it is being heard already").doesNotContain("stt.start", "stt.cancel");
    }

    @Test
    void shouldGoOnWithTheSentenceWhenNothingFollowed() {
        speaking();
        interruptions.yield(rig.nowNs);
        rig.after(300);
        rig.log.clear();
        interruptions.resume(rig.nowNs);
        assertThat(rig.log).containsExactly("stt.cancel", "egress CONTINUE", "observer.Yielding", "overlays");
        assertThat(utterance.alive()).isFalse();
        assertThat(rig.fence.isDead(agentToken)).isFalse();
        assertThat(interruptions.falseAlarms()).isEqualTo(1);
    }

    @Test
    void shouldPutOnlyWhatWasHeardIntoTheHistoryWhenTheTurnIsCutShort() {
        speaking();
        interruptions.commit(rig.nowNs, "speech", InterruptionSource.DETECTOR);
        assertThat(rig.parts.history().snapshot().entries()).last().satisfies(entry -> {
            assertThat(entry.interrupted()).isTrue();
            assertThat(TEXT).startsWith(entry.text());
            assertThat(entry.text().length()).isBetween(1, TEXT.length() - 1);
        });
    }

    @Test
    @Tag("VIP-T12")
    void shouldLeaveTheFloorToNobodyWhenTheTurnIsCancelled() {
        speaking();
        interruptions.yield(rig.nowNs);
        rig.next();
        interruptions.cancelToIdle(InterruptionType.MANUAL_STOP, InterruptionSource.COMMAND, "stop", rig.nowNs);
        assertThat(rig.floor.state()).isEqualTo(FloorState.IDLE);
        assertThat(rig.log).containsSubsequence("stt.cancel", "kill", "floor INTERRUPTED", "floor IDLE");
    }

    @Test
    @Tag("ITE-AC-005")
    void shouldWaitForSpeechWhenTheAgentWasAskedToStop() {
        speaking();
        interruptions.stop(InterruptionType.POLICY_YIELD, InterruptionSource.COMMAND, "rule", rig.nowNs);
        assertThat(rig.floor.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.log).doesNotContain("stt.start");
    }

    @Test
    void shouldBeginTheTurnWithWhatWasKeptWhenTheAgentIsStopped() {
        speaking();
        rig.parts.pending().speech(rig.nowNs);
        rig.next();
        interruptions.stop(InterruptionType.POLICY_YIELD, InterruptionSource.COMMAND, "rule", rig.nowNs);
        assertThat(utterance.alive()).as("the words that were kept").isTrue();
        assertThat(rig.fence.isDead(agentToken)).isTrue();
    }
}
