package io.sidetone.speech.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** HTTP connections that wait for their next request, by loop and server; the latest used goes first. */
final class IdleConnections {
    /** More than the turns that are answered at the same time on one loop, with room for warm ones. */
    private static final int MOST = 64;

    private record Key(EventLoop loop, String origin) {}

    private final Map<Key, Deque<Channel>> waiting = new ConcurrentHashMap<>();
    private final Set<Key> making = ConcurrentHashMap.newKeySet();

    /** Returns a connection that still lives, or null. On the loop. */
    Channel take(EventLoop loop, String origin) {
        Deque<Channel> channels = waiting.get(new Key(loop, origin));
        while (channels != null) {
            Channel channel = channels.pollFirst();
            if (channel == null || channel.isActive()) {
                return channel;
            }
        }
        return null;
    }

    /** Keeps a connection; one too many is closed. On its loop. */
    void put(EventLoop loop, String origin, Channel channel) {
        Deque<Channel> channels = waiting.computeIfAbsent(new Key(loop, origin), key -> new ArrayDeque<>());
        if (channels.size() >= MOST) {
            channel.close();
        } else {
            channels.addFirst(channel);
        }
    }

    /** The other side ended a waiting connection. On its loop. */
    void gone(EventLoop loop, String origin, Channel channel) {
        Deque<Channel> channels = waiting.get(new Key(loop, origin));
        if (channels != null) {
            channels.remove(channel);
        }
    }

    /** Whether none waits and none is being made: then one is, until {@link #made}. On the loop. */
    boolean make(EventLoop loop, String origin) {
        Key key = new Key(loop, origin);
        Deque<Channel> channels = waiting.get(key);
        return (channels == null || channels.isEmpty()) && making.add(key);
    }

    /** What {@link #make} began has come to its end, whatever that was. On the loop. */
    void made(EventLoop loop, String origin) {
        making.remove(new Key(loop, origin));
    }

    /** Approximate from other threads than the loops. */
    int size() {
        return waiting.values().stream().mapToInt(Deque::size).sum();
    }
}
