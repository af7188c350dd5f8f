package io.sidetone.transport.carrier;

import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.stream.StreamFormat;
import java.util.Map;

/**
 * The facts with which a stream begins.
 *
 * @param streamId the carrier's id of the stream
 * @param callId the carrier's id of the call
 * @param from the caller; empty if the carrier does not send it
 * @param to the called number; empty if the carrier does not send it
 * @param parameters parameters that our answer or the address gave the stream
 * @param in format of the caller's audio
 * @param out format of the agent's audio
 */
public record CarrierStart(
        String streamId,
        String callId,
        String from,
        String to,
        Map<String, String> parameters,
        StreamFormat in,
        StreamFormat out) {
    private static final int LONGEST_ID = 256;

    /** Copies the map. */
    public CarrierStart {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Returns {@code id} if it is safe in messages and logs; {@code name} is the name of its field.
     *
     * @throws BadMessageException when it is empty, too long, or contains control characters
     */
    public static String id(String name, String id) throws BadMessageException {
        if (id.isEmpty() || id.length() > LONGEST_ID || id.chars().anyMatch(Character::isISOControl)) {
            throw new BadMessageException(
                    name + " is missing, longer than " + LONGEST_ID + " or has control characters");
        }
        return id;
    }
}
