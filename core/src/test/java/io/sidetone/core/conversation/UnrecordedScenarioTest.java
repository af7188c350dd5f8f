package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sidetone.core.call.CallTaps;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.journal.SampleCalls;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said, typed and keyed during a pause of the recording is in nothing that the call publishes of itself. */
class UnrecordedScenarioTest {
    private static final String CARD = "four one one one";

    private final LaneRig rig = new LaneRig();
    private final LaneRig.RigCall call = SampleCalls.open(rig, CallTaps.none());

    private void recording(boolean on) {
        call.publish(LaneEventType.RECORDING, 0, on ? 1 : 0, null);
    }

    private void types(String text) {
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, text);
        call.hear(CallerVoice.quiet(), 6_000);
    }

    private List<String> timeline() {
        return call.record.timeline().entries().stream()
                .map(TimelineEntry::text)
                .toList();
    }

    private List<String> history() {
        return call.record.history().entries().stream().map(History.Entry::text).toList();
    }

    @Test
    void shouldPublishNoWordAndNoKeyOfAPause() {
        call.hear(CallerVoice.quiet(), 5_000);
        types("before");
        int before = history().size();
        recording(false);
        types(CARD);
        call.publish(LaneEventType.DIGIT, 0, '7', null);
        call.hear(CallerVoice.quiet(), 5_000);
        assertThat(call.record.caption().text()).isEmpty();
        recording(true);
        types("after");
        assertThat(history()).hasSizeGreaterThan(before + 1).noneMatch(text -> text.contains(CARD));
        assertThat(history().subList(0, before)).contains("before").noneMatch(UnrecordedScenarioTest::hidden);
        assertThat(history()).contains("after").anyMatch(UnrecordedScenarioTest::hidden);
        assertThat(timeline())
                .noneMatch(text -> text.contains(CARD))
                .doesNotContain("7")
                .anyMatch(UnrecordedScenarioTest::hidden)
                .containsSubsequence("paused", "goes on");
    }

    @Test
    void shouldNotePauseAndResumeOnceWhenTheyAreAskedForTwice() {
        recording(true);
        recording(false);
        recording(false);
        assertThat(timeline()).containsOnlyOnce("paused").doesNotContain("goes on");
    }

    @Test
    void shouldKeepWhatActionsAreAskedForWithoutTheParametersOfAPause() {
        LaneRig.RigCall acting = rig.open(
                new MockRecognizer(),
                new MockDialogue(
                        new MockBehavior("Hello.", "Done.", List.of("pay"), Map.of("card", "%s"), "", Optional.empty()),
                        null),
                new MockSynthesizer(1),
                TurnPolicy.DEFAULT);
        acting.publish(LaneEventType.ANSWERED, 0, 0, null);
        acting.hear(CallerVoice.quiet(), 3_000);
        acting.publish(LaneEventType.TEXT_INPUT, 0, 0, "before");
        acting.hear(CallerVoice.quiet(), 6_000);
        acting.publish(LaneEventType.RECORDING, 0, 0, null);
        acting.publish(LaneEventType.TEXT_INPUT, 0, 0, CARD);
        acting.hear(CallerVoice.quiet(), 6_000);
        assertThat(acting.record.requests().entries())
                .extracting(RequestedAction::action, RequestedAction::parameters)
                .containsExactly(tuple("pay", Map.of("card", "before")), tuple("pay", null));
        assertThat(acting.record.requests().entries())
                .extracting(RequestedAction::invocationId)
                .isEqualTo(acting.record.actions().entries().stream()
                        .map(ActionOutcome::invocationId)
                        .toList());
    }

    private static boolean hidden(String text) {
        return text.contains("(not kept)");
    }
}
