package io.sidetone.tools.softphone.signalling;

import io.sidetone.transport.sip.endpoint.NamedAddress;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipUri;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The destination of a call. Only the URI itself and the address of its host are used; there are no SRV and NAPTR
 * look-ups.
 *
 * @param uri the dialled URI
 * @param remote address to send the INVITE to, under the name of the URI
 * @param transport transport of the INVITE
 */
public record SipTarget(SipUri uri, InetSocketAddress remote, SipTransport transport) {
    /**
     * Resolves an address. Blocks for DNS when the host is a name.
     *
     * @throws IOException when the address is wrong; the message gives the problem and the remedy
     */
    public static SipTarget resolve(String text) throws IOException {
        SipUri uri;
        try {
            uri = SipUri.parse(text);
        } catch (SipParseException e) {
            throw new IOException(
                    "'" + text + "' is no SIP address: " + e.getMessage() + "; write sip:USER@HOST:PORT", e);
        }
        if (!uri.isSip()) {
            throw new IOException("'" + text + "' is no SIP address; write sip:USER@HOST:PORT, or sips: for TLS");
        }
        SipTransport transport = transportOf(uri, text);
        try {
            InetAddress address = InetAddress.getByName(uri.host());
            int port = uri.port() > 0 ? uri.port() : transport.defaultPort();
            return new SipTarget(uri.withoutHeaders(), NamedAddress.of(uri.host(), address, port), transport);
        } catch (UnknownHostException e) {
            throw new IOException("host '" + uri.host() + "' has no address; check its name or write the address", e);
        }
    }

    private static SipTransport transportOf(SipUri uri, String text) throws IOException {
        if (uri.secure()) {
            return SipTransport.TLS;
        }
        SipTransport named = uri.transport() == null ? SipTransport.UDP : SipTransport.of(uri.transport());
        if (named == null) {
            throw new IOException("'" + text + "' asks for transport " + uri.transport() + "; write udp, tcp or tls");
        }
        return named;
    }

    /** Returns the address of this machine that faces the target. */
    public InetAddress localAddress() throws IOException {
        // Connecting a datagram socket sends nothing: it asks the routing table.
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(remote);
            return socket.getLocalAddress();
        } catch (RuntimeException e) {
            throw new IOException("no way to " + remote + ": " + e.getMessage(), e);
        }
    }
}
