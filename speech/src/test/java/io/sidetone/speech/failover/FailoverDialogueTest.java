package io.sidetone.speech.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.embedded.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailoverDialogueTest {
    private final Loop loop = new Loop();
    private final FakeModel first = new FakeModel();
    private final FakeModel second = new FakeModel();
    private final List<String> reported = new ArrayList<>();
    private final History history = new History();
    private final Circuit firstCircuit = new Circuit(loop::nowNs);
    private final Circuit secondCircuit = new Circuit(loop::nowNs);
    private final FailoverCounters handOvers = new FailoverCounters();
    private DialogueSession session;

    private final DialogueEvents events = new DialogueEvents() {
        @Override
        public void ready() {
            reported.add("ready");
        }

        @Override
        public void text(long token, String piece) {
            reported.add("text " + token + " " + piece);
        }

        @Override
        public void filler(long token, String words) {
            reported.add("filler " + token + " " + words);
        }

        @Override
        public void sound(long token, List<PcmChunk> sound) {}

        @Override
        public void interruptible(long token, InterruptibleBy by) {}

        @Override
        public void hasMore() {
            reported.add("more");
        }

        @Override
        public void action(long token, ActionCall action) {
            reported.add("action " + token + " " + action.action());
        }

        @Override
        public void done(long token, ListenHint hint) {
            reported.add("done " + token);
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            reported.add("failed " + token + " " + failure.code());
        }

        @Override
        public void closed() {
            reported.add("closed");
        }
    };

    private void open() {
        open("01JCALL0000000000000000000");
    }

    private void open(String callId) {
        session = new FailoverDialogue(new Failover<>(
                        List.of(
                                new Candidate<DialogueModel>("first", first, firstCircuit),
                                new Candidate<DialogueModel>("second", second, secondCircuit)),
                        loop::executor,
                        4_000,
                        handOvers))
                .open(Calls.call(new Fence(), callId), events);
        loop.run();
    }

    private void respond(long token) {
        session.respond(token, new UserInput(UserInput.Kind.SPEECH, "hello"), history.recent());
        loop.run();
    }

    @Test
    void shouldAskTheFirstAloneWhenItWorks() {
        open();
        respond(1);
        first.events.text(1, "Hi.");
        first.events.done(1, null);
        loop.run();
        assertThat(reported).containsExactly("ready", "text 1 Hi.", "done 1");
        assertThat(second.opened).isZero();
        assertThat(handedOver("first", "second")).isZero();
        assertThat(firstCircuit.openings()).isZero();
    }

    private void prepare(long token) {
        session.prepare(token, new UserInput(UserInput.Kind.SPEECH, "hello"), history.recent());
        loop.run();
    }

    @Test
    void shouldAskOneModelAheadAndWaitForItOnlyFromThenOn() {
        first.preemptible = true;
        open();
        prepare(1);
        loop.pass(20_000);
        assertThat(first.asked).containsExactly("prepare 1 hello");
        assertThat(second.opened).as("nobody waits yet").isZero();
        session.adopted(1);
        loop.run();
        assertThat(first.asked).last().isEqualTo("adopted 1");
        loop.pass(4_100);
        assertThat(second.asked).containsExactly("respond 1 hello");
        first.events.filler(1, "Hm.");
        second.events.filler(1, "One moment.");
        second.events.text(1, "Hi.");
        loop.run();
        assertThat(reported).containsExactly("ready", "filler 1 One moment.", "text 1 Hi.");
    }

    @Test
    void shouldAskNobodyElseWhenAheadOneFails() {
        first.preemptible = true;
        open();
        prepare(1);
        first.fails(1, "broken");
        loop.run();
        session.discarded(1);
        loop.run();
        assertThat(reported).containsExactly("ready", "failed 1 broken");
        assertThat(second.opened).isZero();
        prepare(2);
        session.discarded(2);
        loop.run();
        first.events.text(2, "late");
        loop.run();
        assertThat(first.asked).last().isEqualTo("discarded 2");
        assertThat(reported).hasSize(2);
    }

    @Test
    void shouldNotAskAModelAheadThatCannotForget() {
        second.preemptible = true;
        open();
        prepare(1);
        assertThat(first.asked).isEmpty();
        assertThat(reported).containsExactly("ready", "failed 1 rejected");
        respond(2);
        assertThat(first.asked).containsExactly("respond 2 hello");
    }

    @Test
    void shouldSayWhetherAnyModelCanBeAskedAhead() {
        assertThat(both().capabilities().preemptible()).isFalse();
        second.preemptible = true;
        assertThat(both().capabilities().preemptible()).isTrue();
        assertThat(both().capabilities().modelId()).isEqualTo("fake");
    }

    private FailoverDialogue both() {
        return new FailoverDialogue(new Failover<>(
                List.of(
                        new Candidate<DialogueModel>("first", first, firstCircuit),
                        new Candidate<DialogueModel>("second", second, secondCircuit)),
                loop::executor,
                4_000));
    }

    @Test
    void shouldAskTheNextTheSameWhenTheFirstFailsBeforeItBegan() {
        open();
        session.narratedState("page 2");
        respond(1);
        first.fails(1, "broken");
        loop.run();
        assertThat(second.asked).containsExactly("state page 2", "respond 1 hello");
        second.events.text(1, "Hi.");
        second.events.done(1, null);
        first.events.text(1, "late");
        loop.run();
        assertThat(reported).containsExactly("ready", "text 1 Hi.", "done 1");
        respond(2);
        assertThat(first.asked).contains("respond 2 hello");
        assertThat(handedOver("first", "second")).isEqualTo(1);
        assertThat(handedOver("second", "first")).isZero();
    }

    private long handedOver(String from, String to) {
        return handOvers.counts().get(new FailoverCounters.Way(from, to)).sum();
    }

    @Test
    void shouldEndTheTurnWhereItIsWhenTheFirstFailsInTheMiddle() {
        open();
        respond(1);
        first.events.text(1, "I think that ");
        first.fails(1, "unavailable");
        loop.run();
        assertThat(reported).endsWith("text 1 I think that ", "failed 1 unavailable");
        assertThat(second.opened).isZero();
    }

    @Test
    void shouldAskTheNextWhenTheFirstDoesNotBegin() {
        open();
        respond(1);
        loop.pass(3_900);
        assertThat(second.asked).isEmpty();
        loop.pass(200);
        assertThat(second.asked).containsExactly("respond 1 hello");
        assertThat(first.asked).containsExactly("respond 1 hello", "cancelled 1");
        first.events.text(1, "late");
        loop.run();
        assertThat(reported).containsExactly("ready");
    }

    @Test
    void shouldWaitForTheLastHoweverSlowItIs() {
        open();
        respond(1);
        loop.pass(4_100);
        loop.pass(20_000);
        second.events.text(1, "At last.");
        loop.run();
        assertThat(reported).containsExactly("ready", "text 1 At last.");
    }

    @Test
    void shouldFailWhenNobodyIsLeft() {
        open();
        respond(1);
        first.fails(1, "broken");
        loop.run();
        second.fails(1, "rate_limited");
        loop.run();
        assertThat(reported).containsExactly("ready", "failed 1 rate_limited");
    }

    @Test
    void shouldLeaveAnEngineAloneAfterARowOfFailuresAndTryItAgainLater() {
        open();
        for (int turn = 1; turn <= 3; turn++) {
            respond(turn);
            first.fails(turn, "unavailable");
            loop.run();
            second.events.text(turn, "ok");
            second.events.done(turn, null);
            loop.run();
        }
        first.asked.clear();
        respond(4);
        assertThat(first.asked).isEmpty();
        assertThat(second.asked).contains("respond 4 hello");
        second.events.done(4, null);
        loop.run();
        loop.pass(5_100);
        respond(5);
        assertThat(first.asked).containsExactly("respond 5 hello");
        respond(6);
        assertThat(first.asked).hasSize(1);
        first.events.done(5, null);
        loop.run();
        respond(7);
        assertThat(first.asked).contains("respond 7 hello");
        assertThat(firstCircuit.openings()).isPositive();
    }

    @Test
    void shouldAskTheFirstInOtherCallsWhenItDeclinedOneConversation() {
        open("A");
        for (int turn = 1; turn <= 4; turn++) {
            respond(turn);
            first.declines(turn);
            loop.run();
            assertThat(second.asked).last().isEqualTo("respond " + turn + " hello");
        }
        open("B");
        first.asked.clear();
        respond(9);
        first.events.text(9, "Hi.");
        first.events.done(9, null);
        loop.run();
        assertThat(first.asked).containsExactly("respond 9 hello");
        assertThat(reported).endsWith("text 9 Hi.", "done 9");
        assertThat(firstCircuit.openings()).isZero();
    }

    @Test
    void shouldOpenTheNextWhenTheFirstCannotBeOpened() {
        first.opens = false;
        open();
        first.fails(0, "unavailable");
        loop.run();
        assertThat(reported).containsExactly("ready");
        respond(1);
        assertThat(second.asked).containsExactly("respond 1 hello");
        assertThat(handedOver("first", "second")).isEqualTo(1);
    }

    @Test
    void shouldKeepTheTurnWhenTheSessionOfTheFirstDies() {
        open();
        respond(1);
        first.fails(0, "unavailable");
        loop.run();
        assertThat(second.asked).containsExactly("respond 1 hello");
        assertThat(reported).containsExactly("ready");
        respond(2);
        assertThat(first.opened).isEqualTo(2);
    }

    @Test
    void shouldGiveResultsToTheModelThatAskedForTheAction() {
        open();
        respond(1);
        first.fails(1, "broken");
        loop.run();
        second.events.action(1, new ActionCall("a1", "book", Map.of(), false));
        loop.run();
        session.actionResult(1, ActionResult.ok("a1", null));
        loop.run();
        assertThat(second.asked).contains("result 1");
        assertThat(first.asked).doesNotContain("result 1");
    }

    @Test
    void shouldCloseAllSessionsAndSaySoOnce() {
        open();
        respond(1);
        first.fails(1, "broken");
        loop.run();
        session.close();
        session.close();
        loop.run();
        assertThat(first.asked).contains("close");
        assertThat(second.asked).contains("close");
        assertThat(reported.stream().filter("closed"::equals)).hasSize(1);
    }

    @Test
    void shouldFailTheSessionWhenNoEngineIsLeftAlive() {
        open();
        for (int turn = 1; turn <= 3; turn++) {
            respond(turn);
            first.fails(turn, "unavailable");
            loop.run();
            second.fails(turn, "unavailable");
            loop.run();
        }
        first.fails(0, "unavailable");
        loop.run();
        second.fails(0, "unavailable");
        loop.run();
        assertThat(reported).endsWith("failed 0 unavailable");
    }
}
