package io.sidetone.transport.carrier;

import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.stream.StreamFormat;
import java.util.Map;

/**
 * How a stream begins.
 *
 * @param streamId the carrier's name of the stream
 * @param callId the carrier's name of the call
 * @param from who calls; empty if the carrier does not say
 * @param to who is called; empty if the carrier does not say
 * @param parameters what the answer or the address gave the stream along
 * @param in format of the caller's audio
 * @param out format of ours
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

    /** Returns {@code id} if it may stand in messages and logs; {@code name} is that of its field. */
    public static String id(String name, String id) throws BadMessageException {
        if (id.isEmpty() || id.length() > LONGEST_ID || id.chars().anyMatch(Character::isISOControl)) {
            throw new BadMessageException(
                    name + " is missing, longer than " + LONGEST_ID + " or has control characters");
        }
        return id;
    }
}
