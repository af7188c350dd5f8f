package io.sidetone.server.actions.webhook;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The key by which a web server knows that it has seen a request before. Stateless. */
public final class IdempotencyKey {
    private IdempotencyKey() {}

    /** Returns the same key for every attempt at one invocation, and no other's; an id of any characters is taken. */
    public static String of(String callId, String invocationId) {
        String id = invocationId.matches("[A-Za-z0-9_-]{1,64}")
                ? invocationId
                : UUID.nameUUIDFromBytes(invocationId.getBytes(StandardCharsets.UTF_8))
                        .toString();
        return callId + "-" + id;
    }
}
