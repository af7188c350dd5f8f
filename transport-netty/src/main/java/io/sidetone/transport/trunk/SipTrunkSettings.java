package io.sidetone.transport.trunk;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.transport.rtp.MediaAddress;
import java.util.List;
import java.util.function.Supplier;

/**
 * Configuration of calls by SIP. Immutable.
 *
 * @param profiles how the calls of each trunk are
 * @param addresses where media is received, one of each kind (IPv4, IPv6) at most; the first is the usual one
 * @param digitMs how long a digit of ours is pressed, 40 to 8000 ms
 * @param opus makes the codec of each stream of Opus; null where no profile has it
 */
public record SipTrunkSettings(
        TrunkProfiles profiles, List<MediaAddress> addresses, int digitMs, Supplier<AudioCodec> opus) {
    /** Time for which a digit of ours is pressed unless something else is said. */
    public static final int DEFAULT_DIGIT_MS = 100;

    /** Copies the list. */
    public SipTrunkSettings {
        addresses = List.copyOf(addresses);
    }
}
