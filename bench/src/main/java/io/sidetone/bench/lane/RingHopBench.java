package io.sidetone.bench.lane;

import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does one event take from a transport's thread to the lane thread and back, on a lane without other work?
 *
 * <p>The event names a call that has ended: the lane only counts it. It is published at a fixed rate, so that the lane
 * thread sleeps in between, as in a quiet process.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RingHopBench {
    private static final long LIMIT_NS = 2_000_000_000L;

    /** Blocking is the default of the server; spinning would need a core of its own. */
    @Param("BLOCKING")
    WaitKind wait;

    @Param("1000")
    int perSecond;

    private Lanes lanes;
    private LanePublisher publisher;
    private LongSupplier effects;
    private Schedule schedule;
    private long seen;

    /** Starts the lane. */
    @Setup
    public void start() {
        lanes = new Lanes(new LaneSettings(1, 1_024, 1, wait), new CallFactory(new BenchObserver()), System::nanoTime);
        Admission gone = lanes.claim();
        lanes.abandon(gone);
        publisher = gone.publisher();
        LaneMetrics lane = lanes.metrics().get(0);
        effects = () -> lane.value(LaneCounter.STRAY_EVENTS);
        schedule = new Schedule(1_000_000_000L / perSecond);
    }

    /** Waits for the next event's time. */
    @Setup(Level.Invocation)
    public void waitForTurn() {
        schedule.await();
        seen = effects.getAsLong();
    }

    /** Measures the way there and back. */
    @Benchmark
    public long hop() {
        publisher.publish(LaneEventType.MEDIA_ALIVE, 0, 0, 0, null, System.nanoTime());
        long now = Await.awaitAbove(effects, seen, LIMIT_NS);
        if (now == seen) {
            throw new IllegalStateException("the lane did not handle an event within two seconds");
        }
        return now;
    }

    /** Stops the lane. */
    @TearDown
    public void stop() {
        lanes.close();
    }
}
