package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the lane allocates when a key stops the agent: the turn's end, its history, and the request for the next answer. */
@Tag("allocation")
class CommitAllocationTest {
    private static final int COMMITS = 400;

    /** What is kept of it, each thing once: moves, lines, turns, words, and an event of each for who listens. */
    private static final int MOST_BYTES = 2_200;

    private static final String ANSWER =
            "This is the answer that the agent gives to whatever the caller says, and it is of a"
                    + " usual length, about two sentences. Is there anything else that you want to know?";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final LaneRig rig = new LaneRig();
    private final short[] quiet = new short[160];
    private DialogueEvents answers;
    private long asked;

    /** A model that answers when the test has it answer, so that the answer is not part of what is measured. */
    private final class OnDemand implements DialogueModel {
        @Override
        public DialogueSession open(CallContext call, DialogueEvents events) {
            answers = events;
            events.ready();
            return new Asked(events);
        }

        @Override
        public Capabilities capabilities() {
            return new Capabilities("on demand", false);
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("on demand");
        }
    }

    /** Remembers what it is asked; what it has to announce it leaves out. */
    private final class Asked implements DialogueSession {
        private final DialogueEvents events;

        Asked(DialogueEvents events) {
            this.events = events;
        }

        @Override
        public void respond(long token, UserInput input, History.Snapshot history) {
            asked = token;
        }

        @Override
        public void announce(long token, PromptReason occasion) {
            events.done(token, null);
        }

        @Override
        public void prepare(long token, UserInput input, History.Snapshot history) {}

        @Override
        public void adopted(long token) {}

        @Override
        public void discarded(long token) {}

        @Override
        public void actionResult(long token, ActionResult result) {}

        @Override
        public void lateResult(long token, ActionResult result) {}

        @Override
        public void narratedState(String text) {}

        @Override
        public void briefing(Instructions briefing) {}

        @Override
        public void cancelled(long token, String heardText, long heardMs) {}

        @Override
        public void spoken(long token) {}

        @Override
        public void close() {
            events.closed();
        }
    }

    private LaneRig.RigCall call() {
        TurnPolicy d = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0);
        LaneRig.RigCall call = rig.open(
                new MockRecognizer(),
                new OnDemand(),
                new MockSynthesizer(1),
                d.within(new TurnPolicy.Bounds(
                        d.bounds().mediaTimeoutMs(),
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        0,
                        d.bounds().creditMs())));
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        return call;
    }

    private void speak(LaneRig.RigCall call) {
        answers.text(asked, ANSWER);
        answers.done(asked, null);
        rig.poll();
        for (int i = 0; i < 50; i++) {
            rig.step(call.admission.publisher(), quiet);
        }
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    void shouldAllocateLittleWhenAKeyStopsTheAgent() {
        rig.recordFrames = false;
        LaneRig.RigCall call = call();
        long[] bytes = new long[COMMITS];
        for (int i = 0; i < COMMITS; i++) {
            speak(call);
            rig.moves.clear();
            rig.events.clear();
            long before = threads.getCurrentThreadAllocatedBytes();
            call.publish(LaneEventType.DIGIT, 0, '1', null);
            bytes[i] = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(call.state()).isEqualTo(FloorState.THINKING);
        }
        History.Snapshot said = call.record.history();
        assertThat(said.entries()).hasSizeGreaterThan(COMMITS);
        Arrays.sort(bytes);
        System.out.println(
                "a commit: " + bytes[0] + " to " + bytes[COMMITS - 1] + " bytes, median " + bytes[COMMITS / 2]);
        assertThat(bytes[COMMITS / 2]).isLessThanOrEqualTo(MOST_BYTES);
    }
}
