package io.sidetone.transport.vip.message;

import java.util.Set;

/**
 * A message of a client.
 *
 * @param operation what it asks for
 * @param name the name it was sent under, which may be an alias
 * @param payload its members
 */
public record VipMessage(ClientOperation operation, String name, Fields payload) {
    private static final Set<String> ENVELOPE = Set.of("type", "payload", "seq");

    /** Reads the envelope. */
    static VipMessage of(Fields envelope) throws BadMessageException {
        String name = envelope.only(ENVELOPE).needed("type", 64);
        envelope.number("seq", 0, 0, Integer.MAX_VALUE);
        Fields payload = envelope.inner("payload");
        ClientOperation operation = ClientOperation.named(name);
        if (operation != null) {
            return new VipMessage(operation, name, payload);
        }
        if (ServerEvent.named(name)) {
            throw new BadMessageException(
                    "server_event",
                    Fields.shown(name) + " is sent by the server alone; a client sends " + ClientOperation.NAMES);
        }
        throw new BadMessageException(
                "unknown_event", "'" + Fields.shown(name) + "' is no event; a client sends " + ClientOperation.NAMES);
    }
}
