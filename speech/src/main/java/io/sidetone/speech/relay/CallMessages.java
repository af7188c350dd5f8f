package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.FactsFields;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.event.AnswerStage;
import io.sidetone.core.turn.event.AnswerTimes;
import java.util.List;
import java.util.Map;

/** Messages to the agent, by the names of ConversationRelay. Members that Twilio does not have stand last. */
final class CallMessages {
    private final ObjectMapper json;

    CallMessages(ObjectMapper json) {
        this.json = json;
    }

    /** The first message of a connection. {@code variables} are those that the agent declares, with their values. */
    ObjectNode setup(CallContext call, Map<String, String> variables) {
        ObjectNode setup = message("setup");
        setup.put("accountSid", "");
        setup.put("parentCallSid", "");
        setup.put("forwardedFrom", "");
        setup.put("callType", "PSTN");
        setup.put("callerName", "");
        setup.put("direction", call.placed() ? "outbound" : "inbound");
        setup.put("callStatus", "in-progress");
        identify(setup, call, variables);
        return setup;
    }

    /** Adds which call {@code message} is about. */
    void identify(ObjectNode message, CallContext call, Map<String, String> variables) {
        CallFacts facts = call.facts();
        message.put("sessionId", call.callId());
        message.put("callSid", call.callId());
        message.put("from", facts.callerOr(call.from()));
        message.put("to", facts.called().isEmpty() ? call.to() : facts.called());
        ObjectNode parameters = message.putObject("customParameters");
        facts.headers().forEach(header -> parameters.put(header.name(), header.value()));
        variables.forEach(parameters::put);
        message.put("agent", call.agent());
        if (!facts.handedOver().equals(HandedOver.NONE)) {
            ObjectNode before = message.putObject("handedOver");
            FactsFields.handedOver(facts.handedOver()).forEach(before::put);
        }
    }

    /** Returns what the caller said. {@code before} is the conversation that the agent has not seen. */
    ObjectNode prompt(String words, String language, List<History.Entry> before) {
        return withHistory(said(words, language, true), before);
    }

    /** Returns what the caller has said so far. */
    ObjectNode partial(String words, String language) {
        return said(words, language, false);
    }

    private ObjectNode said(String words, String language, boolean last) {
        ObjectNode prompt = message("prompt");
        prompt.put("voicePrompt", words);
        prompt.put("lang", language);
        prompt.put("last", last);
        return prompt;
    }

    /** Returns where the time of an answer went, in ms after the caller's last sound; stages that were not passed are left out. */
    ObjectNode metrics(AnswerTimes times) {
        ObjectNode metrics = message("turnMetrics");
        metrics.put("endedBy", times.endedBy());
        metrics.put("slowest", AnswerStage.slowest(times).wireName());
        reached(metrics, "decidedMs", times.decidedMs());
        reached(metrics, "wordsMs", times.wordsMs());
        reached(metrics, "requestMs", times.requestMs());
        reached(metrics, "textMs", times.textMs());
        reached(metrics, "clauseMs", times.clauseMs());
        reached(metrics, "voiceMs", times.voiceMs());
        reached(metrics, "audioMs", times.audioMs());
        return metrics;
    }

    private static void reached(ObjectNode metrics, String stage, int ms) {
        if (ms != AnswerTimes.NONE) {
            metrics.put(stage, ms);
        }
    }

    /** Returns {@code message} with what was said before; unchanged where that is nothing. */
    ObjectNode withHistory(ObjectNode message, List<History.Entry> before) {
        if (!before.isEmpty()) {
            ArrayNode history = message.putArray("history");
            for (History.Entry entry : before) {
                history.addObject()
                        .put("role", entry.role() == History.Role.USER ? "user" : "assistant")
                        .put("text", entry.text());
            }
        }
        return message;
    }

    /** Returns what was said before the input that is answered, which is the last entry. */
    static List<History.Entry> before(History.Snapshot history) {
        List<History.Entry> entries = history.entries();
        return List.copyOf(entries.subList(0, Math.max(0, entries.size() - 1)));
    }

    ObjectNode keys(String digits) {
        return message("dtmf").put("digit", digits);
    }

    ObjectNode interrupt(String heard, long heardMs) {
        return message("interrupt").put("utteranceUntilInterrupt", heard).put("durationUntilInterruptMs", heardMs);
    }

    ObjectNode error(String description) {
        return message("error").put("description", description);
    }

    /** Returns what became of the action that the agent called {@code id}. */
    ObjectNode result(String id, ActionResult result) {
        ObjectNode message = message("actionResult");
        message.put("id", id);
        message.put("success", result.success());
        message.put("code", result.code());
        message.set("values", json.valueToTree(result.values()));
        return message;
    }

    private ObjectNode message(String type) {
        return json.createObjectNode().put("type", type);
    }
}
