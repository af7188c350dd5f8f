package io.sidetone.core.mock;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A model with a fixed reply; {@link MockBehavior} switches tool calls, an error or slowness on. Who types to it can have
 * it invoke an action ({@link MockCommand}), or say what the caller sees ({@code look}).
 */
public final class MockDialogue implements DialogueModel {
    /** The word that makes the model say what the caller sees. */
    private static final String LOOK = "look";

    private static final Capabilities CAPABILITIES = new Capabilities("mock", true);

    private final MockBehavior behavior;
    private final ScheduledExecutorService timer;

    /**
     * Creates a model.
     *
     * @param timer runs delayed answers; may be null when {@code behavior} has no delay
     */
    public MockDialogue(MockBehavior behavior, ScheduledExecutorService timer) {
        if (behavior.delayMs() > 0 && timer == null) {
            throw new IllegalArgumentException(
                    "a mock model that thinks for " + behavior.delayMs() + " ms needs a timer");
        }
        this.behavior = behavior;
        this.timer = timer;
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        events.ready();
        return new Session(events);
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("mock");
    }

    private final class Session implements DialogueSession {
        private final DialogueEvents events;
        private String lastInput = "";
        private final List<String> failures = new ArrayList<>();
        private final Set<String> unanswered = new HashSet<>();
        private int invocations;
        private String view = "";
        private MockCommand command;
        private volatile String instructions = "";
        private volatile boolean closed;

        Session(DialogueEvents events) {
            this.events = events;
        }

        @Override
        public void respond(long token, UserInput input, History.Snapshot history) {
            lastInput = input.text();
            command = input.kind() == UserInput.Kind.TEXT ? MockCommand.of(lastInput) : null;
            if (behavior.delayMs() > 0) {
                timer.schedule(() -> answer(token), behavior.delayMs(), TimeUnit.MILLISECONDS);
            } else {
                answer(token);
            }
        }

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

        private void answer(long token) {
            if (closed) {
                return;
            }
            MockCommand typed = command;
            command = null;
            if (typed != null) {
                act(token, List.of(typed.action()), typed.parameters());
            } else if (!behavior.error().isEmpty()) {
                events.failed(token, new EngineFailure(behavior.error(), "the mock model was told to fail", false));
            } else if (!behavior.actions().isEmpty()) {
                act(token, behavior.actions(), parameters());
            } else {
                reply(token);
            }
        }

        private Map<String, Object> parameters() {
            Map<String, Object> parameters = new TreeMap<>();
            behavior.parameters().forEach((name, value) -> parameters.put(name, value.replace("%s", lastInput)));
            if (parameters.isEmpty()) {
                parameters.put("input", lastInput);
            }
            return parameters;
        }

        private void act(long token, List<String> actions, Map<String, Object> parameters) {
            List<ActionCall> calls = new ArrayList<>();
            synchronized (failures) {
                failures.clear();
                unanswered.clear();
                for (String action : actions) {
                    String id = "mock-" + ++invocations;
                    unanswered.add(id);
                    calls.add(new ActionCall(id, action, parameters, false));
                }
            }
            calls.forEach(call -> events.action(token, call));
        }

        private void reply(long token) {
            if (closed) {
                return;
            }
            String text = LOOK.equals(lastInput)
                    ? "You see: " + view
                    : behavior.reply().replace("%s", lastInput).replace("%i", instructions);
            events.text(token, text);
            events.done(token, null);
        }

        @Override
        public void narratedState(String text) {
            view = text;
        }

        @Override
        public void announce(long token, PromptReason occasion) {
            if (closed) {
                return;
            }
            events.text(
                    token,
                    switch (occasion) {
                        case GREETING -> behavior.greeting();
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
            String failed;
            synchronized (failures) {
                if (!unanswered.remove(result.invocationId())) {
                    return; // reported again when it has run after speech
                }
                if (!result.success()) {
                    failures.add(result.code().replace('_', ' '));
                }
                if (!unanswered.isEmpty()) {
                    return;
                }
                failed = String.join(", ", failures);
            }
            if (failed.isEmpty()) {
                reply(token);
            } else {
                sorry(token, failed);
            }
        }

        @Override
        public void lateResult(long token, ActionResult result) {
            sorry(token, result.code().replace('_', ' '));
        }

        private void sorry(long token, String why) {
            if (closed) {
                return;
            }
            events.text(token, "That did not work: " + why + ".");
            events.done(token, null);
        }

        @Override
        public void briefing(Instructions briefing) {
            instructions = briefing.instructions();
        }

        @Override
        public void cancelled(long token, String heardText, long heardMs) {}

        @Override
        public void spoken(long token) {}

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                events.closed();
            }
        }
    }
}
