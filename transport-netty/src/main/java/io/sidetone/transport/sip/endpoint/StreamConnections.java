package io.sidetone.transport.sip.endpoint;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.SourceNetwork;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The TCP and TLS connections of an endpoint: who may open one, how many there may be, which makes room for another, and which have lain
 * still too long. One thread.
 */
final class StreamConnections {
    private final Set<StreamHandler> open = new LinkedHashSet<>();
    private final int maxConnections;
    private final int idlePerSource;
    private final long firstMessageTimeoutNs;
    private final long partialMessageTimeoutNs;
    private final long idleTimeoutNs;
    private final SingleWriterCounters<SipCounter> counters;
    private final SparseLog log;
    private final MessageIntake intake;

    StreamConnections(
            int maxConnections,
            int idlePerSource,
            long firstMessageTimeoutNs,
            long partialMessageTimeoutNs,
            long idleTimeoutNs,
            SingleWriterCounters<SipCounter> counters,
            SparseLog log,
            MessageIntake intake) {
        this.maxConnections = maxConnections;
        this.idlePerSource = idlePerSource;
        this.firstMessageTimeoutNs = firstMessageTimeoutNs;
        this.partialMessageTimeoutNs = partialMessageTimeoutNs;
        this.idleTimeoutNs = idleTimeoutNs;
        this.counters = counters;
        this.log = log;
        this.intake = intake;
    }

    /**
     * Decides on a connection that a peer opened, and counts it.
     *
     * @param remote of the peer; null where it is gone already
     * @return the admission of its source, or null when the connection is to be closed
     */
    Admission admit(SipTransport transport, InetSocketAddress remote, AllowedPeers peers, long nowNs) {
        Admission admission = remote == null ? null : peers.admit(remote.getAddress());
        if (admission == null || !admission.admitted()) {
            return refused(SipCounter.SOURCE_REFUSED, transport, remote, nowNs);
        }
        if (!makeRoom(remote.getAddress(), nowNs)) {
            return refused(SipCounter.CONNECTIONS_REFUSED, transport, remote, nowNs);
        }
        counters.increment(SipCounter.CONNECTIONS_ACCEPTED);
        return admission;
    }

    private Admission refused(SipCounter why, SipTransport transport, InetSocketAddress remote, long nowNs) {
        counters.increment(why);
        log.report(why, transport + " from " + remote, nowNs);
        return null;
    }

    /**
     * Returns whether a source may have one more connection. Where it has its share of those without a dialog, or all places are taken,
     * the one of them that brought nothing for longest is closed first.
     */
    boolean makeRoom(InetAddress source, long nowNs) {
        SourceNetwork network = SourceNetwork.of(source);
        int idle = 0;
        StreamHandler longestOfSource = null;
        StreamHandler longest = null;
        for (StreamHandler connection : open) {
            if (connection.displaceable()) {
                longest = earlier(longest, connection);
                if (network.equals(SourceNetwork.of(connection.flow().remote().getAddress()))) {
                    idle++;
                    longestOfSource = earlier(longestOfSource, connection);
                }
            }
        }
        StreamHandler displaced =
                idle >= idlePerSource ? longestOfSource : open.size() >= maxConnections ? longest : null;
        if (displaced != null) {
            intake.refuse(SipCounter.CONNECTIONS_DISPLACED, "closed", displaced.flow(), nowNs);
            displaced.flow().close();
            ended(displaced, nowNs);
        }
        return open.size() < maxConnections;
    }

    private static StreamHandler earlier(StreamHandler one, StreamHandler other) {
        return one == null || other.lastReadNs() - one.lastReadNs() < 0 ? other : one;
    }

    int size() {
        return open.size();
    }

    void began(StreamHandler connection) {
        open.add(connection);
    }

    void ended(StreamHandler connection, long nowNs) {
        if (open.remove(connection) && connection.flow().markClosed()) {
            counters.increment(SipCounter.CONNECTIONS_CLOSED);
            intake.closed(connection.flow(), nowNs);
        }
    }

    /** Forgets a connection that was never open. */
    void failed(StreamFlow flow) {
        open.removeIf(connection -> connection.flow() == flow);
    }

    /** Closes what stalled. */
    void sweep(long nowNs) {
        List<StreamHandler> stalled = new ArrayList<>();
        for (StreamHandler connection : open) {
            if (connection.stalled(nowNs, firstMessageTimeoutNs, partialMessageTimeoutNs, idleTimeoutNs)) {
                stalled.add(connection);
            }
        }
        for (StreamHandler connection : stalled) {
            intake.refuse(SipCounter.STREAM_STALLED, "closed", connection.flow(), nowNs);
            connection.flow().close();
        }
    }

    void closeAll() {
        for (StreamHandler connection : new ArrayList<>(open)) {
            connection.flow().close();
        }
    }
}
