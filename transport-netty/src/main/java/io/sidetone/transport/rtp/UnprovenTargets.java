package io.sidetone.transport.rtp;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The hosts that calls send media to because a session description says so, and that are neither where the call is signalled nor have
 * sent anything: each is sent to by a few calls at most, or many calls together could flood a stranger. A host that has spoken in any call
 * is no stranger. One for all loops; thread-safe, and asked only when a call chooses where it sends.
 */
final class UnprovenTargets {
    /** Calls that may send to one of them. */
    static final int MOST = 4;

    /** Hosts that are remembered as no strangers; beyond, they prove themselves anew. */
    private static final int MOST_PROVEN = 4_096;

    private final Map<InetAddress, Set<Object>> sending = new HashMap<>();
    private final Map<Object, InetAddress> targets = new HashMap<>();
    private final Set<InetAddress> proven = new HashSet<>();

    /** Returns whether {@code call} may send to {@code host}; from then on it counts there. */
    synchronized boolean admits(Object call, InetAddress host) {
        if (!host.equals(targets.get(call))) {
            left(call);
        }
        if (proven.contains(host)) {
            return true;
        }
        Set<Object> calls = sending.computeIfAbsent(host, any -> new HashSet<>());
        if (calls.size() >= MOST && !calls.contains(call)) {
            return false;
        }
        calls.add(call);
        targets.put(call, host);
        return true;
    }

    /** {@code host} has sent media of {@code call} itself. */
    synchronized void proves(Object call, InetAddress host) {
        left(call);
        if (proven.size() >= MOST_PROVEN) {
            proven.clear();
        }
        proven.add(host);
        Set<Object> others = sending.remove(host);
        if (others != null) {
            others.forEach(targets::remove);
        }
    }

    /** {@code call} sends to no stranger any more. */
    synchronized void left(Object call) {
        InetAddress host = targets.remove(call);
        Set<Object> calls = host == null ? null : sending.get(host);
        if (calls != null && calls.remove(call) && calls.isEmpty()) {
            sending.remove(host);
        }
    }
}
