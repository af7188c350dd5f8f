package io.sidetone.speech.realtime;

import static io.sidetone.core.realtime.RealtimeFields.CODE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.realtime.ItemTypes;
import io.sidetone.core.realtime.ResponseStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The model's answers and requests for actions, turn by turn. Event loop only. */
final class ResponseFlow {
    private static final int TURNS_KEPT = 8;
    private static final int MOST_MALFORMED = 2;

    private final RealtimeCall call;
    private final Map<Long, AgentTurn> turns = new LinkedHashMap<>();
    private final ConversationItems recollection = new ConversationItems();
    private Reply unclaimed;
    private AgentTurn prepared;
    private AgentTurn last;
    private String view = "";
    private Instructions briefing = new Instructions("", List.of());

    ResponseFlow(RealtimeCall call) {
        this.call = call;
    }

    ConversationItems recollection() {
        return recollection;
    }

    AgentTurn turn(long token) {
        AgentTurn known = turns.get(token);
        if (known != null) {
            return known;
        }
        AgentTurn turn = new AgentTurn(call, token);
        turns.put(token, turn);
        if (turns.size() > TURNS_KEPT) {
            turns.remove(turns.keySet().iterator().next());
        }
        last = turn;
        recollection.begin(token);
        return turn;
    }

    /** Returns whether a turn of the agent is under way or being played. */
    boolean going() {
        return last != null && last.going();
    }

    // ---- requests of the call ---------------------------------------------------------------------------------------

    /** The caller has spoken: requests the answer before a turn claims it. */
    void eager() {
        if (!going() && unclaimed == null && prepared == null) {
            unclaimed = answer();
            call.replies().order(unclaimed);
        }
    }

    private Reply answer() {
        String key = call.nextKey();
        return new Reply(key, ClientEvents.answer(key), true, true);
    }

    /** Drops the present answer, which no turn will claim. */
    void discardUnclaimed() {
        if (unclaimed != null) {
            Reply reply = unclaimed;
            unclaimed = null;
            call.replies().cancel(reply);
            reply.items.forEach(item -> call.send(ClientEvents.truncate(item.id(), 0)));
        }
    }

    void respond(long token, UserInput input, History.Snapshot history) {
        AgentTurn turn = turn(token);
        recollection.snapshot(history);
        if (call.online()) {
            recollection.earlier().forEach(call::send);
        }
        if (turn.dead()) {
            return;
        }
        boolean spoken = input.kind() == UserInput.Kind.SPEECH;
        if (spoken && unclaimed != null) {
            Reply reply = unclaimed;
            unclaimed = null;
            call.heardAnswered();
            turn.asked = true;
            claim(turn, reply);
            return;
        }
        discardUnclaimed();
        boolean inConversation = spoken && call.heardAnswered();
        if (!turn.asked && !inConversation && !input.text().isBlank()) {
            String words = input.kind() == UserInput.Kind.DIGITS ? "Keys pressed: " + input.text() : input.text();
            call.send(ClientEvents.message(ItemTypes.USER, words, null));
        }
        turn.asked = true;
        goOn(turn);
    }

    /** Asks for the answer to what the caller seems to have said; {@link #adopted} or {@link #discarded} follows. */
    void prepare(long token, UserInput input, History.Snapshot history) {
        respond(token, input, history);
        prepared = turn(token);
    }

    /** It was what the caller said. */
    void adopted(long token) {
        if (prepared != null && prepared.token == token) {
            prepared = null;
        }
    }

    /** It was not: nobody hears the answer, and what the caller said is still to be answered. */
    void discarded(long token) {
        adopted(token);
        AgentTurn turn = turn(token);
        List.copyOf(turn.outstanding)
                .forEach(id -> publish(turn, ActionResult.failure(id, ActionResult.CANCELLED, "the caller went on")));
        call.heardUnanswered();
        cancelled(token, "", 0);
    }

    private void goOn(AgentTurn turn) {
        Reply reply = answer();
        turn.bind(reply);
        call.replies().order(reply);
    }

    private void claim(AgentTurn turn, Reply reply) {
        turn.bind(reply);
        if (reply.text.length() > 0) {
            call.said(turn.token, reply.text.toString());
        }
        if (reply.finished) {
            conclude(turn, reply);
        }
    }

    void announce(long token, String sentence) {
        AgentTurn turn = turn(token);
        discardUnclaimed();
        if (sentence.isBlank()) {
            call.done(token);
            return;
        }
        String key = call.nextKey();
        Reply reply = new Reply(key, ClientEvents.sentence(key, sentence, true), true, true);
        turn.asked = true;
        turn.bind(reply);
        call.replies().order(reply);
    }

    String sentence(PromptReason occasion) {
        String sentence = call.instructions().sentences().getOrDefault(occasion, "");
        return occasion == PromptReason.GREETING
                ? call.instructions()
                        .texts()
                        .greeting(CallTemplate.of(sentence), call.context().subject())
                : sentence;
    }

    void actionResult(long token, ActionResult result) {
        AgentTurn turn = turn(token);
        String id = result.invocationId();
        boolean pending = turn.outstanding.remove(id);
        publish(turn, result);
        if (!pending || !turn.outstanding.isEmpty() || turn.dead()) {
            return;
        }
        boolean saysItAlready = result.scheduled() && !turn.text().isEmpty();
        if (saysItAlready) {
            call.done(token);
        } else {
            goOn(turn);
        }
    }

    void lateResult(long token, ActionResult result) {
        AgentTurn turn = turn(token);
        discardUnclaimed();
        publish(turn, result);
        goOn(turn);
    }

    /** The first report on a function call is its output; a later one is a notice. */
    private void publish(AgentTurn turn, ActionResult result) {
        String id = result.invocationId();
        AgentTurn asking = turns.values().stream()
                .filter(each -> each.answered.contains(id) || each.requested(id))
                .findFirst()
                .orElse(turn);
        String words = json(result);
        if (asking.requested(id) && asking.answered.add(id)) {
            call.send(ClientEvents.functionOutput(id, words));
        } else {
            call.send(ClientEvents.message(ItemTypes.SYSTEM, "Result of the action " + id + ": " + words, null));
        }
    }

    private static String json(ActionResult result) {
        ObjectNode node = ClientEvents.JSON.createObjectNode();
        node.put("success", result.success()).put(CODE, result.code());
        result.values().forEach((name, value) -> node.set(name, ClientEvents.JSON.valueToTree(value)));
        return node.toString();
    }

    /** The turn was cancelled when the caller had heard {@code heardMs} of its audio. */
    void cancelled(long token, String heard, long heardMs) {
        AgentTurn turn = turns.get(token);
        if (turn == null || turn.ended) {
            return;
        }
        turn.ended = true;
        turn.cancel();
        boolean known = turn.cuttable();
        turn.cutAt(heardMs, (item, ms) -> call.send(ClientEvents.truncate(item, ms)));
        recollection.said(token, heard, true);
        if (!known) {
            remind(heard.isBlank() ? "" : heard + " …");
        }
    }

    /** The turn was played to its end. */
    void spoken(long token) {
        AgentTurn turn = turns.get(token);
        if (turn == null || turn.ended) {
            return;
        }
        turn.ended = true;
        boolean known = turn.cuttable() || turn.replies.isEmpty();
        turn.release();
        recollection.said(token, turn.text(), false);
        if (!known) {
            remind(turn.text());
        }
    }

    /** Reports to the service what began on another connection and ended on this one. */
    private void remind(String text) {
        if (!text.isBlank()) {
            call.send(ClientEvents.message(ItemTypes.ASSISTANT, text, null));
        }
    }

    /** Every turn up to {@code throughToken} has ended; how much of them was heard is reported later. */
    void cancelThrough(long throughToken) {
        for (AgentTurn turn : turns.values()) {
            if (turn.token <= throughToken && !turn.ended) {
                turn.cancel();
            }
        }
    }

    // ---- messages of the service ------------------------------------------------------------------------------------

    void words(Reply reply, String piece) {
        reply.words(piece);
        if (reply.announced && reply.turn != null && !reply.turn.dead() && !piece.isEmpty()) {
            call.said(reply.turn.token, piece);
        }
    }

    void finished(Reply reply) {
        if (reply.cancelled) {
            return;
        }
        long lengthMs = reply.audio.end() / call.settings().format().bytesPerMs();
        call.pace().learn(reply.text.length(), lengthMs);
        if (reply.turn == null) {
            if (reply == unclaimed && reply.failure != null && reply.untouched()) {
                unclaimed = null;
            }
            return;
        }
        if (reply.announced) {
            conclude(reply.turn, reply);
        }
        reply.turn.pump();
    }

    /** A complete response belongs to the turn. */
    private void conclude(AgentTurn turn, Reply reply) {
        if (turn.dead()) {
            return;
        }
        if (reply.failure != null && (reply.untouched() || ResponseStatus.FAILED.equals(reply.status))) {
            call.meters().dialogue().failures.increment();
            call.talkFailed(turn.token, reply.failure);
            return;
        }
        if (reply.text.length() == 0 && reply.audio.end() > 0) {
            // Audio without words was heard, too.
            words(reply, call.settings().placeholder());
        }
        boolean again = ResponseStatus.COMPLETED.equals(reply.status) && (askedAgain(turn, reply) || act(turn, reply));
        call.meters().dialogue().whole(call.nowNs() - reply.sentNs);
        if (!again) {
            call.done(turn.token);
        }
    }

    /** An empty answer is asked for once more, but not behind an action, which might be carried out again. */
    private boolean askedAgain(AgentTurn turn, Reply reply) {
        boolean empty = reply.text.length() == 0 && reply.audio.end() == 0 && reply.functionCalls.isEmpty();
        boolean first = !turn.responded;
        turn.responded = true;
        if (empty && first) {
            goOn(turn);
        }
        return empty && first;
    }

    /** Passes on the model's function calls; returns whether the model is asked again instead. */
    private boolean act(AgentTurn turn, Reply reply) {
        boolean malformed = false;
        boolean any = false;
        for (Reply.FunctionCall functionCall : reply.functionCalls.values()) {
            Map<String, Object> parameters = parameters(functionCall.arguments());
            turn.actionRequested(functionCall.callId());
            if (parameters == null) {
                malformed = true;
                publish(
                        turn,
                        ActionResult.failure(
                                functionCall.callId(),
                                ActionResult.INVALID_PARAMETERS,
                                "the arguments are no JSON object"));
                continue;
            }
            any = true;
            if (ActionCall.HANG_UP.equals(functionCall.name())) {
                // The call itself carries it out and sends no result.
                publish(turn, ActionResult.scheduled(functionCall.callId()));
            } else {
                turn.outstanding.add(functionCall.callId());
            }
            call.requested(turn.token, new ActionCall(functionCall.callId(), functionCall.name(), parameters, false));
        }
        if (malformed && !any && turn.malformed++ < MOST_MALFORMED) {
            goOn(turn);
            return true;
        }
        return false;
    }

    /** Returns the arguments by name; null when they are not a JSON object. */
    private static Map<String, Object> parameters(String json) {
        if (json.isBlank()) {
            return Map.of();
        }
        try {
            JsonNode node = ClientEvents.JSON
                    .reader()
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(json);
            if (node == null || !node.isObject()) {
                return null;
            }
            Map<String, Object> parameters = new LinkedHashMap<>();
            node.properties()
                    .forEach(field -> parameters.put(
                            field.getKey(), ClientEvents.JSON.convertValue(field.getValue(), Object.class)));
            return parameters;
        } catch (JsonProcessingException | IllegalArgumentException notJson) {
            return null;
        }
    }

    // ---- the session ------------------------------------------------------------------------------------------------

    String instructions() {
        CallTexts texts = call.instructions().texts();
        CallTexts.Subject subject = call.context().subject();
        StringBuilder all = new StringBuilder(
                texts.prompt(CallTemplate.of(call.instructions().instructions()), subject, ""));
        paragraph(all, briefing.instructions());
        paragraph(all, texts.told().block(subject.facts()));
        paragraph(all, subject.facts().handedOver().transcript());
        if (!view.isBlank()) {
            paragraph(all, "What the caller sees now:\n" + view);
        }
        return all.toString();
    }

    private static void paragraph(StringBuilder all, String text) {
        if (text != null && !text.isBlank()) {
            all.append(all.length() == 0 ? "" : "\n\n").append(text.strip());
        }
    }

    /** Returns the agent's actions, those of the call and those of the client; of equal names the last one counts. */
    List<ActionDefinition> tools() {
        Map<String, ActionDefinition> byName = new LinkedHashMap<>();
        call.instructions().tools().get().forEach(tool -> byName.put(tool.name(), tool));
        call.context().facts().terms().tools().forEach(tool -> byName.put(tool.name(), tool));
        briefing.actions().forEach(tool -> byName.put(tool.name(), tool));
        return new ArrayList<>(byName.values());
    }

    void view(String text) {
        view = text == null ? "" : text;
        call.send(ClientEvents.briefing(instructions(), tools()));
    }

    void briefing(Instructions requested) {
        briefing = requested;
        call.send(ClientEvents.briefing(instructions(), tools()));
    }

    /** The session that knew the conversation has ended. */
    void disconnected() {
        unclaimed = null;
        prepared = null;
        turns.values().forEach(AgentTurn::forgetItems);
    }

    /** Returns the items of the conversation that a new session must receive. */
    List<ObjectNode> restated() {
        recollection.announced();
        return recollection.items();
    }

    void pump() {
        if (last != null) {
            last.pump();
        }
    }

    void failAll(EngineFailure failure) {
        for (AgentTurn turn : turns.values()) {
            if (!turn.outstanding.isEmpty() && !turn.dead()) {
                turn.outstanding.clear();
                call.talkFailed(turn.token, failure);
            }
        }
    }
}
