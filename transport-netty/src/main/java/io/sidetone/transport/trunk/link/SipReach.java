package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService;
import io.sidetone.transport.sip.locate.ServerLocator;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What peers can be reached from a listening address. */
public final class SipReach {
    private static final Set<SipTransport> TRANSPORTS = Set.of(SipTransport.UDP, SipTransport.TCP);

    private SipReach() {}

    /** Returns a locator of what {@code local} reaches. */
    public static ServerLocator locator(InetAddress local, NameService names, RandomGenerator random) {
        Set<NameService.Type> families = EnumSet.noneOf(NameService.Type.class);
        if (local instanceof Inet4Address || local.isAnyLocalAddress()) {
            families.add(NameService.Type.A);
        }
        if (!(local instanceof Inet4Address)) {
            families.add(NameService.Type.AAAA);
        }
        return new ServerLocator(names, TRANSPORTS, families, random);
    }
}
