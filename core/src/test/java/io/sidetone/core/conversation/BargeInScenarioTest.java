package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.turn.TurnPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The caller speaks while the agent does. */
class BargeInScenarioTest extends CallScenario {
    @Test
    @Tag("VIP-T11")
    @Tag("VIP-T12")
    @Tag("VIP-06")
    @Tag("VAN-07")
    @Tag("VAN-08")
    @Tag("ITE-REQ-003")
    void shouldYieldThenCommitAndKeepWhatWasHeardWhenTheCallerInterrupts() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        long agentToken = engines.voice.token;
        long onsetNs = rig.nowNs;
        int framesBefore = rig.sent.size();
        call.hear(talking, 700);
        assertThat(rules()).startsWith("VIP-T11", "VIP-T12");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);

        List<LaneRig.Sent> after = rig.sent.subList(framesBefore, rig.sent.size());
        int lastVoiced = -1;
        for (int i = 0; i < after.size(); i++) {
            lastVoiced = after.get(i).silence() ? lastVoiced : i;
        }
        assertThat((lastVoiced + 1) * 20)
                .as("ms of agent audio after the onset")
                .isBetween(40, 250);
        assertThat(after).filteredOn(f -> !f.silence()).allMatch(f -> f.token() == agentToken);
        assertThat(rig.carriedOut)
                .extracting(LaneRig.CarriedOut::mediaIndex, LaneRig.CarriedOut::silence)
                .containsExactly(tuple(after.get(lastVoiced).mediaIndex(), false));
        assertThat(rig.carriedOut.get(0).yieldNs()).isBetween(onsetNs, onsetNs + 150 * LaneRig.MS);
        assertThat(rig.moves.get(0).nowNs() - onsetNs).isLessThanOrEqualTo(700 * LaneRig.MS);

        assertThat(call.admission.fence().isDead(agentToken)).isTrue();
        assertThat(call.admission.fence().isDead(engines.stt.token)).isFalse();
        assertThat(engines.voice.asked).last().isEqualTo("cancel");
        History.Entry cut = last(call.record.history().entries());
        assertThat(cut.interrupted()).isTrue();
        assertThat(cut.intended()).isEqualTo("We are open from nine to five.");
        assertThat("We are open from nine to five.").startsWith(cut.text());
        assertThat(cut.text()).isIn("We are", "We are open");
        assertThat(call.record.statistics().bargeIns()).isEqualTo(1);
    }

    @Test
    @Tag("VAN-08")
    @Tag("VAN-08.a")
    @Tag("VAN-08.b")
    @Tag("VAN-08.c")
    @Tag("VAN-08.d")
    void shouldGiveTheModelTheInterruptedUtteranceWhenTheCallerSpeaksNext() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        long agentToken = engines.voice.token;
        call.hear(talking, 700);
        long interruptedNs = rig.moves.get(0).nowNs();
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "on monday");
        rig.poll();
        List<History.Entry> told = engines.llm.history.entries();
        History.Entry cut = told.get(told.size() - 2);
        assertThat(cut.interrupted()).isTrue();
        assertThat(cut.utteranceId()).isEqualTo("utt-" + agentToken);
        assertThat(cut.interruptedAtNs()).isEqualTo(interruptedNs);
        assertThat(cut.text()).isIn("We are", "We are open");
        assertThat(told).extracting(History.Entry::utteranceId).doesNotHaveDuplicates();
        assertThat(last(told))
                .isEqualTo(new History.Entry(History.Role.USER, engines.stt.token, "on monday", false, ""));
    }

    @Test
    @Tag("VIP-06")
    void shouldNeverFinishTheSentenceWhenItWasInterrupted() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        long agentToken = engines.voice.token;
        call.hear(talking, 700);
        rig.sent.clear();
        short[] pcm = new short[800];
        voiceNoise.fill(pcm, 0, 160);
        engines.voice.events.audio(agentToken, 0, new PcmChunk(RATE, pcm, 0, 800, null));
        engines.llm.events.text(agentToken, "And another thing.");
        call.hear(quiet, 1_000);
        assertThat(rig.sent).allMatch(LaneRig.Sent::silence);
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isGreaterThanOrEqualTo(2);
    }

    @Test
    @Tag("VIP-T10")
    void shouldResumeAtAWordWhenTheSoundWasShort() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        call.hear(talking, 160);
        call.hear(quiet, 160);
        assertThat(call.record.yielding()).isTrue();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(rig.moves).isEmpty();
        call.hear(quiet, 400);
        assertThat(call.record.yielding()).isFalse();
        assertThat(engines.stt.asked).last().isEqualTo("cancel");
        LaneRig.Sent resumed = firstVoicedAfterPause(rig.sent);
        assertThat(resumed.turnPositionMs()).isIn(800L, 1_200L);
        rig.advance(2_400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.record.statistics().falseAlarms()).isEqualTo(1);
        assertThat(last(call.record.history().entries()).interrupted()).isFalse();
    }

    private static LaneRig.Sent firstVoicedAfterPause(List<LaneRig.Sent> sent) {
        boolean paused = false;
        for (LaneRig.Sent frame : sent) {
            paused |= frame.silence();
            if (paused && !frame.silence()) {
                return frame;
            }
        }
        throw new AssertionError("the agent never went on");
    }

    @Test
    @Tag("VAN-09")
    @Tag("VAN-09.a")
    @Tag("VAN-09.b")
    void shouldCancelEachSpeechAndKeepEveryPartialResponseWhenInterruptedAgainAndAgain() {
        givenSpeaking(2_800);
        List<String> answers = List.of(
                "We are open from nine to five.",
                "On Monday we open at noon today.",
                "The shop is by the old harbor.",
                "You can also write a letter.");
        List<Long> cancelled = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            call.hear(quiet, 1_000);
            cancelled.add(engines.voice.token);
            engines.voice.asked.clear();
            call.hear(talking, 700);
            assertThat(call.state()).isEqualTo(FloorState.LISTENING);
            assertThat(engines.voice.asked).as("synthesis of answer %s", i).containsExactly("cancel");
            assertThat(call.admission.fence().isDead(cancelled.get(i))).isTrue();
            call.hear(quiet, 1_400);
            engines.stt.events.finalTranscript(engines.stt.token, "again");
            rig.poll();
            engines.llm.say(answers.get(i + 1));
            speakClause(0, 2_800, words(answers.get(i + 1)));
            assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        }
        List<History.Entry> partial = call.record.history().entries().stream()
                .filter(History.Entry::interrupted)
                .toList();
        assertThat(partial).extracting(History.Entry::token).containsExactlyElementsOf(cancelled);
        assertThat(partial).extracting(History.Entry::intended).containsExactlyElementsOf(answers.subList(0, 3));
        assertThat(partial).allSatisfy(entry -> assertThat(entry.intended())
                .startsWith(entry.text() + " ")
                .hasSizeGreaterThan(entry.text().length()));
        assertThat(partial).extracting(entry -> entry.text().isBlank()).containsOnly(false);
        assertThat(engines.llm.history.entries().stream().filter(History.Entry::interrupted))
                .as("as the model has it")
                .containsExactlyElementsOf(partial);
    }

    /** Every word of {@code text} takes 400 ms. */
    private static WordTimes words(String text) {
        int count = text.split(" ").length;
        int[] from = new int[count];
        int[] to = new int[count];
        int[] end = new int[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            from[i] = 400 * i;
            to[i] = 400 * (i + 1);
            int space = text.indexOf(' ', at);
            end[i] = space < 0 ? text.length() : space;
            at = end[i] + 1;
        }
        return new WordTimes(from, to, end);
    }

    @Test
    @Tag("ITE-REQ-003")
    @Tag("ITE-REQ-003.a")
    void shouldCountAYieldThatTookLongerThanItsBudget() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        do {
            rig.advance(20);
            call.hearFrame(talking);
        } while (!call.record.yielding());
        assertThat(rig.metrics().value(LaneCounter.OVER_BUDGET)).isZero();
        rig.stall(TurnPolicy.DEFAULT.interruptionBudgetMs() + 100);
        rig.advance(20);
        assertThat(rig.metrics().value(LaneCounter.OVER_BUDGET)).isEqualTo(1);
        assertThat(call.record.timeline().entries())
                .filteredOn(entry -> entry.kind().equals("warning"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.text()).matches("yield took 3\\d\\d ms, budget 250 ms"));
    }

    @Test
    void shouldFenceAtOnceWhenAKeyIsPressed() {
        givenSpeaking(2_800);
        call.hear(quiet, 500);
        long agentToken = engines.voice.token;
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(call.admission.fence().isDead(agentToken)).isTrue();
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
    }

    @Test
    void shouldNeverPauseWhenBargeInIsNotAllowed() {
        TurnPolicy handsFree = TurnPolicy.DEFAULT.withBargeIn(false);
        givenSpeaking(2_800);
        call.publish(LaneEventType.POLICY, 0, 0, handsFree);
        call.hear(talking, 2_000);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(rig.sent).noneMatch(LaneRig.Sent::silence);
    }
}
