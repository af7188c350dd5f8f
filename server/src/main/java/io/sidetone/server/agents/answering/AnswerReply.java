package io.sidetone.server.agents.answering;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.config.problem.Nearest;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.port.plugin.Route;
import io.sidetone.server.actions.webhook.WebhookJson;
import io.sidetone.server.agents.handover.AgentChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Answer of a web server or a router about a call that rings. Immutable.
 *
 * @param agent who takes it, or empty for the one that was found
 * @param wish what else of the agent is another one; its name is empty
 * @param variables names and values
 * @param terms texts in place of the agent's, and what the call's tools are for
 * @param tools actions of this call alone
 * @param refusal status of SIP, or none
 * @param reason of the refusal in words, or null
 * @param redirect whom the caller's side is to call instead, if anybody
 * @param unknown members that mean nothing, with the nearest known ones where there are
 */
record AnswerReply(
        String agent,
        AgentChoice wish,
        Map<String, String> variables,
        CallTerms terms,
        List<? extends CallTool> tools,
        OptionalInt refusal,
        String reason,
        Optional<String> redirect,
        List<String> unknown) {
    private static final int DECLINE = 603;
    private static final int LOWEST_REFUSAL = 400;
    private static final int HIGHEST_REFUSAL = 699;
    private static final int MAX_REASON = 100;
    private static final Pattern TARGET = Pattern.compile("(?:sips?|tel):[\\x21\\x23-\\x3b\\x3d\\x3f-\\x7e]{1,400}");
    private static final Pattern REASON = Pattern.compile("[\\x20-\\x7e]{1," + MAX_REASON + "}");
    private static final List<String> MEMBERS = List.of(
            "agent", "variables", "prompt", "greeting", "policy", "voice", "language", "tools", "reject", "redirect");

    /**
     * Reads it.
     *
     * @param body a JSON object, or nothing: all as configured
     */
    static AnswerReply read(byte[] body) throws UnusableReplyException {
        JsonNode answer;
        try {
            answer = body.length == 0 ? WebhookJson.MAPPER.createObjectNode() : WebhookJson.MAPPER.readTree(body);
        } catch (IOException e) {
            throw new UnusableReplyException("the answer is not JSON");
        }
        if (!answer.isObject()) {
            throw new UnusableReplyException("the answer is JSON, but not an object");
        }
        JsonNode reject = answer.path("reject");
        List<PostedTool> tools = PostedTool.read(answer.path("tools"));
        return new AnswerReply(
                text(answer, "agent"),
                new AgentChoice("", text(answer, "policy"), text(answer, "voice"), text(answer, "language")),
                variables(answer.path("variables")),
                new CallTerms(
                        text(answer, "prompt"),
                        text(answer, "greeting"),
                        tools.stream().map(PostedTool::definition).toList()),
                tools,
                refusal(reject),
                reason(reject.path("reason").isTextual() ? reject.path("reason").asText() : ""),
                redirect(text(answer, "redirect")),
                unknown(answer));
    }

    /** Returns what {@code route} says. */
    static AnswerReply of(Route route) throws UnusableReplyException {
        if (route instanceof Route.Refuse refused) {
            return elsewhere(OptionalInt.of(refusal(refused.status())), reason(refused.reason()), Optional.empty());
        }
        if (route instanceof Route.Redirect redirected) {
            return elsewhere(OptionalInt.empty(), null, Optional.of(target(redirected.target())));
        }
        Route.Take take = (Route.Take) route;
        List<CallTool.Plugged> tools = take.tools().stream()
                .map(tool -> new CallTool.Plugged(tool.definition(), tool.handler()))
                .toList();
        if (tools.size() > CallTool.MOST) {
            throw new UnusableReplyException("it gives " + tools.size() + " tools; " + CallTool.MOST + " are the most");
        }
        return new AnswerReply(
                take.agent(),
                new AgentChoice("", take.policy(), take.voice(), take.language()),
                take.variables(),
                new CallTerms(
                        take.prompt(),
                        take.greeting(),
                        tools.stream().map(CallTool.Plugged::definition).toList()),
                tools,
                OptionalInt.empty(),
                null,
                Optional.empty(),
                List.of());
    }

    private static AnswerReply elsewhere(OptionalInt refusal, String reason, Optional<String> redirect) {
        AgentChoice nobody = new AgentChoice("", "", "", "");
        return new AnswerReply("", nobody, Map.of(), CallTerms.NONE, List.of(), refusal, reason, redirect, List.of());
    }

    private static String text(JsonNode answer, String name) throws UnusableReplyException {
        JsonNode value = answer.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (!value.isTextual()) {
            throw new UnusableReplyException(name + " is no text");
        }
        return value.asText();
    }

    private static Map<String, String> variables(JsonNode given) throws UnusableReplyException {
        Map<String, String> variables = new LinkedHashMap<>();
        if (given.isMissingNode() || given.isNull()) {
            return variables;
        }
        if (!given.isObject()) {
            throw new UnusableReplyException("variables is no object of names and values");
        }
        for (Map.Entry<String, JsonNode> each : given.properties()) {
            if (each.getValue().isContainerNode()) {
                throw new UnusableReplyException("the variable '" + each.getKey() + "' is neither text nor number");
            }
            variables.put(
                    each.getKey(),
                    each.getValue().isNull() ? "" : each.getValue().asText());
        }
        return variables;
    }

    private static OptionalInt refusal(JsonNode reject) throws UnusableReplyException {
        if (reject.isMissingNode() || reject.isNull() || reject.isBoolean() && !reject.asBoolean()) {
            return OptionalInt.empty();
        }
        JsonNode status = reject.isObject() ? reject.path("status") : reject;
        if (reject.isBoolean() || status.isMissingNode()) {
            return OptionalInt.of(DECLINE);
        }
        return OptionalInt.of(refusal(status.isInt() ? status.asInt() : 0));
    }

    private static int refusal(int status) throws UnusableReplyException {
        if (status < LOWEST_REFUSAL || status > HIGHEST_REFUSAL) {
            throw new UnusableReplyException(
                    "the status is none of a refusal; use a number from 400 to 699, such as 486, or true where the answer is JSON");
        }
        return status;
    }

    private static String reason(String given) {
        return REASON.matcher(given).matches() ? given : null;
    }

    private static Optional<String> redirect(String target) throws UnusableReplyException {
        return target.isEmpty() ? Optional.empty() : Optional.of(target(target));
    }

    private static String target(String address) throws UnusableReplyException {
        if (!TARGET.matcher(address).matches()) {
            throw new UnusableReplyException("redirect is no address; use sip:USER@HOST or tel:+NUMBER");
        }
        return address;
    }

    private static List<String> unknown(JsonNode answer) {
        List<String> unknown = new ArrayList<>();
        answer.fieldNames().forEachRemaining(name -> {
            if (!MEMBERS.contains(name)) {
                unknown.add(Nearest.to(name, MEMBERS)
                        .map(near -> "'" + name + "' (did you mean " + near + "?)")
                        .orElse("'" + name + "'"));
            }
        });
        return unknown;
    }
}
