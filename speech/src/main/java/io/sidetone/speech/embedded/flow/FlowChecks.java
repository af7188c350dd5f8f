package io.sidetone.speech.embedded.flow;

import io.sidetone.core.port.action.ActionCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the relations between the parts of a flow: states exist and are reached; slots, keys and phrases are
 * unambiguous.
 */
final class FlowChecks {
    private final Flow flow;
    private final List<String> problems;
    private final Set<String> inMessages = new LinkedHashSet<>();
    private final Set<String> inParameters = new LinkedHashSet<>();
    private final Set<String> reported = new HashSet<>();

    FlowChecks(Flow flow, List<String> problems) {
        this.flow = flow;
        this.problems = problems;
    }

    void run() {
        inMessages.addAll(flow.lists().keySet());
        inParameters.addAll(flow.lists().keySet());
        flow.numbers().forEach((name, number) -> {
            inParameters.add(name);
            if (!number.secret()) {
                inMessages.add(name);
            }
        });
        checkState("start", flow.start());
        checkTemplate("greeting", flow.greeting(), Set.of());
        checkTemplate("goodbye", flow.goodbye(), inMessages);
        checkTemplate("give-up", flow.giveUp(), inMessages);
        checkTemplate("time-up", flow.timeUp(), inMessages);
        checkTemplate("digits-only", flow.digitsOnly(), inMessages);
        flow.states().values().forEach(this::check);
        if (flow.states().containsKey(flow.start())) {
            checkReached();
        }
    }

    private void problem(String path, String what) {
        if (reported.add(path + what)) {
            problems.add(path + ": " + what);
        }
    }

    private void check(FlowState state) {
        String path = "states." + state.name();
        checkTemplate(path + ".prompt", state.prompt(), inMessages);
        checkTemplate(path + ".again", state.again(), inMessages);
        checkTemplate(path + ".keys", state.keysPrompt(), inMessages);
        Set<String> escalating = new LinkedHashSet<>(inMessages);
        escalating.addAll(List.of("prompt", "keys"));
        state.noMatch().forEach(text -> checkTemplate(path + ".no-match", text, escalating));
        state.noInput().forEach(text -> checkTemplate(path + ".no-input", text, escalating));
        if (!state.asks().isEmpty()) {
            boolean number = state.intents().stream()
                    .anyMatch(intent -> intent.number() != null && intent.name().equals(state.asks()));
            if (!number && !flow.lists().containsKey(state.asks())) {
                problem(
                        path + ".asks",
                        "there is no list \"" + state.asks() + "\""
                                + Nearest.remedy(state.asks(), flow.lists().keySet(), "write it under lists"));
            }
            if (state.then().isEmpty()) {
                problem(path + ".then", "is missing; name the state to go to when " + state.asks() + " is known");
            }
        } else if (!state.then().isEmpty()) {
            problem(path + ".asks", "is missing, and then needs it; name the list the state asks for");
        }
        checkState(path + ".then", state.then());
        // Nobody listens while a secret is keyed; the recognizer still begins with the grammar of the first state.
        if (!state.speakable() && (!state.secret() || state.name().equals(flow.start()))) {
            problem(path + ".hear", "nothing can be said here; write at least one say");
        }
        checkIntents(state, path);
        checkNumbers(state, path);
    }

    private void checkNumbers(FlowState state, String path) {
        List<Intent> taking = state.intents().stream()
                .filter(intent -> intent.number() != null)
                .toList();
        if (taking.size() > 1) {
            problem(
                    path + ".hear." + taking.get(1).name() + ".digits",
                    taking.get(0).name() + " takes a number here too; ask for one number in a state");
        }
        if (!state.secret()) {
            return;
        }
        for (Intent intent : state.intents()) {
            boolean keyed = intent.keysOf() != null || intent.key().chars().anyMatch(Character::isDigit);
            if (keyed) {
                problem(
                        path + ".hear." + intent.name() + (intent.keysOf() == null ? ".key" : ".keys-of"),
                        "digits are secret here and cannot be told apart; use the key *, or "
                                + (own(state, intent)
                                        ? "ask in a state of its own"
                                        : "move it from everywhere to hear of the other states"));
            }
        }
    }

    private void checkIntents(FlowState state, String path) {
        Map<String, String> keys = new HashMap<>();
        Map<Phrase, String> phrases = new HashMap<>();
        Set<String> results = new LinkedHashSet<>(inMessages);
        results.add("result.*");
        for (Intent intent : state.intents()) {
            String at = path + ".hear." + intent.name();
            for (Phrase phrase : intent.phrases()) {
                String other = phrases.putIfAbsent(phrase, intent.name());
                if (other != null) {
                    problem(at + ".say", "the same phrase stands under " + other + "; remove one of them");
                }
            }
            String other = intent.key().isEmpty() ? null : keys.putIfAbsent(intent.key(), at);
            if (other != null && intent.kind() == Intent.Kind.ANSWER && own(state, intent)) {
                problem(at + ".key", intent.key() + " is the key of " + other + " too; give each its own");
            }
            checkOutcome(at, intent.outcome(), inMessages);
            if (intent.action() != null) {
                checkOutcome(at + ".done", intent.action().done(), results);
                checkOutcome(at + ".failed", intent.action().failed(), results);
                intent.action()
                        .parameters()
                        .forEach((name, template) -> checkTemplate(
                                at + ".with." + name,
                                template,
                                ActionCall.ofCall(intent.action().name()) ? inMessages : inParameters));
            }
        }
    }

    /** Returns whether no other state has the intent: intents of everywhere may yield to a state's own keys. */
    private boolean own(FlowState state, Intent intent) {
        return flow.states().values().stream()
                .noneMatch(other -> other != state
                        && other.intents().stream()
                                .anyMatch(i -> i.name().equals(intent.name())
                                        && i.outcome().equals(intent.outcome())));
    }

    private void checkOutcome(String path, Intent.Outcome outcome, Set<String> names) {
        checkTemplate(path + ".answer", outcome.answer(), names);
        checkState(path + ".next", outcome.next());
        for (String slot : outcome.forget()) {
            if (!inParameters.contains(slot)) {
                problem(
                        path + ".forget",
                        "there is no list \"" + slot + "\"" + Nearest.remedy(slot, inParameters, "remove it"));
            }
        }
    }

    private void checkState(String path, String state) {
        if (!state.isEmpty() && !flow.states().containsKey(state)) {
            problem(
                    path,
                    "there is no state \"" + state + "\""
                            + Nearest.remedy(state, flow.states().keySet(), "write it under states"));
        }
    }

    private void checkTemplate(String path, String template, Set<String> names) {
        Template.eachName(template, name -> {
            boolean known = names.contains(name) || name.startsWith("result.") && names.contains("result.*");
            if (!known && inParameters.contains(name)) {
                problem(
                        path,
                        "{" + name + "} is secret, and what stands here is spoken or kept; remove it, or give it to an"
                                + " action of your own in with");
            } else if (!known) {
                problem(
                        path,
                        "nothing is known as {" + name + "}"
                                + Nearest.remedy(name, names, "use the name of a list, or remove it"));
            }
        });
    }

    private void checkReached() {
        Set<String> reached = new HashSet<>(Set.of(flow.start()));
        Deque<String> left = new ArrayDeque<>(reached);
        while (!left.isEmpty()) {
            FlowState state = flow.states().get(left.poll());
            Set<String> next = new LinkedHashSet<>(Set.of(state.then()));
            for (Intent intent : state.intents()) {
                next.add(intent.outcome().next());
                if (intent.action() != null) {
                    next.add(intent.action().done().next());
                    next.add(intent.action().failed().next());
                }
            }
            for (String name : next) {
                if (flow.states().containsKey(name) && reached.add(name)) {
                    left.add(name);
                }
            }
        }
        for (String name : flow.states().keySet()) {
            if (!reached.contains(name)) {
                problem("states." + name, "nothing leads here; name it as next or then of another state, or remove it");
            }
        }
    }
}
