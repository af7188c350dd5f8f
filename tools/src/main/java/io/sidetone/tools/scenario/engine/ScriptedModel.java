package io.sidetone.tools.scenario.engine;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.tools.scenario.file.ModelAnswer;
import io.sidetone.tools.scenario.file.Words;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** Stands in for a model that is a service: answers what the scenario gives. For one call. */
public final class ScriptedModel implements DialogueModel {
    private static final Capabilities CAPABILITIES = new Capabilities("scenario", false);

    private final List<ModelAnswer> answers;
    private final Function<CallContext, ChatSentences> sentences;
    private final VirtualClock clock;

    /**
     * Creates it.
     *
     * @param answers of the scenario
     * @param sentences what the agent says unasked
     * @param clock of the call
     */
    public ScriptedModel(
            List<ModelAnswer> answers, Function<CallContext, ChatSentences> sentences, VirtualClock clock) {
        this.answers = answers;
        this.sentences = sentences;
        this.clock = clock;
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        events.ready();
        return new Session(events, sentences.apply(call), call);
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("scenario");
    }

    private final class Session implements DialogueSession {
        private final DialogueEvents events;
        private final ChatSentences unasked;
        private final CallContext call;
        private ModelAnswer pending;
        private String invocation = "";
        private int invocations;

        Session(DialogueEvents events, ChatSentences unasked, CallContext call) {
            this.events = events;
            this.unasked = unasked;
            this.call = call;
        }

        @Override
        public void respond(long token, UserInput input, History.Snapshot history) {
            ModelAnswer answer = answers.stream()
                    .filter(each -> each.to().stream().allMatch(words -> Words.contains(input.text(), words)))
                    .findFirst()
                    .orElse(null);
            if (answer == null) {
                publish(token, unasked.of(PromptReason.NO_MATCH));
            } else {
                clock.after(answer.after(), () -> begin(token, answer));
            }
        }

        private void begin(long token, ModelAnswer answer) {
            if (call.fence().isDead(token)) {
                return;
            }
            if (answer.action().isEmpty()) {
                finish(token, answer, answer.say());
                return;
            }
            pending = answer;
            invocation = "scenario-" + ++invocations;
            events.action(token, new ActionCall(invocation, answer.action(), new TreeMap<>(answer.with()), false));
        }

        @Override
        public void actionResult(long token, ActionResult result) {
            if (pending == null || !invocation.equals(result.invocationId())) {
                return;
            }
            ModelAnswer answer = pending;
            pending = null;
            boolean failed = !result.success() && !answer.failed().isEmpty();
            finish(token, answer, failed ? answer.failed() : answer.say());
        }

        @Override
        public void lateResult(long token, ActionResult result) {
            publish(token, "");
        }

        private void finish(long token, ModelAnswer answer, String text) {
            events.text(token, text);
            if (answer.hangUp()) {
                events.action(
                        token, new ActionCall("scenario-" + ++invocations, ActionCall.HANG_UP, new TreeMap<>(), true));
            }
            events.done(token, null);
        }

        private void publish(long token, String text) {
            events.text(token, text);
            events.done(token, null);
        }

        @Override
        public void announce(long token, PromptReason occasion) {
            publish(token, unasked.of(occasion));
        }

        @Override
        public void prepare(long token, UserInput input, History.Snapshot history) {}

        @Override
        public void adopted(long token) {}

        @Override
        public void discarded(long token) {}

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
}
