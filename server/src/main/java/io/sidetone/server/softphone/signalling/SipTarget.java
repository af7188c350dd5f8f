package io.sidetone.server.softphone.signalling;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipUri;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Where a call goes. Only what the URI itself says and the host's address count: no SRV and NAPTR look-ups.
 *
 * @param uri what is dialled
 * @param remote address to send the INVITE to
 * @param transport how to send it
 */
public record SipTarget(SipUri uri, InetSocketAddress remote, SipTransport transport) {
    private static final int DEFAULT_PORT = 5060;

    /**
     * Resolves an address. Blocks for DNS when the host is a name.
     *
     * @throws IOException with what is wrong with it and what to write instead
     */
    public static SipTarget resolve(String text) throws IOException {
        SipUri uri;
        try {
            uri = SipUri.parse(text);
        } catch (SipParseException e) {
            throw new IOException(
                    "'" + text + "' is no SIP address: " + e.getMessage() + "; write sip:USER@HOST:PORT", e);
        }
        if (!uri.scheme().equals("sip")) {
            throw new IOException("'" + text + "' asks for TLS, which this telephone does not speak; write sip:");
        }
        SipTransport transport = transportOf(uri, text);
        try {
            InetAddress address = InetAddress.getByName(uri.host());
            int port = uri.port() > 0 ? uri.port() : DEFAULT_PORT;
            return new SipTarget(uri.withoutHeaders(), new InetSocketAddress(address, port), transport);
        } catch (UnknownHostException e) {
            throw new IOException("host '" + uri.host() + "' has no address; check its name or write the address", e);
        }
    }

    private static SipTransport transportOf(SipUri uri, String text) throws IOException {
        String name = uri.transport() == null ? "udp" : uri.transport().toLowerCase(Locale.ROOT);
        switch (name) {
            case "udp":
                return SipTransport.UDP;
            case "tcp":
                return SipTransport.TCP;
            default:
                throw new IOException("'" + text + "' asks for transport " + name + "; write udp or tcp");
        }
    }

    /** Returns the address of this machine that the target sees. */
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
