package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService.Type;
import io.sidetone.transport.sip.locate.Reach;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Peers that can be reached from the sockets we have. */
public final class SipReach {
    private SipReach() {}

    /** Returns what {@code points} reach. */
    public static Reach of(List<ListeningPoint> points) {
        Map<SipTransport, Set<Type>> families = new EnumMap<>(SipTransport.class);
        for (ListeningPoint point : points) {
            Set<Type> types = families.computeIfAbsent(point.transport(), none -> EnumSet.noneOf(Type.class));
            if (point.reaches(true)) {
                types.add(Type.A);
            }
            if (point.reaches(false)) {
                types.add(Type.AAAA);
            }
        }
        return new Reach(families);
    }
}
