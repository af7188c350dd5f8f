package io.sidetone.transport.sip.endpoint;

import io.netty.util.NetUtil;
import io.sidetone.transport.sip.message.SipUri;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;

/**
 * Listening address of an endpoint, and the address that it advertises to its peers.
 *
 * @param transport what it speaks
 * @param address address and port; port 0 takes a free one, UDP and TCP at one address the same
 * @param advertisedHost host in Contact and Via, a name or an address; null for the local address of the flow
 * @param advertisedPort port in Contact and Via; 0 for the bound one
 * @param accepts false for a point that opens connections and takes none; then nothing is bound
 */
public record ListeningPoint(
        SipTransport transport, InetSocketAddress address, String advertisedHost, int advertisedPort, boolean accepts) {
    /** Degree to which a point reaches a peer: not, by a detour, or well. */
    static final int UNREACHABLE = 0;

    private static final int BY_DETOUR = 1;
    private static final int WELL = 2;

    /** Checks presence, and that the advertised host fits a Contact. */
    public ListeningPoint {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(address, "address");
        if (advertisedHost != null) {
            // Fails here, with its reason, rather than on every call.
            SipUri.sip("sidetone", advertisedHost, advertisedPort);
        }
        if (!accepts && transport == SipTransport.UDP) {
            throw new IllegalArgumentException(
                    "a point of UDP that takes nothing could not send: responses come back to it");
        }
    }

    /** A point that presents its own address. */
    public ListeningPoint(SipTransport transport, InetSocketAddress address) {
        this(transport, address, null, 0, true);
    }

    /** UDP and TCP at one address and port, which present them. */
    public static List<ListeningPoint> plain(InetSocketAddress address) {
        return List.of(new ListeningPoint(SipTransport.UDP, address), new ListeningPoint(SipTransport.TCP, address));
    }

    /** A point of TCP or TLS that opens connections from {@code local} and takes none. */
    public static ListeningPoint dialling(SipTransport transport, InetAddress local) {
        return new ListeningPoint(transport, new InetSocketAddress(local, 0), null, 0, false);
    }

    /** This point with another host and port to present. */
    public ListeningPoint advertised(String host, int port) {
        return new ListeningPoint(transport, address, host, port, accepts);
    }

    /** This point at the address that was really taken. */
    ListeningPoint at(InetSocketAddress bound) {
        return new ListeningPoint(transport, bound, advertisedHost, advertisedPort, accepts);
    }

    /** Returns what is presented to a peer that reaches us at {@code local}. */
    ContactAddress sentBy(InetSocketAddress local) {
        String host = advertisedHost == null ? NetUtil.toAddressString(local.getAddress()) : advertisedHost;
        int port = advertisedPort == 0 ? address.getPort() : advertisedPort;
        return new ContactAddress(host, accepts ? port : -1);
    }

    /** Returns whether peers with addresses of this family can be reached from here. */
    public boolean reaches(boolean ipv4) {
        boolean ours = address.getAddress() instanceof Inet4Address;
        return ours == ipv4 || !ours && address.getAddress().isAnyLocalAddress();
    }

    /** Returns how well {@code peer} can be reached from here; more is better. */
    int reach(InetAddress peer) {
        InetAddress here = address.getAddress();
        boolean ipv4 = peer instanceof Inet4Address;
        if (!reaches(ipv4) || here.isLoopbackAddress() && !peer.isLoopbackAddress()) {
            return UNREACHABLE;
        }
        boolean sameFamily = here instanceof Inet4Address == ipv4;
        return sameFamily && here.isLoopbackAddress() == peer.isLoopbackAddress() ? WELL : BY_DETOUR;
    }

    /** Address and port, for people: {@code [2001:db8::7]:5060}. */
    public String place() {
        return NetUtil.toSocketAddressString(address);
    }

    /** Transport and address, for people: {@code udp 192.0.2.7:5060}. */
    @Override
    public String toString() {
        return transport.parameter() + " " + place();
    }
}
