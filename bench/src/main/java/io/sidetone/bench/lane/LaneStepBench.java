package io.sidetone.bench.lane;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.bench.audio.Filters;
import io.sidetone.bench.audio.Voice;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.Synthesizer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * What does a lane spend on 20 ms of one call? A frame in through the ring, detector, resampler 8 → 16 kHz, turn engine
 * and floor, the four ticks of that time, and a frame out of the egress ring.
 *
 * <p>The time is the bench's own and runs as fast as the lane; the handler still reads the clock.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LaneStepBench {
    private static final long TICK_NS = 5_000_000L;
    private static final int TICKS_PER_FRAME = 4;
    private static final int FRAMES = 100;

    /** People breathe: a detector takes sound without pauses for line noise. The pause is too short to end a turn. */
    private static final int PAUSE_FRAMES = 40;

    /** Silence; the caller speaks and the recognizer is fed; the agent speaks. */
    @Param({"idle", "listening", "speaking"})
    String floor;

    private SteppedLane lane;
    private EgressRing egress;
    private BenchCall call;
    private FloorState target;
    private short[][] frames;
    private int next;
    private long nowNs = 1_000_000_000L;
    private long clockRead;
    private long sent;

    /** Opens the call and brings it to the state {@code floor}. */
    @Setup
    public void begin() throws InterruptedException {
        Filters.ready();
        open();
    }

    /** Returns the bench with its call in the state {@code floor}, with the filters in use. */
    public static LaneStepBench opened(String floor) {
        LaneStepBench bench = new LaneStepBench();
        bench.floor = floor;
        bench.open();
        return bench;
    }

    private void open() {
        target = FloorState.valueOf(floor.toUpperCase(Locale.ROOT));
        lane = new SteppedLane(1_024, 1, new CallFactory(new BenchObserver()), this::readClock);
        egress = lane.egressRing(64);
        call = new BenchCall(lane.claim(), egress, nowNs);
        boolean speaking = floor.equals("speaking");
        // The caller's longest turn ends after one hour of call time: the answer is short, and the caller continues.
        Synthesizer voice = speaking ? new EndlessSynthesizer() : new MockSynthesizer(1);
        call.open(voice, new MockBehavior(speaking ? "Hello." : "", "Well.", "", "", 0));
        frames = quietLine();
        if (floor.equals("listening")) {
            // A line begins with silence.
            for (int i = 0; i < FRAMES; i++) {
                frame();
            }
            Voice caller = new Voice(8_000);
            for (int i = 0; i < FRAMES - PAUSE_FRAMES; i++) {
                caller.fill(frames[i], 0, frames[i].length);
            }
        }
        for (int i = 0; i < FRAMES; i++) {
            frame();
        }
        requireFloor();
    }

    /** One frame in, 20 ms, one frame out. */
    @Benchmark
    public long frame() {
        call.hear(frames[next], nowNs);
        next = next == FRAMES - 1 ? 0 : next + 1;
        for (int i = 0; i < TICKS_PER_FRAME; i++) {
            nowNs += TICK_NS;
            lane.tick(nowNs, nowNs);
        }
        for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
            sent += frame.samples;
            egress.release();
        }
        return sent;
    }

    /** Fails when the call is in another state, because the result would mislead. */
    @TearDown
    public void requireFloor() {
        if (call.state() != target) {
            throw new IllegalStateException("the call is in " + call.state() + ", not in " + target);
        }
    }

    private long readClock() {
        clockRead = System.nanoTime();
        return nowNs;
    }

    private static short[][] quietLine() {
        short[][] quiet = new short[FRAMES][160];
        SpeechNoise noise = new SpeechNoise(8_000, 1, -70);
        for (short[] frame : quiet) {
            noise.fill(frame, 0, frame.length);
        }
        return quiet;
    }
}
