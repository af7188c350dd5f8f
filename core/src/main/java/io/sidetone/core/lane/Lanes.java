package io.sidetone.core.lane;

import io.sidetone.core.metrics.DurationRecorder;
import io.sidetone.core.metrics.LaneMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/**
 * All lanes and the table of calls: what transports see of the core.
 *
 * <p>Thread-safe. {@link #claim} admits a call, its {@link Admission#publisher} carries everything after that.
 */
public final class Lanes implements AutoCloseable {
    private final CallTable table;
    private final Lane[] lanes;

    /** Creates and starts the lanes of {@code settings}; {@code factory} makes their calls. */
    public Lanes(LaneSettings settings, LaneCall.Factory factory, NanoClock clock) {
        this.table = new CallTable(settings.maxCalls(), settings.lanes());
        this.lanes = new Lane[settings.lanes()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(i, settings, table, factory, clock);
            lanes[i].start();
        }
    }

    /** Claims a slot for a call; null when the table is full. */
    public Admission claim() {
        return table.claim(handle -> lanes[table.laneOf(CallHandle.index(handle))].publisher(handle));
    }

    /** Gives back a slot whose call was never opened. */
    public void abandon(Admission admission) {
        table.release(admission.handle());
    }

    /** Has {@code lane} wake the consumer of {@code ring} after each tick that published frames. At set-up. */
    public void register(int lane, EgressRing ring) {
        lanes[lane].handler().register(ring);
    }

    /** Number of lanes. */
    public int count() {
        return lanes.length;
    }

    /** Calls admitted and not yet released. */
    public int activeCalls() {
        return table.active();
    }

    /** Calls that fit. */
    public int capacity() {
        return table.capacity();
    }

    /** Returns what each lane counts. */
    public List<LaneMetrics> metrics() {
        List<LaneMetrics> all = new ArrayList<>();
        for (Lane lane : lanes) {
            all.add(lane.metrics());
        }
        return all;
    }

    /** Ring offers refused, over all lanes. */
    public long ringRefused() {
        long sum = 0;
        for (Lane lane : lanes) {
            sum += lane.refused();
        }
        return sum;
    }

    /** Returns how late the ticks of each lane were published. */
    public List<DurationRecorder> tickLateness() {
        return Stream.of(lanes).map(Lane::tickLateness).toList();
    }

    @Override
    public void close() {
        for (Lane lane : lanes) {
            lane.stop();
        }
    }
}
