package io.sidetone.server.actions.webhook;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.port.action.ActionResult;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** A web server's answer to an action result. Stateless. */
final class WebhookAnswer {
    private static final int MAX_MESSAGE = 500;
    private static final ObjectMapper JSON = WebhookJson.MAPPER;
    private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};

    /** Values that a server may give in {@code code}. */
    private static final Set<String> CODES = Set.of(
            ActionResult.INVALID_PARAMETERS,
            ActionResult.ELEMENT_NOT_FOUND,
            ActionResult.TIMEOUT,
            ActionResult.CANCELLED,
            ActionResult.FAILED);

    private WebhookAnswer() {}

    /**
     * Returns the result.
     *
     * @param status of HTTP; 2xx is a success unless the body says {@code "status": "error"}
     * @param body a JSON object, or nothing
     */
    static ActionResult of(String invocationId, int status, byte[] body) {
        boolean success = status >= 200 && status < 300;
        JsonNode answer;
        try {
            answer = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
        } catch (IOException e) {
            return failed(invocationId, success ? "the answer is not JSON" : "answered " + status);
        }
        if (!success && !answer.isObject()) {
            return failed(invocationId, "answered " + status);
        }
        if (!answer.isObject()) {
            String what = answer.isMissingNode()
                    ? "nothing"
                    : answer.getNodeType().toString().toLowerCase(java.util.Locale.ROOT);
            return failed(invocationId, "the answer is JSON of the type " + what + ", not an object");
        }
        if (success && !"error".equals(answer.path("status").asText())) {
            return ActionResult.ok(invocationId, JSON.convertValue(answer, VALUES));
        }
        String code = answer.path("code").asText();
        String message = answer.path("message").asText();
        return ActionResult.failure(
                invocationId,
                CODES.contains(code) ? code : ActionResult.FAILED,
                message.isEmpty()
                        ? "answered " + status
                        : message.substring(0, Math.min(message.length(), MAX_MESSAGE)));
    }

    private static ActionResult failed(String invocationId, String message) {
        return ActionResult.failure(invocationId, ActionResult.FAILED, message);
    }
}
