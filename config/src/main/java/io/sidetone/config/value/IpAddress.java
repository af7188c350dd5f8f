package io.sidetone.config.value;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** An IP address written as a literal. Never asks a name server: a configuration means the same wherever it is checked. */
public final class IpAddress {
    private static final String REMEDY = "write an IPv4 or IPv6 address, for example 127.0.0.1";

    private final String text;
    private final byte[] bytes;

    private IpAddress(String text, byte[] bytes) {
        this.text = text;
        this.bytes = bytes;
    }

    /** Parses an IPv4 or IPv6 literal; {@code localhost} is 127.0.0.1. */
    public static IpAddress parse(String text) throws BadValueException {
        if (text.equals("localhost")) {
            return new IpAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        }
        byte[] v4 = ipv4(text);
        if (v4 != null) {
            return new IpAddress(text, v4);
        }
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        if (!bare.contains(":") || !bare.matches("[0-9a-fA-F:.]{2,45}")) {
            throw new BadValueException("'" + text + "' is not an IP address", REMEDY);
        }
        try {
            // A text of hexadecimal digits and colons is a literal: the resolver is not asked.
            InetAddress parsed = InetAddress.getByName(bare);
            return new IpAddress(parsed.getHostAddress(), parsed.getAddress());
        } catch (UnknownHostException e) {
            throw new BadValueException("'" + text + "' is not an IP address", REMEDY);
        }
    }

    private static byte[] ipv4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return null;
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            if (!parts[i].matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(parts[i]) > 255) {
                return null;
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    /** Returns the address for a socket. */
    public InetAddress toInetAddress() {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes always make an address", e);
        }
    }

    /** Returns the 4 or 16 bytes, most significant first. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns whether only this machine can reach it. */
    public boolean loopback() {
        return toInetAddress().isLoopbackAddress();
    }

    /** Returns whether it stands for every interface (0.0.0.0 or ::). */
    public boolean wildcard() {
        return toInetAddress().isAnyLocalAddress();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpAddress address && Arrays.equals(address.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return text;
    }
}
