package io.sidetone.core.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The stand-in for a model: a fixed reply, and actions before it where it was told to do some. */
class MockDialogueTest {
    private final List<ActionCall> wanted = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    private DialogueSession session(MockBehavior behavior) {
        DialogueEvents events = (DialogueEvents) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DialogueEvents.class}, (proxy, method, given) -> {
                    switch (method.getName()) {
                        case "action" -> wanted.add((ActionCall) given[1]);
                        case "text" -> said.add(given[0] + " " + given[1]);
                        default -> said.add(method.getName() + (given == null ? "" : Arrays.asList(given)));
                    }
                    return null;
                });
        DialogueSession session = new MockDialogue(behavior, null).open(null, events);
        said.clear();
        return session;
    }

    private static MockBehavior acting(Map<String, String> parameters, String... actions) {
        return new MockBehavior("", "Done with %s.", List.of(actions), parameters, "", Optional.empty());
    }

    private static void ask(DialogueSession session, long token, String text) {
        session.respond(token, new UserInput(UserInput.Kind.TEXT, text), new History.Snapshot(List.of()));
    }

    @Test
    void shouldWantAllItsActionsAtOnceAndReplyWhenTheLastIsAnswered() {
        DialogueSession session = session(acting(Map.of("article", "tea", "said", "<%s>"), "stock", "reserve"));
        ask(session, 5, "two");
        assertThat(wanted).extracting(ActionCall::action).containsExactly("stock", "reserve");
        assertThat(wanted).extracting(ActionCall::invocationId).doesNotHaveDuplicates();
        assertThat(wanted.get(1).parameters()).isEqualTo(Map.of("article", "tea", "said", "<two>"));
        session.actionResult(5, ActionResult.ok(wanted.get(1).invocationId(), null));
        assertThat(said).isEmpty();
        session.actionResult(5, ActionResult.ok(wanted.get(0).invocationId(), null));
        assertThat(said).containsExactly("5 Done with two.", "done[5, null]");
    }

    @Test
    void shouldSayWhatFailed() {
        DialogueSession session = session(acting(Map.of(), "stock", "reserve"));
        ask(session, 5, "two");
        assertThat(wanted.get(0).parameters()).isEqualTo(Map.of("input", "two"));
        session.actionResult(
                5, ActionResult.failure(wanted.get(0).invocationId(), ActionResult.ELEMENT_NOT_FOUND, "no such"));
        session.actionResult(5, ActionResult.ok(wanted.get(1).invocationId(), null));
        assertThat(said).containsExactly("5 That did not work: element not found.", "done[5, null]");
    }

    @Test
    void shouldSpeakOnceOfAnActionAfterSpeechUnlessItFailsThen() {
        DialogueSession session = session(acting(Map.of(), "transfer"));
        ask(session, 5, "on");
        String id = wanted.get(0).invocationId();
        session.actionResult(5, ActionResult.ok(id, Map.of("scheduled", "after speech")));
        assertThat(said).containsExactly("5 Done with on.", "done[5, null]");
        session.actionResult(5, ActionResult.ok(id, null));
        assertThat(said).hasSize(2);
        session.lateResult(9, ActionResult.failure(id, ActionResult.FAILED, "busy"));
        assertThat(said).endsWith("9 That did not work: failed.", "done[9, null]");
    }
}
