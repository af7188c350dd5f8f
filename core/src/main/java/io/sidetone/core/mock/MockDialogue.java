package io.sidetone.core.mock;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Occasion;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A model with a fixed reply; {@link MockBehaviour} switches a tool call, an error or slowness on. */
public final class MockDialogue implements DialogueModel {
    private final MockBehaviour behaviour;
    private final ScheduledExecutorService timer;

    /**
     * Creates a model.
     *
     * @param timer runs delayed answers; may be null when {@code behaviour} has no delay
     */
    public MockDialogue(MockBehaviour behaviour, ScheduledExecutorService timer) {
        if (behaviour.delayMs() > 0 && timer == null) {
            throw new IllegalArgumentException(
                    "a mock model that thinks for " + behaviour.delayMs() + " ms needs a timer");
        }
        this.behaviour = behaviour;
        this.timer = timer;
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        events.ready();
        return new Session(events);
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("mock");
    }

    private final class Session implements DialogueSession {
        private final DialogueEvents events;
        private String lastInput = "";
        private int invocations;

        Session(DialogueEvents events) {
            this.events = events;
        }

        @Override
        public void respond(long token, UserInput input, History.Snapshot history) {
            lastInput = input.text();
            if (behaviour.delayMs() > 0) {
                timer.schedule(() -> answer(token), behaviour.delayMs(), TimeUnit.MILLISECONDS);
            } else {
                answer(token);
            }
        }

        private void answer(long token) {
            if (!behaviour.error().isEmpty()) {
                events.failed(token, new EngineFailure(behaviour.error(), "the mock model was told to fail", false));
            } else if (!behaviour.action().isEmpty()) {
                events.action(
                        token,
                        new ActionCall("mock-" + ++invocations, behaviour.action(), Map.of("input", lastInput), false));
            } else {
                reply(token);
            }
        }

        private void reply(long token) {
            events.text(token, behaviour.reply().replace("%s", lastInput));
            events.done(token, null);
        }

        @Override
        public void announce(long token, Occasion occasion) {
            events.text(
                    token,
                    switch (occasion) {
                        case GREETING -> behaviour.greeting();
                        case NO_MATCH -> "I didn't catch that, could you repeat?";
                        case NO_INPUT -> "Are you still there?";
                        case DIGITS_ONLY -> "Please use the keys of your telephone.";
                        case GOODBYE -> "Goodbye.";
                        case TIME_UP -> "Our time is up. Goodbye.";
                    });
            events.done(token, null);
        }

        @Override
        public void actionResult(long token, ActionResult result) {
            if (result.success()) {
                reply(token);
            } else {
                events.text(token, "That did not work: " + result.code().replace('_', ' ') + ".");
                events.done(token, null);
            }
        }

        @Override
        public void cancelled(long token, String heardText) {}

        @Override
        public void close() {
            events.closed();
        }
    }
}
