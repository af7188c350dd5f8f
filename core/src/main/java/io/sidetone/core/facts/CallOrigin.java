package io.sidetone.core.facts;

import java.util.List;
import java.util.Objects;

/**
 * Way by which a call came, or by which it goes out.
 *
 * @param trunk name of the trunk in the configuration, or empty
 * @param peer transport and address of the other side's signalling, such as {@code udp 192.0.2.7:5060}, or empty
 * @param codecs encoding names of the audio that the caller offered, in his order; empty for no offer
 */
public record CallOrigin(String trunk, String peer, List<String> codecs) {
    /** Nothing is known of it. */
    public static final CallOrigin NONE = new CallOrigin("", "", List.of());

    /** Refuses null, and copies the list. */
    public CallOrigin {
        Objects.requireNonNull(trunk, "trunk");
        Objects.requireNonNull(peer, "peer");
        codecs = List.copyOf(codecs);
    }
}
