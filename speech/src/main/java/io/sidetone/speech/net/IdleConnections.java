package io.sidetone.speech.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Idle HTTP connections by loop and server; the most recently used is taken first. */
final class IdleConnections {
    /** More than the turns that one loop answers at the same time, plus warm connections. */
    private static final int MOST = 64;

    private record Key(EventLoop loop, String origin) {}

    private final Map<Key, Deque<Channel>> waiting = new ConcurrentHashMap<>();
    private final Set<Key> making = ConcurrentHashMap.newKeySet();

    /** Returns a live connection, or null. On the loop. */
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

    /** Keeps a connection; closes it when there are too many. On its loop. */
    void put(EventLoop loop, String origin, Channel channel) {
        Deque<Channel> channels = waiting.computeIfAbsent(new Key(loop, origin), key -> new ArrayDeque<>());
        if (channels.size() >= MOST) {
            channel.close();
        } else {
            channels.addFirst(channel);
        }
    }

    /** The server closed an idle connection. On its loop. */
    void gone(EventLoop loop, String origin, Channel channel) {
        Deque<Channel> channels = waiting.get(new Key(loop, origin));
        if (channels != null) {
            channels.remove(channel);
        }
    }

    /**
     * Returns whether none is idle and none is being opened. If so, one counts as being opened until {@link #made}. On the
     * loop.
     */
    boolean make(EventLoop loop, String origin) {
        Key key = new Key(loop, origin);
        Deque<Channel> channels = waiting.get(key);
        return (channels == null || channels.isEmpty()) && making.add(key);
    }

    /** Ends what {@link #make} began, with or without success. On the loop. */
    void made(EventLoop loop, String origin) {
        making.remove(new Key(loop, origin));
    }

    /** Returns the number of idle connections; approximate on other threads than the loops. */
    int size() {
        return waiting.values().stream().mapToInt(Deque::size).sum();
    }
}
