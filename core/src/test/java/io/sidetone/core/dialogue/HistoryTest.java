package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.conversation.CallerVoice;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.turn.TurnPolicy;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was said is kept and told to the model in bounds, however long the call. */
class HistoryTest {
    private static final int TURNS = 20_000;

    private final History history = new History();

    @Test
    void shouldKeepEverythingOfAnOrdinaryCall() {
        for (int i = 0; i < 100; i++) {
            history.user(2 * i, "question " + i);
            history.agent(2 * i + 1, "answer", i % 3 == 0, "answer " + i, i);
        }
        assertThat(history.snapshot().entries()).hasSize(200);
        assertThat(history.recent()).isEqualTo(history.snapshot());
        assertThat(history.dropped()).isZero();
        history.withdrawUser(7);
        history.user(400, "half a");
        history.withdrawUser(400);
        assertThat(history.snapshot().entries()).hasSize(200);
    }

    @Test
    void shouldStayBoundedAndKeepTheEndWhenACallLastsDays() {
        for (int i = 0; i < TURNS; i++) {
            history.user(2 * i, "question " + i);
            history.agent(2 * i + 1, "answer " + i, false, "", 0);
            assertThat(history.snapshot().entries().size()).isLessThanOrEqualTo(History.KEPT_ENTRIES);
        }
        List<History.Entry> kept = history.snapshot().entries();
        assertThat(kept.size() + history.dropped()).isEqualTo(2 * TURNS);
        assertThat(kept).hasSizeGreaterThanOrEqualTo(History.KEPT_ENTRIES / 4 * 3);
        assertThat(kept.get(kept.size() - 1).text()).isEqualTo("answer " + (TURNS - 1));
        List<History.Entry> told = history.recent().entries();
        assertThat(told).hasSize(History.RECENT_ENTRIES);
        assertThat(told).isEqualTo(kept.subList(kept.size() - told.size(), kept.size()));
    }

    @Test
    void shouldStayBoundedWhenSomebodySaysVeryMuch() {
        String much = "x".repeat(30_000);
        for (int i = 0; i < 100; i++) {
            history.agent(i, much, true, much, 1);
            assertThat(chars(history.snapshot())).isLessThanOrEqualTo(History.KEPT_CHARS);
            assertThat(chars(history.recent())).isLessThanOrEqualTo(History.RECENT_CHARS);
        }
        history.user(1_000, "y".repeat(2 * History.KEPT_CHARS));
        assertThat(history.snapshot().entries()).as("the last is never dropped").hasSize(1);
        assertThat(history.recent().entries()).hasSize(1);
        history.withdrawUser(1_000);
        assertThat(history.recent().entries()).isEmpty();
        history.user(1_001, "hello");
        assertThat(history.snapshot().entries()).hasSize(1);
    }

    private static long chars(History.Snapshot snapshot) {
        return snapshot.entries().stream()
                .mapToLong(e -> e.text().length() + e.intended().length())
                .sum();
    }

    /** Two hours of typed questions, each answered: what the model is asked with does not grow. */
    @Test
    void shouldAskTheModelInBoundsWhenACallLastsHours() {
        List<Integer> told = new ArrayList<>();
        LaneRig rig = new LaneRig();
        rig.recordFrames = false;
        MockDialogue mock = new MockDialogue(new MockBehavior("Hi.", "Yes, %s.", "", "", 0), null);
        LaneRig.RigCall call =
                rig.open(new MockRecognizer(), new Listening(mock, told), new MockSynthesizer(1), TurnPolicy.DEFAULT);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        for (int i = 0; i < 600; i++) {
            call.hear(CallerVoice.quiet(), 2_000);
            call.publish(LaneEventType.TEXT_INPUT, 0, 0, "question " + i);
        }
        assertThat(told).hasSize(600);
        assertThat(told.get(20)).isBetween(20, 60);
        assertThat(told.get(599)).isEqualTo(History.RECENT_ENTRIES);
        assertThat(call.record.history().entries()).hasSizeGreaterThan(1_000);
    }

    /** The mock model, and how much it is told. */
    private record Listening(DialogueModel model, List<Integer> told) implements DialogueModel {
        @Override
        public DialogueSession open(CallContext call, DialogueEvents events) {
            DialogueSession session = model.open(call, events);
            return (DialogueSession) Proxy.newProxyInstance(
                    DialogueSession.class.getClassLoader(),
                    new Class<?>[] {DialogueSession.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("respond")) {
                            told.add(((History.Snapshot) arguments[2]).entries().size());
                        }
                        return method.invoke(session, arguments);
                    });
        }

        @Override
        public DialogueModel.Capabilities capabilities() {
            return new DialogueModel.Capabilities("listening", false);
        }

        @Override
        public EngineHealth health() {
            return model.health();
        }
    }

    @Test
    void shouldTellWhatTheCallerAnswersWhenTheAgentSpokeLast() {
        History history = new History();
        assertThat(history.answered()).isEmpty();
        history.agent(1, "Is that", true, "Is that right?", 5);
        assertThat(history.answered()).as("what was heard").isEqualTo("Is that");
        history.user(2, "yes");
        assertThat(history.answered()).as("the caller spoke last").isEmpty();
    }
}
