package io.sidetone.transport.pbx.audiosocket;

import io.sidetone.core.net.Cidr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;

/**
 * Settings of AudioSocket. The protocol has neither passwords nor TLS: addresses, and ids that only both sides know,
 * decide who may connect.
 *
 * @param bind listening address
 * @param from addresses that may connect, in addition to this machine
 * @param ids accepted ids of calls; empty for any
 * @param leadMs how far ahead of its time audio is sent, a multiple of 20; Asterisk plays all audio it receives and
 *     cannot drop any
 * @param maxConnections at one time
 */
public record AudioSocketSettings(
        InetSocketAddress bind, List<Cidr> from, List<UUID> ids, int leadMs, int maxConnections) {
    /** The port of Asterisk's examples. */
    public static final int DEFAULT_PORT = 9092;

    private static final int ID_BYTES = 16;

    /** Copies the lists. */
    public AudioSocketSettings {
        from = List.copyOf(from);
        ids = List.copyOf(ids);
    }

    boolean admits(InetAddress source) {
        return source.isLoopbackAddress() || from.stream().anyMatch(block -> block.contains(source));
    }

    boolean admits(UUID id) {
        if (ids.isEmpty()) {
            return true;
        }
        byte[] given = bytes(id);
        boolean known = false;
        for (UUID one : ids) {
            known |= MessageDigest.isEqual(bytes(one), given);
        }
        return known;
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(ID_BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}
