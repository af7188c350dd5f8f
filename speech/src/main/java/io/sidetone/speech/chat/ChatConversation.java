package io.sidetone.speech.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.output.FinishReason;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.speech.dialogue.DialogueConversation;
import io.sidetone.speech.dialogue.SpokenText;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conversation of one call with its model. At most one request is under way: a new turn replaces the one before.
 * One event loop.
 */
final class ChatConversation implements DialogueConversation {
    private static final Logger LOG = LoggerFactory.getLogger(ChatConversation.class);

    /** Arguments with anything behind the object are no arguments: a part of them may be another call. */
    private static final ObjectReader ARGUMENTS = new ObjectMapper()
            .readerFor(new TypeReference<Map<String, Object>>() {})
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final String SAID_NOTHING = "[You said nothing. Say your answer to the caller.]";
    private static final String CALL_AS_TEXT =
            "[You wrote the call of an action as text, so nothing was done. Call the action itself, or say your answer.]";

    private static final int IDS_KEPT = 4_000;
    private static final int RETRY_MIN_MS = 50;
    private static final int RETRY_MAX_MS = 250;

    private final ChatStream.Line line;
    private final DialogueEvents events;
    private final Fence fence;
    private final ActionInvoker actions;
    private final LongSupplier ids;
    private final SplittableRandom random;
    private final ChatMemory memory;
    private final ChatSentences sentences;
    private final Set<String> usedIds = new HashSet<>();
    private final List<ActionDefinition> given;
    private List<ActionDefinition> callActions;
    private List<ActionDefinition> describedActions = List.of();
    private List<ToolSpecification> described;
    private ChatTurn turn;

    /**
     * Begins the conversation.
     *
     * @param ids source of ids, unique within the process, for actions that a service left without one
     * @param seed seeds the delay before a second attempt
     * @param texts what the agent's texts say of a call
     * @param call the call
     */
    ChatConversation(
            ChatStream.Line line,
            DialogueEvents events,
            Fence fence,
            ActionInvoker actions,
            LongSupplier ids,
            long seed,
            CallTexts texts,
            CallTexts.Subject call) {
        this.line = line;
        this.events = events;
        this.fence = fence;
        this.actions = actions;
        this.ids = ids;
        this.random = new SplittableRandom(seed);
        this.memory = new ChatMemory(line.settings(), texts, call);
        this.sentences = line.settings().sentences().filled(texts, call);
        this.given = call.facts().terms().tools();
        this.callActions = given;
    }

    @Override
    public void begin() {
        events.ready();
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        memory.history(history, input.kind() == UserInput.Kind.DIGITS);
        begin(token, "");
    }

    /**
     * Begins an answer while the caller may still continue: the memory keeps its parts only until the turn is confirmed
     * or dropped.
     */
    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        memory.attempt(token);
        respond(token, input, history);
    }

    @Override
    public void adopted(long token) {
        memory.keep(token);
    }

    @Override
    public void discarded(long token) {
        memory.forget(token);
        if (turn != null && turn.token == token) {
            stop();
        }
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        String sentence = sentences.of(occasion);
        if (!sentence.isBlank()) {
            stop();
            if (!fence.isDead(token)) {
                turn = new ChatTurn(token, "", this::spokenText);
                publish(sentence);
                done();
            }
            return;
        }
        begin(
                token,
                occasion == PromptReason.GREETING
                        ? "[The call has just been answered. Greet the caller.]"
                        : "[Say what fits: " + occasion.name().toLowerCase(Locale.ROOT) + ".]");
    }

    private void begin(long token, String note) {
        stop();
        if (!fence.isDead(token)) {
            turn = new ChatTurn(token, note, this::spokenText);
            ask();
        }
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        ToolRound waiting = memory.waiting(result.invocationId());
        ToolRound round = memory.result(result);
        boolean due = turn != null
                && turn.token == token
                && waiting != null
                && turn.waiting == round
                && round.complete()
                && !fence.isDead(token);
        if (due) {
            goOn(round);
        }
    }

    /** Asks the model again: all its actions are answered. */
    private void goOn(ToolRound round) {
        turn.waiting = null;
        if (round.last() || round.scheduled() && !turn.mute()) {
            done();
        } else {
            turn.nextAnswer();
            ask();
        }
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        ToolRound round = memory.result(result);
        String name = round == null ? "something" : round.name(result.invocationId());
        begin(
                token,
                "[" + name + ", which was to be done when you had finished speaking, "
                        + (result.success() ? "is done: " : "has failed: ") + ToolRound.json(result)
                        + " Tell the caller.]");
    }

    @Override
    public void narratedState(String text) {
        memory.view(text);
    }

    @Override
    public void briefing(Instructions briefing) {
        memory.instructions(briefing.instructions());
        callActions = Stream.concat(briefing.actions().stream(), given.stream()).toList();
        described = null;
    }

    @Override
    public void cancelled(long token, String heard, long heardMs) {
        memory.heard(token, heard);
        if (turn != null && turn.token == token) {
            stop();
        }
    }

    @Override
    public void spoken(long token) {}

    /** Drops the turn; cancels its request, if one is under way, at once. */
    @Override
    public void stop() {
        if (turn != null && turn.stream != null) {
            turn.stream.cancel();
            line.http().warm(line.settings().access().url());
        }
        turn = null;
    }

    /** Ends the conversation; only connections that other calls can use stay open. */
    @Override
    public void close() {
        if (turn != null && turn.stream != null) {
            turn.stream.cancel();
        }
        turn = null;
        line.http().cancel();
    }

    // ---- the model's side -------------------------------------------------------------------------------------------

    private void ask() {
        ChatTurn asking = turn;
        ChatStream stream = new ChatStream(
                line,
                ChatModels.request(line.settings(), memory.messages(asking.token, asking.note, asking.hint), tools()),
                memory.edits(asking.token),
                random.nextInt(RETRY_MIN_MS, RETRY_MAX_MS),
                new Answer(asking));
        asking.stream = stream;
        stream.begin();
        // Calls share the waiting connections, so the next request need not open one during its turn.
        line.http().warm(line.settings().access().url());
    }

    /** Returns the tools; builds their descriptions again only after a change. */
    private List<ToolSpecification> tools() {
        List<ActionDefinition> known = actions.definitions();
        if (described == null || !known.equals(describedActions)) {
            describedActions = known;
            described = ToolSpecs.of(known, callActions);
        }
        return described;
    }

    private SpokenText spokenText() {
        Set<String> names = new HashSet<>();
        tools().forEach(tool -> names.add(tool.name()));
        return new SpokenText(names, line.unmarked());
    }

    /** Receives the answer of one turn; ignores it when the turn is no longer the present one. */
    private final class Answer implements ChatStream.Listener {
        private final ChatTurn of;

        Answer(ChatTurn of) {
            this.of = of;
        }

        @Override
        public void text(String piece) {
            if (present()) {
                publish(of.spoken.add(piece));
            }
        }

        @Override
        public void complete(AiMessage answer, FinishReason why, ChatEvents seen) {
            of.stream = null;
            if (present()) {
                publish(of.spoken.end());
                ChatConversation.this.complete(answer, why, seen);
            }
        }

        @Override
        public void failed(EngineFailure failure) {
            of.stream = null;
            if (present()) {
                long token = of.token;
                turn = null;
                events.failed(token, failure);
            }
        }

        private boolean present() {
            boolean dead = turn != of || fence.isDead(of.token);
            if (dead) {
                line.meter().lateDropped.increment();
            }
            return !dead;
        }
    }

    private void publish(String text) {
        if (!text.isEmpty()) {
            String piece = turn.say(text);
            memory.said(turn.token, turn.said.toString());
            events.text(turn.token, piece);
        }
    }

    private void complete(AiMessage answer, FinishReason why, ChatEvents seen) {
        if (answer.hasToolExecutionRequests() && why != FinishReason.LENGTH) {
            act(answer, seen.extras());
        } else if (turn.spoken.called() && !turn.again) {
            askAgain(CALL_AS_TEXT);
        } else if (!turn.answerMute()) {
            done();
        } else if (turn.rounds == 0 && why == FinishReason.LENGTH) {
            fail(
                    "rejected",
                    "used up its tokens before it said anything; raise engines."
                            + line.settings().access().name() + ".options.max-tokens, or lower its reasoning-effort");
        } else if (turn.rounds == 0 && (seen.refused() || why == FinishReason.CONTENT_FILTER)) {
            fail("rejected", "declined to answer: its content filter stopped it");
        } else if (!turn.again) {
            askAgain(SAID_NOTHING);
        } else {
            LOG.warn(
                    "engine {} ended an answer without words or actions, twice: {}",
                    line.settings().access().name(),
                    seen.reason());
            publish(turn.rounds > 0 && memory.succeeded(turn.token) ? sentences.done() : sentences.noAnswer());
            done();
        }
    }

    /** The model said nothing that can be spoken; an action that it asks for once more is not carried out again. */
    private void askAgain(String hint) {
        turn.again = true;
        turn.hint = hint;
        turn.nextAnswer();
        turn.rounds--;
        ask();
        turn.hint = "";
    }

    private void fail(String code, String what) {
        long token = turn.token;
        turn = null;
        line.meter().failures.increment();
        events.failed(
                token,
                EngineFailure.ofRequest(
                        code, "engine " + line.settings().access().name() + " " + what));
    }

    private void done() {
        long token = turn.token;
        turn.stream = null;
        int maxDigits = line.settings().limits().maxDigits();
        events.done(token, new ListenHint("", maxDigits, '#'));
    }

    // ---- actions ----------------------------------------------------------------------------------------------------

    private void act(AiMessage answer, AnswerExtras extras) {
        if (turn.rounds >= line.settings().limits().maxRounds()) {
            fail("broken", "asks for actions without end: " + turn.rounds + " times in one turn; see its prompt");
            return;
        }
        ToolRound round = new ToolRound(turn.token, turn.answer(), answer, extras);
        memory.add(round);
        turn.waiting = round;
        ChatTurn acting = turn;
        boolean hangsUp = false;
        for (ToolExecutionRequest toolCall : answer.toolExecutionRequests()) {
            hangsUp |= requestAction(round, toolCall);
        }
        if (hangsUp && acting.mute()) {
            // The caller must not be left without an answer.
            publish(sentences.goodbye());
        }
        if (turn == acting && round.complete()) {
            goOn(round);
        }
    }

    /** Asks the lane for one action; returns whether the action ends the call. */
    private boolean requestAction(ToolRound round, ToolExecutionRequest toolCall) {
        String given = toolCall.id();
        if (usedIds.size() >= IDS_KEPT) {
            usedIds.clear();
        }
        boolean usable = given != null && !given.isBlank() && usedIds.add(given);
        String id = usable ? given : "call_" + Long.toString(ids.getAsLong(), 36);
        String known = line.settings().provider() == ChatProvider.GEMINI ? given : id;
        ToolExecutionRequest request = toolCall.toBuilder().id(known).build();
        Map<String, Object> parameters = parameters(toolCall.arguments());
        String name = toolCall.name() == null ? "" : toolCall.name();
        if (parameters == null) {
            round.add(request.toBuilder().arguments("{}").build(), new ActionCall(id, name, Map.of(), false));
            round.result(ActionResult.failure(
                    id,
                    ActionResult.INVALID_PARAMETERS,
                    "the arguments must be one JSON object with nothing behind it; nothing was done"));
            return false;
        }
        ActionCall call = terms(new ActionCall(id, name, parameters, ActionCall.HANG_UP.equals(name)));
        ActionResult before = !turn.again ? null : memory.resultOf(turn.token, call);
        round.add(request, call);
        if (before != null) {
            round.result(before);
            return false;
        }
        boolean hangsUp = ActionCall.HANG_UP.equals(name);
        if (hangsUp) {
            // The lane carries it out without sending a result.
            round.result(ToolRound.afterSpeech(id));
        }
        events.action(turn.token, call);
        return hangsUp;
    }

    private ActionCall terms(ActionCall call) {
        for (ActionDefinition definition : callActions) {
            if (definition.name().equals(call.action())) {
                return actions.onTerms(new ActionCall(
                        call.invocationId(),
                        call.action(),
                        call.parameters(),
                        definition.afterSpeech(),
                        definition.followUp(),
                        definition.deadlineMs()));
            }
        }
        return actions.onTerms(call);
    }

    private static Map<String, Object> parameters(String arguments) {
        if (arguments == null || arguments.isBlank()) {
            return Map.of();
        }
        try {
            return ARGUMENTS.readValue(arguments);
        } catch (JsonProcessingException notAnObject) {
            return null;
        }
    }
}
