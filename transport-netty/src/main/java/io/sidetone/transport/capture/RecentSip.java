package io.sidetone.transport.capture;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The SIP messages of the last minute, by the address of the peer, so that a capture has what came before it. Bounded for each peer
 * and in all. A message pushes out older ones of its own peer only: a flood costs no other peer what it has. The tap's thread only.
 */
final class RecentSip {
    static final long KEPT_NS = 60_000_000_000L;
    static final int MOST_PEERS = 256;
    static final int PEER_BYTES = 2 << 20;
    static final int MOST_BYTES = 16 << 20;

    /** Cost of a message beside its payload. */
    private static final int RECORD_BYTES = 256;

    private static final class Peer {
        private final Deque<WirePacket> messages = new ArrayDeque<>();
        private int bytes;
    }

    private final Map<InetAddress, Peer> peers = new LinkedHashMap<>();
    private int bytes;

    /** Keeps a message; returns false where there is no room for it. */
    boolean add(WirePacket message) {
        InetAddress address = (message.sent() ? message.to() : message.from()).getAddress();
        Peer peer = peers.get(address);
        int cost = cost(message);
        while (peer != null
                && !peer.messages.isEmpty()
                && (peer.bytes + cost > PEER_BYTES || bytes + cost > MOST_BYTES)) {
            drop(peer);
        }
        if (bytes + cost > MOST_BYTES || cost > PEER_BYTES || peer == null && peers.size() >= MOST_PEERS) {
            return false;
        }
        if (peer == null) {
            peer = new Peer();
            peers.put(address, peer);
        }
        peer.messages.add(message);
        peer.bytes += cost;
        bytes += cost;
        return true;
    }

    private void drop(Peer peer) {
        int cost = cost(peer.messages.remove());
        peer.bytes -= cost;
        bytes -= cost;
    }

    private static int cost(WirePacket message) {
        return RECORD_BYTES + message.payload().length;
    }

    /** Forgets what is older than a minute. */
    void expire(long wallNs) {
        peers.values().removeIf(peer -> {
            while (!peer.messages.isEmpty() && wallNs - peer.messages.peek().wallNs() > KEPT_NS) {
                drop(peer);
            }
            return peer.messages.isEmpty();
        });
    }

    /** Returns the messages of a dialog, oldest first, whoever sent them. */
    List<WirePacket> of(String sipCallId) {
        return peers.values().stream()
                .flatMap(peer -> peer.messages.stream())
                .filter(message -> message.sipCallId().equals(sipCallId))
                .sorted(Comparator.comparingLong(WirePacket::wallNs))
                .toList();
    }
}
