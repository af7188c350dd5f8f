package io.sidetone.transport.sip.endpoint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The TCP connections of an endpoint: how many there may be, and which have lain still too long. One thread. */
final class StreamConnections {
    private final Set<StreamHandler> open = new LinkedHashSet<>();
    private final int maxConnections;
    private final long partialMessageTimeoutNs;
    private final long idleTimeoutNs;
    private final SipCounters counters;
    private final MessageIntake intake;

    StreamConnections(
            int maxConnections,
            long partialMessageTimeoutNs,
            long idleTimeoutNs,
            SipCounters counters,
            MessageIntake intake) {
        this.maxConnections = maxConnections;
        this.partialMessageTimeoutNs = partialMessageTimeoutNs;
        this.idleTimeoutNs = idleTimeoutNs;
        this.counters = counters;
        this.intake = intake;
    }

    boolean full() {
        return open.size() >= maxConnections;
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
            if (connection.stalled(nowNs, partialMessageTimeoutNs, idleTimeoutNs)) {
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
