package io.sidetone.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Duties of every dialogue, whatever it says. */
public abstract class DialogueContract {
    private static final long ASKED = 1_600;
    private static final long LATER = 1_616;

    private final Fence fence = new Fence();
    private final Said said = new Said();

    /** Returns the dialogue under test, open. Whoever extends this closes it. */
    protected abstract DialogueModel contractDialogue();

    /** Returns words that the dialogue answers without an action. */
    protected String contractWords() {
        return "Good morning.";
    }

    private static final class Said implements DialogueEvents {
        private final Answers answers = new Answers();

        @Override
        public void ready() {
            answers.add("ready");
        }

        @Override
        public void text(long token, String piece) {
            answers.add("text " + token + " " + piece);
        }

        @Override
        public void filler(long token, String words) {
            answers.add("filler " + token + " " + words);
        }

        @Override
        public void sound(long token, List<PcmChunk> sound) {
            answers.add("sound " + token + " " + sound.size());
        }

        @Override
        public void interruptible(long token, InterruptibleBy by) {
            answers.add("interruptible " + token + " " + by);
        }

        @Override
        public void hasMore() {
            answers.add("more");
        }

        @Override
        public void action(long token, ActionCall action) {
            answers.add("action " + token + " " + action.action());
        }

        @Override
        public void done(long token, ListenHint hint) {
            answers.add("done " + token + " ");
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            answers.add("failed " + token + " " + failure.message());
        }

        @Override
        public void closed() {
            answers.add("closed");
        }
    }

    private DialogueSession session() {
        DialogueSession session = contractDialogue().open(TestContext.call(fence), said);
        said.answers.await("ready");
        return session;
    }

    private UserInput input() {
        return new UserInput(UserInput.Kind.SPEECH, contractWords());
    }

    private History.Snapshot history(long token) {
        return new History.Snapshot(List.of(new History.Entry(History.Role.USER, token, contractWords(), false, "")));
    }

    private void closed(DialogueSession session) {
        session.close();
        said.answers.await("closed");
        assertThat(said.answers.starting("failed")).isEmpty();
        assertThat(said.answers.lines()).last().isEqualTo("closed");
        assertThat(said.answers.starting("closed")).hasSize(1);
    }

    @Test
    void contractShouldAnswerOnceAndThenBeDone() {
        DialogueSession session = session();
        for (long token : new long[] {ASKED, LATER}) {
            session.respond(token, input(), history(token));
            said.answers.await("done " + token + " ");
            assertThat(said.answers.starting("text " + token + " ")).isNotEmpty();
            session.spoken(token);
        }
        closed(session);
        assertThat(said.answers.starting("done")).hasSize(2);
        int end = said.answers.lines().indexOf("done " + ASKED + " ");
        assertThat(said.answers.lines().subList(end, said.answers.lines().size()))
                .as("words of an answer that is complete")
                .noneMatch(line -> line.startsWith("text " + ASKED + " "));
    }

    @ParameterizedTest
    @EnumSource(PromptReason.class)
    void contractShouldHaveASentenceForEveryOccasionOrNone(PromptReason occasion) {
        DialogueSession session = session();
        session.announce(ASKED, occasion);
        said.answers.await("done " + ASKED + " ");
        closed(session);
    }

    @Test
    void contractShouldAnswerTheNextTurnWhenOneIsCancelled() {
        DialogueSession session = session();
        session.respond(ASKED, input(), history(ASKED));
        fence.advance(ASKED);
        session.cancelled(ASKED, "", 0);
        session.respond(LATER, input(), history(LATER));
        said.answers.await("done " + LATER + " ");
        assertThat(said.answers.starting("text " + LATER + " ")).isNotEmpty();
        closed(session);
    }

    @Test
    void contractShouldPrepareAnswersWhenItSaysThatItCan() {
        if (!contractDialogue().capabilities().preemptible()) {
            return;
        }
        DialogueSession session = session();
        session.prepare(ASKED, input(), history(ASKED));
        session.discarded(ASKED);
        session.prepare(LATER, input(), history(LATER));
        session.adopted(LATER);
        said.answers.await("done " + LATER + " ");
        closed(session);
    }

    @Test
    void contractShouldTakeWhatAClientSaysOfItselfAtAnyTime() {
        DialogueSession session = session();
        session.narratedState("The page of prices.");
        session.briefing(new Instructions("", List.of()));
        session.respond(ASKED, input(), history(ASKED));
        said.answers.await("done " + ASKED + " ");
        closed(session);
    }

    @Test
    void contractShouldAnswerNothingToWhatComesAfterItsEnd() {
        DialogueSession session = session();
        closed(session);
        session.respond(ASKED, input(), history(ASKED));
        session.announce(LATER, PromptReason.NO_INPUT);
        session.cancelled(ASKED, "", 0);
        session.close();
        Said other = new Said();
        DialogueSession next = contractDialogue().open(TestContext.call(new Fence()), other);
        other.answers.await("ready");
        next.respond(ASKED, input(), history(ASKED));
        other.answers.await("done " + ASKED + " ");
        next.close();
        other.answers.await("closed");
        assertThat(said.answers.lines()).as("of the closed session").containsExactly("ready", "closed");
    }

    @Test
    void contractShouldSayWhatItIsAndHowItIs() {
        DialogueModel model = contractDialogue();
        assertThat(model.capabilities()).isSameAs(model.capabilities());
        assertThat(model.capabilities().modelId()).isNotBlank();
        assertThat(model.health().detail()).isNotBlank();
    }
}
