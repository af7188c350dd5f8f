package io.sidetone.tools.softphone.measure;

import io.sidetone.tools.softphone.wire.LineFormat;
import io.sidetone.tools.softphone.wire.PacketLog;
import java.util.concurrent.TimeUnit;

/**
 * Places the agent's packets in time: on a steady line through their timestamps, as the jitter buffer of a telephone
 * would play them.
 *
 * <p>The earliest packet of the first half second, measured against the timestamps, anchors the line. Packets that this
 * machine read late keep the place of their timestamps. A packet of another source anchors the line again. So does half
 * a second in which every packet is more than {@link #MAX_DRIFT_MS} away from the line: then the agent's clock has
 * moved.
 */
final class PacketPlaces {
    /** The jitter that a telephone's jitter buffer accepts. */
    static final int MAX_DRIFT_MS = 60;

    /** Packets must drift for this long before the clock counts as moved. */
    static final int DRIFTED_MS = 500;

    /** At the end of a call fewer packets suffice when they are further away than this. */
    private static final int FAR_MS = 1_000;

    private static final long NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final PacketLog log;
    private final int size;
    private int anchor = -1;
    private long anchorNs;

    /** Places the packets that {@code log} holds now. One thread; packets are read in their order. */
    PacketPlaces(PacketLog log) {
        this.log = log;
        this.size = log.size();
    }

    /** Returns how many packets have a place. */
    int size() {
        return size;
    }

    /** Returns when the sound of packet {@code i} begins, on the clock of the arrivals. The packet must carry sound. */
    long placeNs(int i) {
        if (anchor < 0 || log.ssrc(i) != log.ssrc(anchor) || moved(i)) {
            anchorNs = log.arrivalNs(i) - latenessNs(i);
        } else {
            anchorNs += sinceNs(anchor, i);
        }
        anchor = i;
        return anchorNs;
    }

    private boolean moved(int i) {
        long driftNs = driftNs(i);
        long sign = Long.signum(driftNs);
        int j = i;
        for (; j < size && within(i, j); j++) {
            if (belongs(i, j) && sign * driftNs(j) <= MAX_DRIFT_MS * NS_PER_MS) {
                return false;
            }
        }
        return j < size || Math.abs(driftNs) > FAR_MS * NS_PER_MS;
    }

    /** Returns how much later packet {@code i} arrived, by the timestamps, than the earliest packet of the next half second. */
    private long latenessNs(int i) {
        long latenessNs = 0;
        for (int j = i; j < size && within(i, j); j++) {
            long aheadNs = sinceNs(i, j) - (log.arrivalNs(j) - log.arrivalNs(i));
            if (belongs(i, j) && aheadNs < FAR_MS * NS_PER_MS) {
                latenessNs = Math.max(latenessNs, aheadNs);
            }
        }
        return latenessNs;
    }

    private boolean within(int i, int j) {
        return log.arrivalNs(j) - log.arrivalNs(i) <= DRIFTED_MS * NS_PER_MS;
    }

    private boolean belongs(int i, int j) {
        return log.ssrc(j) == log.ssrc(i) && LineFormat.sound(log.payloadType(j));
    }

    /** Returns how much later than its place on the line packet {@code j} arrived. */
    private long driftNs(int j) {
        return log.arrivalNs(j) - anchorNs - sinceNs(anchor, j);
    }

    private long sinceNs(int i, int j) {
        return log.sinceNs(i, j);
    }
}
