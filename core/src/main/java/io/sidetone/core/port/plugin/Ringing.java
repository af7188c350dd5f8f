package io.sidetone.core.port.plugin;

import io.sidetone.core.facts.CallFacts;
import java.util.Objects;

/**
 * A call that rings and is not answered yet. Immutable.
 *
 * @param callId under which the server knows it
 * @param externalId the peer's id of it: the Call-ID of a SIP dialog, the id that a carrier gave the call of a media stream
 * @param transport for example {@code sip-tls} or {@code twilio}
 * @param trunk name of the trunk that brought it, or empty
 * @param agent name of the agent that its called address leads to, or empty for none
 * @param from address of the caller
 * @param to address that was called
 * @param facts the two numbers, and the headers of the INVITE, or the parameters of the stream; the peer wrote them
 */
public record Ringing(
        String callId,
        String externalId,
        String transport,
        String trunk,
        String agent,
        String from,
        String to,
        CallFacts facts) {
    /** Refuses null. */
    public Ringing {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(externalId, "externalId");
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(trunk, "trunk");
        Objects.requireNonNull(agent, "agent");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(facts, "facts");
    }
}
