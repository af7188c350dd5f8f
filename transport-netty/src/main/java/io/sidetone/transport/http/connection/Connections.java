package io.sidetone.transport.http.connection;

import io.netty.channel.Channel;
import io.sidetone.transport.loop.SourceNetwork;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The connection places of a server. A connection without a request, and a WebSocket that has sent no key, may lose its
 * place to another connection; the one that has been in that state for longest goes first. Some more places are kept
 * for probes, so that health checks are always answered. Thread-safe; never blocks for long.
 */
public final class Connections {
    /** Places beyond the limit that only serve probes. */
    public static final int KEPT_FOR_PROBES = 8;

    /** WebSockets of one source that have sent no key. */
    public static final int UNPROVEN_PER_SOURCE = 8;

    /** WebSockets without a key take at most one in this many places. */
    private static final int UNPROVEN_SHARE = 4;

    /** The permitted use of a connection. */
    public enum Place {
        /** All requests. */
        ORDINARY,
        /** Only probes. */
        PROBE,
        /** No requests: the connection is closed. */
        NONE
    }

    private final int most;
    private final ConnectionCounters counters;
    private final Map<Channel, Place> places = new HashMap<>();
    private final Set<Channel> waiting = new LinkedHashSet<>();
    private final Set<Channel> waitingProbes = new LinkedHashSet<>();
    private final Map<Channel, SourceNetwork> sources = new HashMap<>();
    private final Set<Channel> unproven = new LinkedHashSet<>();
    private final Map<SourceNetwork, Set<Channel>> unprovenOf = new HashMap<>();
    private int ordinary;

    /**
     * Creates the places of a server.
     *
     * @param most number of ordinary places
     */
    public Connections(int most, ConnectionCounters counters) {
        this.most = most;
        this.counters = counters;
    }

    /** Takes a place for a new connection; may close another one without a request. */
    public Place admit(Channel channel) {
        Channel displaced = null;
        Place place;
        synchronized (this) {
            place = Place.ORDINARY;
            if (ordinary >= most) {
                displaced = first(waiting);
                if (displaced == null) {
                    place = Place.PROBE;
                    if (places.size() - ordinary >= KEPT_FOR_PROBES) {
                        displaced = first(waitingProbes);
                        place = displaced == null ? Place.NONE : Place.PROBE;
                    }
                }
            }
            forget(displaced);
            if (place != Place.NONE) {
                places.put(channel, place);
                ordinary += place == Place.ORDINARY ? 1 : 0;
            }
        }
        if (place == Place.NONE) {
            counters.refuse();
            return place;
        }
        counters.connected();
        channel.closeFuture().addListener(closed -> {
            gone(channel);
            counters.disconnected();
        });
        close(displaced);
        return place;
    }

    /** The connection waits for a request. */
    public synchronized void waiting(Channel channel) {
        Place place = places.get(channel);
        if (place == Place.ORDINARY) {
            waiting.add(channel);
        } else if (place == Place.PROBE) {
            waitingProbes.add(channel);
        }
    }

    /** A request of the connection is being answered. */
    public synchronized void busy(Channel channel) {
        waiting.remove(channel);
        waitingProbes.remove(channel);
    }

    /**
     * The connection became a WebSocket and has sent no key: it may be displaced, and displaces another such connection
     * when its share is full.
     *
     * @param source the source that it counts for; null when its address stands for many
     */
    public void unproven(Channel channel, SourceNetwork source) {
        Channel displaced = null;
        synchronized (this) {
            if (!places.containsKey(channel)) {
                return;
            }
            Set<Channel> same = source == null ? Set.of() : unprovenOf.getOrDefault(source, Set.of());
            if (same.size() >= UNPROVEN_PER_SOURCE) {
                displaced = first(same);
            } else if (unproven.size() >= Math.max(1, most / UNPROVEN_SHARE)) {
                displaced = first(unproven);
            }
            forget(displaced);
            unproven.add(channel);
            waiting.add(channel);
            if (source != null) {
                sources.put(channel, source);
                unprovenOf.computeIfAbsent(source, one -> new LinkedHashSet<>()).add(channel);
            }
            counters.unproven(unproven.size());
        }
        close(displaced);
    }

    /** The WebSocket has sent a valid key: it keeps its place. */
    public synchronized void proven(Channel channel) {
        waiting.remove(channel);
        forgetUnproven(channel);
    }

    private synchronized void gone(Channel channel) {
        forget(channel);
    }

    private static Channel first(Set<Channel> channels) {
        return channels.isEmpty() ? null : channels.iterator().next();
    }

    private void forget(Channel channel) {
        if (channel != null) {
            ordinary -= places.remove(channel) == Place.ORDINARY ? 1 : 0;
            waiting.remove(channel);
            waitingProbes.remove(channel);
            forgetUnproven(channel);
        }
    }

    private void forgetUnproven(Channel channel) {
        if (!unproven.remove(channel)) {
            return;
        }
        SourceNetwork source = sources.remove(channel);
        if (source != null) {
            Set<Channel> same = unprovenOf.get(source);
            same.remove(channel);
            if (same.isEmpty()) {
                unprovenOf.remove(source);
            }
        }
        counters.unproven(unproven.size());
    }

    private void close(Channel displaced) {
        if (displaced != null) {
            counters.displace();
            displaced.close();
        }
    }
}
