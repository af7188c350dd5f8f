package io.sidetone.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.conversation.CallerVoice;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.PortCall;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.core.setting.RecordShape;
import io.sidetone.core.turn.TurnPolicy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a call asks of its actions is in its journal, and a replay asks the same. */
class ReplayedActionsTest {
    private final MemoryJournals journals = new MemoryJournals();
    private final LaneRig rig = new LaneRig();

    /** Answers at once, fails, or says nothing. */
    private static final class Desk implements ActionInvoker {
        private final List<String> asked = new ArrayList<>();

        @Override
        public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            asked.add("invoke");
            answer.accept(ActionResult.ok(call.invocationId(), Map.of("room", "12")));
        }

        @Override
        public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            asked.add("check");
            throw new IllegalStateException("the desk cannot tell");
        }

        @Override
        public ActionCall onTerms(ActionCall call) {
            // The first runs at once, the second after speech.
            boolean afterSpeech = !asked.isEmpty();
            return new ActionCall(call.invocationId(), call.action(), call.parameters(), afterSpeech);
        }

        @Override
        public List<ActionDefinition> definitions() {
            return List.of();
        }

        @Override
        public void cancel(CallContext context, String invocationId) {
            asked.add("cancel");
        }
    }

    private Desk callWithTwoActions() {
        Desk desk = new Desk();
        rig.taps(journals);
        LaneRig.RigCall call = rig.open(
                new MockRecognizer(),
                new MockDialogue(new MockBehavior("Hello.", "It is done.", "book", "", 0), null),
                new MockSynthesizer(1),
                TurnPolicy.DEFAULT,
                desk);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        for (int i = 0; i < 2; i++) {
            call.hear(CallerVoice.quiet(), 1_500);
            call.hear(CallerVoice.talking(5), 800);
            call.hear(CallerVoice.quiet(), 2_500);
        }
        SampleCalls.hangUp(rig, call);
        return desk;
    }

    private List<PortCall> recorded() throws IOException {
        return recorded(ActionInvoker.class);
    }

    private List<PortCall> recorded(Class<?> port) throws IOException {
        List<PortCall> calls = new ArrayList<>();
        JournalFileReader reader = new JournalFileReader(new ByteArrayInputStream(journals.bytes(0)), null);
        for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
            if (record.ref instanceof PortCall call && call.port().equals(port.getSimpleName())) {
                calls.add(call);
            }
        }
        return calls;
    }

    @Test
    void shouldRecordAndReplayWhatActionsAreAsked() throws IOException {
        Desk desk = callWithTwoActions();
        assertThat(desk.asked).containsExactly("invoke", "check");
        assertThat(recorded()).extracting(PortCall::method).containsExactly("invoke", "check");
        assertThat(recorded().get(0).arguments().get(1)).isInstanceOf(ActionCall.class);
        assertThat(recorded().get(1).thrown()).isEqualTo(IllegalStateException.class.getName());
        journals.verify("actions");
    }

    /** Journals of servers before this one have these records: without them no such journal replays. */
    @Test
    void shouldRecordWhatEnginesSayOfThemselvesUnderTheNamesOfTheFirstJournals() throws IOException {
        callWithTwoActions();
        List<PortCall> stt = recorded(Recognizer.class);
        assertThat(stt)
                .extracting(PortCall::method)
                .containsExactly("sampleRateHz", "wantsImageLeak", "givesEvidence", "open");
        assertThat(stt).extracting(PortCall::result).startsWith(16_000, false, true);
        assertThat(stt.get(1).arguments()).isEmpty();
    }

    @Test
    void shouldRecordWhetherAModelCanBeAskedAheadUnderTheNameOfTheFirstJournals() throws IOException {
        CallSetup given = new MockLine(null, null, () -> 0).setup("call", "caller");
        CallSetup used = journals.open(0, given, null, 0, 0).setup(given);
        assertThat(used.engines().dialogue().capabilities().preemptible()).isTrue();
        List<PortCall> asked = recorded(DialogueModel.class);
        assertThat(asked).containsExactly(new PortCall("DialogueModel", "preemptible", List.of(), true, ""));
    }

    @Test
    void shouldGiveTheReplayedCallAnInvokerOfItsOwn() {
        callWithTwoActions();
        List<ActionInvoker> invokers = new ArrayList<>();
        ReplayResult result = MemoryJournals.replay(journals.bytes(0), null, new ReplayListener() {
            @Override
            public void opened(io.sidetone.core.call.CallRecord call, int mediaRateHz) {
                invokers.add(call.setup().engines().actions());
            }
        });
        assertThat(result.identical()).isTrue();
        assertThat(invokers).hasSize(1).doesNotContainNull();
    }

    /** A port that is taken for a value is neither recorded nor replaced, and the replayed call has none. */
    @Test
    void shouldTakeEveryInterfaceOfTheSetupForAPort() {
        for (RecordComponent component : RecordShape.of(CallSetup.class).components()) {
            assertThat(CallRecorder.port(component.getType()))
                    .as("%s %s", component.getType(), component.getName())
                    // Observers are told, and answer nothing that a replay could need.
                    // A list is what the call knows.
                    .isEqualTo(component.getType().isInterface()
                            && component.getType() != CallObserver.class
                            && component.getType() != List.class);
        }
    }
}
