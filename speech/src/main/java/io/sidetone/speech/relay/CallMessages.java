package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionResult;
import java.util.Map;

/** Messages to the agent, by the names of ConversationRelay. Members that Twilio does not have stand last. */
final class CallMessages {
    private final ObjectMapper json;

    CallMessages(ObjectMapper json) {
        this.json = json;
    }

    /** The first message of a connection. {@code variables} are those that the agent declares, with their values. */
    String setup(CallContext call, Map<String, String> variables) {
        CallFacts facts = call.facts();
        ObjectNode setup = message("setup");
        setup.put("sessionId", call.callId());
        setup.put("accountSid", "");
        setup.put("parentCallSid", "");
        setup.put("callSid", call.callId());
        setup.put("from", facts.callerOr(call.from()));
        setup.put("to", facts.called().isEmpty() ? call.to() : facts.called());
        setup.put("forwardedFrom", "");
        setup.put("callType", "PSTN");
        setup.put("callerName", "");
        setup.put("direction", "inbound");
        setup.put("callStatus", "in-progress");
        ObjectNode parameters = setup.putObject("customParameters");
        facts.headers().forEach(header -> parameters.put(header.name(), header.value()));
        variables.forEach(parameters::put);
        setup.put("agent", call.agent());
        return setup.toString();
    }

    /** What the caller said. {@code before} is the conversation that this connection has not seen; null for none. */
    String prompt(String words, String language, History.Snapshot before) {
        ObjectNode prompt = message("prompt");
        prompt.put("voicePrompt", words);
        prompt.put("lang", language);
        prompt.put("last", true);
        if (before != null) {
            ArrayNode history = prompt.putArray("history");
            for (History.Entry entry : before.entries()) {
                history.addObject()
                        .put("role", entry.role() == History.Role.USER ? "user" : "assistant")
                        .put("text", entry.text());
            }
        }
        return prompt.toString();
    }

    String key(char digit) {
        return message("dtmf").put("digit", String.valueOf(digit)).toString();
    }

    String interrupt(String heard, long heardMs) {
        return message("interrupt")
                .put("utteranceUntilInterrupt", heard)
                .put("durationUntilInterruptMs", heardMs)
                .toString();
    }

    String error(String description) {
        return message("error").put("description", description).toString();
    }

    /** What became of the action that the agent called {@code id}. */
    String result(String id, ActionResult result) {
        ObjectNode message = message("actionResult");
        message.put("id", id);
        message.put("success", result.success());
        message.put("code", result.code());
        message.set("values", json.valueToTree(result.values()));
        return message.toString();
    }

    private ObjectNode message(String type) {
        return json.createObjectNode().put("type", type);
    }
}
