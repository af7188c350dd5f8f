package io.sidetone.transport.sip.locate;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService.Type;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reach that we have: over which transports, and with each of them which kinds of addresses.
 *
 * @param families {@link Type#A}, {@link Type#AAAA} or both, by transport; a transport that we do not have is missing
 */
public record Reach(Map<SipTransport, Set<Type>> families) {
    private static final List<SipTransport> BY_PREFERENCE =
            List.of(SipTransport.UDP, SipTransport.TCP, SipTransport.TLS);

    /** Copies the map. */
    public Reach {
        Map<SipTransport, Set<Type>> copy = new EnumMap<>(SipTransport.class);
        families.forEach((transport, types) -> copy.put(transport, EnumSet.copyOf(types)));
        families = copy;
    }

    /** Reaches the same kinds of addresses over each transport. */
    public static Reach of(Set<SipTransport> transports, Set<Type> types) {
        Map<SipTransport, Set<Type>> families = new EnumMap<>(SipTransport.class);
        transports.forEach(transport -> families.put(transport, types));
        return new Reach(families);
    }

    /** Returns whether we have this transport; null is none. */
    boolean has(SipTransport transport) {
        return transport != null && families.containsKey(transport);
    }

    /** Returns whether addresses of this kind can be reached over {@code transport}. */
    boolean reaches(SipTransport transport, Type family) {
        return families.getOrDefault(transport, Set.of()).contains(family);
    }

    /** The transport where none is asked for. */
    SipTransport usual() {
        return BY_PREFERENCE.stream().filter(this::has).findFirst().orElse(SipTransport.UDP);
    }
}
