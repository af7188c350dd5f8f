package io.sidetone.speech.filler;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.embedded.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FillerDialogueTest {
    private final EmbeddedChannel loop = new EmbeddedChannel();
    private final Fence fence = new Fence();
    private final List<String> told = new ArrayList<>();
    private DialogueEvents model;

    private FillerDialogue dialogue;
    private final DialogueSession session = open();

    private DialogueSession open() {
        loop.freezeTime();
        DialogueModel behind = new DialogueModel() {
            @Override
            public DialogueSession open(CallContext call, DialogueEvents events) {
                model = events;
                return new Silent();
            }

            @Override
            public DialogueModel.Capabilities capabilities() {
                return new DialogueModel.Capabilities("fake", true);
            }

            @Override
            public EngineHealth health() {
                return EngineHealth.up("fake");
            }
        };
        dialogue = new FillerDialogue(behind, "One moment.", 1_500, loop::eventLoop);
        return dialogue.open(Calls.call(fence), new Told());
    }

    private static final class Silent implements DialogueSession {
        @Override
        public void respond(long token, UserInput input, History.Snapshot history) {}

        @Override
        public void prepare(long token, UserInput input, History.Snapshot history) {
            respond(token, input, history);
        }

        @Override
        public void adopted(long token) {}

        @Override
        public void discarded(long token) {
            cancelled(token, "", 0);
        }

        @Override
        public void lateResult(long token, ActionResult result) {}

        @Override
        public void narratedState(String text) {}

        @Override
        public void briefing(Instructions briefing) {}

        @Override
        public void spoken(long token) {}

        @Override
        public void announce(long token, PromptReason occasion) {}

        @Override
        public void actionResult(long token, ActionResult result) {}

        @Override
        public void cancelled(long token, String heardText, long heardMs) {}

        @Override
        public void close() {}
    }

    private final class Told implements DialogueEvents {
        @Override
        public void ready() {}

        @Override
        public void text(long token, String piece) {
            told.add(token + " " + piece);
        }

        @Override
        public void filler(long token, String words) {
            told.add("filler " + token + " " + words);
        }

        @Override
        public void sound(long token, List<PcmChunk> sound) {}

        @Override
        public void interruptible(long token, InterruptibleBy by) {}

        @Override
        public void hasMore() {
            told.add("more");
        }

        @Override
        public void action(long token, ActionCall action) {}

        @Override
        public void done(long token, ListenHint hint) {}

        @Override
        public void failed(long token, EngineFailure failure) {}

        @Override
        public void closed() {}
    }

    private void respond(long token) {
        session.respond(token, new UserInput(UserInput.Kind.SPEECH, "hello"), new History().recent());
    }

    private void pass(long ms) {
        loop.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        loop.runScheduledPendingTasks();
    }

    @Test
    void shouldSaySomethingOnceWhenTheModelIsSlow() {
        respond(1);
        pass(1_400);
        assertThat(told).isEmpty();
        pass(200);
        pass(5_000);
        model.text(1, "Here I am.");
        assertThat(told).containsExactly("filler 1 One moment. ", "1 Here I am.");
        assertThat(dialogue.said()).isEqualTo(1);
    }

    @Test
    void shouldSayNothingWhenTheModelIsQuick() {
        respond(1);
        pass(1_000);
        model.text(1, "Here I am.");
        pass(5_000);
        assertThat(told).containsExactly("1 Here I am.");
    }

    @Test
    void shouldSayNothingBeforeTheAnswerIsWanted() {
        assertThat(dialogue.capabilities().preemptible()).isTrue();
        prepare(1);
        pass(5_000);
        assertThat(told).isEmpty();
        session.adopted(1);
        pass(1_400);
        assertThat(told).isEmpty();
        pass(200);
        assertThat(told).containsExactly("filler 1 One moment. ");
    }

    @Test
    void shouldSayNothingWhenTheAnswerWasThereBeforeItWasWanted() {
        prepare(1);
        model.text(1, "Here I am.");
        session.adopted(1);
        pass(5_000);
        prepare(2);
        session.discarded(2);
        pass(5_000);
        assertThat(told).containsExactly("1 Here I am.");
    }

    private void prepare(long token) {
        session.prepare(token, new UserInput(UserInput.Kind.SPEECH, "hello"), new History().recent());
    }

    @Test
    void shouldSayNothingWhenTheTurnIsOver() {
        respond(1);
        session.cancelled(1, "", 0);
        pass(5_000);
        respond(2);
        fence.advance(2);
        pass(5_000);
        respond(3);
        session.close();
        pass(5_000);
        assertThat(told).isEmpty();
    }
}
