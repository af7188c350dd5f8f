package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.locate.SipTarget;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The servers of a trunk, and which of them is in use. One thread. */
final class ServerList {
    private List<SipTarget> targets = List.of();
    private int at;
    private boolean exhausted;

    /** Takes what DNS says now; the server in use stays in use if it is still named and others were not all tried. */
    void renew(List<SipTarget> found) {
        SipTarget current = current();
        targets = List.copyOf(found);
        at = exhausted || current == null ? 0 : Math.max(0, targets.indexOf(current));
        exhausted = false;
    }

    /** Returns the server in use, or null when none is known. */
    SipTarget current() {
        return targets.isEmpty() ? null : targets.get(at);
    }

    /** Returns all of them, the one in use first. */
    List<SipTarget> inOrder() {
        List<SipTarget> all = new ArrayList<>(targets.subList(at, targets.size()));
        all.addAll(targets.subList(0, at));
        return all;
    }

    /** Goes on to the next server; false when all were tried. */
    boolean next() {
        if (at + 1 < targets.size()) {
            at++;
            return true;
        }
        exhausted = true;
        return false;
    }

    Set<InetAddress> addresses() {
        return targets.stream().map(target -> target.address().getAddress()).collect(Collectors.toSet());
    }
}
