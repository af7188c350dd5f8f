package io.sidetone.speech.embedded.flow;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The state of one call in its flow.
 *
 * <p>When a turn is cancelled before the caller heard any of it, the next input may continue the input before it, so it
 * is read in the state in which that input was read. When a goodbye is interrupted, the call continues in the state
 * before it. The answer after an action is repeated when the caller did not hear it. One thread at a time.
 */
final class FlowConversation {
    private static final char TERMINATOR = '#';

    private final Flow flow;
    private final String greeting;
    private final Fence fence;
    private final Map<String, String> slots = new HashMap<>();
    private final Set<String> visited = new HashSet<>();
    private FlowState state;
    private int noMatches;
    private int noInputs;
    private int invocations;
    private String lastText = "";

    /** The present turn, and the call's state before it. */
    private long turn = Token.NONE;

    private Standing before;
    private boolean unheard;
    private boolean ending;

    private Pending pending;

    /** The last answered action; it may still fail when it waits for the end of speech. */
    private Pending late;

    /** The answer after an action, until the caller has heard it. */
    private String news = "";

    private long newsTurn = Token.NONE;

    FlowConversation(Flow flow, String greeting, Fence fence) {
        this.flow = flow;
        this.greeting = greeting;
        this.fence = fence;
        this.state = flow.states().get(flow.start());
        this.before = standing();
    }

    private FlowConversation(FlowConversation other) {
        this(other.flow, other.greeting, other.fence);
        slots.putAll(other.slots);
        visited.addAll(other.visited);
        state = other.state;
        noMatches = other.noMatches;
        noInputs = other.noInputs;
        invocations = other.invocations;
        lastText = other.lastText;
        turn = other.turn;
        before = other.before;
        unheard = other.unheard;
        ending = other.ending;
        pending = other.pending;
        late = other.late;
        news = other.news;
        newsTurn = other.newsTurn;
    }

    /** Returns a conversation at the same place, on which a step can be tried. */
    FlowConversation copy() {
        return new FlowConversation(this);
    }

    /** A place in the flow. */
    private record Standing(FlowState state, Map<String, String> slots) {}

    /** An action that is running. */
    private record Pending(long token, String invocationId, ActionRequest request) {}

    private Standing standing() {
        return new Standing(state, Map.copyOf(slots));
    }

    private void stand(Standing standing) {
        state = standing.state;
        slots.clear();
        slots.putAll(standing.slots);
    }

    void respond(long token, UserInput input, DialogueEvents events) {
        if (fence.isDead(token)) {
            return;
        }
        FlowState.Meaning meaning = meaning(input);
        unheard = false;
        before = standing();
        begin(token);
        if (meaning == null) {
            escalate(token, state.noMatch(), noMatches++, events);
            return;
        }
        noMatches = 0;
        noInputs = 0;
        perform(token, meaning, events);
    }

    private FlowState.Meaning meaning(UserInput input) {
        if (input.kind() == UserInput.Kind.DIGITS) {
            return state.keyed(input.text());
        }
        if (input.kind() == UserInput.Kind.TEXT) {
            FlowState.Meaning number = state.number(input.text().replaceAll("[\\s-]+", ""));
            if (number != null) {
                return number;
            }
        }
        List<String> words = words(input.text());
        if (unheard) {
            FlowState.Meaning continued = before.state.exactly(words);
            if (continued != null) {
                stand(before);
                return continued;
            }
        }
        FlowState.Meaning exact = state.exactly(words);
        return exact != null ? exact : state.within(words);
    }

    /** Splits text into words as the grammars write them, whether it was recognized or typed. */
    static List<String> words(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('\u2019', '\'').replaceAll("[^a-z']+", " ");
        return plain.isBlank() ? List.of() : List.of(plain.strip().split(" "));
    }

    private void begin(long token) {
        turn = token;
        ending = false;
    }

    private void perform(long token, FlowState.Meaning meaning, DialogueEvents events) {
        Intent intent = meaning.intent();
        switch (intent.kind()) {
            case REPEAT -> say(token, lastText.isEmpty() ? question() : lastText, events);
            case END ->
                end(
                        token,
                        intent.outcome().answer().isEmpty()
                                ? flow.goodbye()
                                : intent.outcome().answer(),
                        events);
            case ANSWER -> {
                intent.outcome().forget().forEach(slots::remove);
                slots.putAll(meaning.values());
                if (intent.action() == null) {
                    follow(token, intent.outcome(), "", Map.of(), events);
                } else {
                    invoke(token, intent, events);
                }
            }
            default -> throw new IllegalStateException("no intent kind " + intent.kind());
        }
    }

    private void invoke(long token, Intent intent, DialogueEvents events) {
        String first = Template.fill(intent.outcome().answer(), spoken());
        if (!first.isEmpty()) {
            events.text(token, first + " ");
        }
        // Sorted: a journal of the same call is the same in every process.
        Map<String, Object> parameters = new TreeMap<>();
        intent.action().parameters().forEach((name, template) -> parameters.put(name, Template.fill(template, slots)));
        pending = new Pending(token, flow.name() + "-" + ++invocations, intent.action());
        events.action(
                token,
                new ActionCall(
                        pending.invocationId, intent.action().name(), Collections.unmodifiableMap(parameters), false));
    }

    void actionResult(long token, ActionResult result, DialogueEvents events) {
        if (pending == null || pending.token != token || !pending.invocationId.equals(result.invocationId())) {
            return; // late: the turn it belongs to is over
        }
        if (ActionResult.CANCELLED.equals(result.code())) {
            pending = null;
            return; // it was never carried out: the caller went on before
        }
        done(token, pending.request, result, events);
        pending = null;
    }

    /** Handles the late failure of an action that waited for the end of speech. */
    void lateResult(long token, ActionResult result, DialogueEvents events) {
        before = standing();
        begin(token);
        if (late == null || !late.invocationId.equals(result.invocationId())) {
            publish(token, "", events);
            return;
        }
        ActionRequest request = late.request;
        late = null;
        done(token, request, result, events);
    }

    private void done(long token, ActionRequest request, ActionResult result, DialogueEvents events) {
        late = pending;
        Intent.Outcome outcome = result.success() ? request.done() : request.failed();
        Map<String, String> results = new HashMap<>();
        result.values().forEach((name, value) -> results.put("result." + name, String.valueOf(value)));
        Map<String, String> names = new HashMap<>(spoken());
        names.putAll(results);
        news = Template.fill(outcome.answer(), names);
        newsTurn = token;
        outcome.forget().forEach(slots::remove);
        follow(token, outcome, news, results, events);
    }

    /** Moves to the next state of {@code outcome}; says its answer, then the question of that state. */
    private void follow(
            long token,
            Intent.Outcome outcome,
            String filledAnswer,
            Map<String, String> results,
            DialogueEvents events) {
        Map<String, String> names = new HashMap<>(spoken());
        names.putAll(results);
        String answer = filledAnswer.isEmpty() ? Template.fill(outcome.answer(), names) : filledAnswer;
        boolean moves = !outcome.next().isEmpty();
        if (moves) {
            state = flow.states().get(outcome.next());
        }
        pass();
        String question = moves || answer.isEmpty() || !state.again().isEmpty() ? question() : "";
        if (fence.isDead(token)) {
            return; // the result of an action whose turn was cancelled: the call moves on, the news waits
        }
        say(token, Template.join(answer, question), events);
    }

    /** Skips states whose question is already answered. */
    private void pass() {
        for (int hops = 0; hops < flow.states().size(); hops++) {
            if (state.asks().isEmpty() || !slots.containsKey(state.asks())) {
                return;
            }
            state = flow.states().get(state.then());
        }
    }

    private String question() {
        boolean again = !visited.add(state.name()) && !state.again().isEmpty();
        return Template.fill(again ? state.again() : state.prompt(), spoken());
    }

    void announce(long token, PromptReason occasion, DialogueEvents events) {
        if (fence.isDead(token)) {
            return;
        }
        unheard = false;
        before = standing();
        begin(token);
        switch (occasion) {
            case GREETING -> say(token, Template.join(greeting, question()), events);
            case NO_MATCH -> escalate(token, state.noMatch(), noMatches++, events);
            case NO_INPUT -> escalate(token, state.noInput(), noInputs++, events);
            case DIGITS_ONLY ->
                publish(token, Template.join(flow.digitsOnly(), Template.fill(state.keysPrompt(), spoken())), events);
            case GOODBYE -> publish(token, Template.fill(flow.goodbye(), spoken()), events);
            case TIME_UP ->
                publish(token, Template.fill(Template.join(flow.timeUp(), flow.goodbye()), spoken()), events);
            default -> throw new IllegalStateException("no occasion " + occasion);
        }
    }

    /** Repeats the question, a little differently each time, and finally says goodbye. */
    private void escalate(long token, List<String> templates, int times, DialogueEvents events) {
        if (times >= templates.size()) {
            end(token, Template.join(flow.giveUp(), flow.goodbye()), events);
            return;
        }
        Map<String, String> names = new HashMap<>(spoken());
        names.put("prompt", Template.fill(state.prompt(), spoken()));
        names.put("keys", Template.fill(state.keysPrompt(), spoken()));
        publish(token, Template.fill(templates.get(times), names), events);
    }

    private void end(long token, String template, DialogueEvents events) {
        ending = true;
        events.text(token, withNews(token, Template.fill(template, spoken())));
        events.action(token, new ActionCall(flow.name() + "-" + ++invocations, ActionCall.HANG_UP, Map.of(), true));
        events.done(token, hint());
    }

    private void say(long token, String text, DialogueEvents events) {
        lastText = text;
        publish(token, text, events);
    }

    private void publish(long token, String text, DialogueEvents events) {
        events.text(token, withNews(token, text));
        events.done(token, hint());
    }

    private String withNews(long token, String text) {
        if (news.isEmpty() || newsTurn == token) {
            return text;
        }
        newsTurn = token;
        return Template.join(news, text);
    }

    private ListenHint hint() {
        String grammar = state.speakable() ? flow.grammarName(state.name()) : "";
        return new ListenHint(grammar, state.maxDigits(), TERMINATOR, flow.secrecy(state));
    }

    private Map<String, String> spoken() {
        Map<String, String> spoken = new HashMap<>();
        slots.forEach((slot, value) -> spoken.put(
                slot,
                flow.numbers().containsKey(slot)
                        ? KeyedNumber.spoken(value)
                        : flow.lists().get(slot).entries().get(value).speak()));
        return spoken;
    }

    /** Handles a cancelled turn; the caller heard the part {@code heard}. */
    void cancelled(long token, String heard) {
        if (token == newsTurn && heard.length() >= news.length()) {
            news = "";
        }
        if (token != turn) {
            return;
        }
        if (ending) {
            stand(before);
            ending = false;
        } else if (heard.isBlank() && newsTurn != token) {
            unheard = true;
        }
    }

    /** Handles a turn that was spoken to its end. */
    void spoken(long token) {
        if (token == newsTurn) {
            news = "";
        }
    }
}
