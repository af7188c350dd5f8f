package io.sidetone.bench.lane;

import com.sun.management.ThreadMXBean;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.bench.audio.Filters;
import io.sidetone.bench.audio.Voice;
import io.sidetone.bench.harness.Findings;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.Synthesizer;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Benchmark of what a lane spends on 20 ms of one call. A frame in through the ring, detector, resampler 8 → 16 kHz, turn engine
 * and floor, its share of the four ticks of that time, and a frame out of the egress ring.
 *
 * <p>With several calls they take turns, each with sound and a phase of its own: the caches are as cold as in a server with so many
 * calls. One call alone finds everything where it left it.
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

    /** As in a server: one ring for all calls of a lane and a loop. */
    private static final int EGRESS_FRAMES = 2_048;

    /** Calls begin at different places of their sound. */
    private static final int PHASE = 37;

    /** People breathe: a detector takes sound without pauses for line noise. The pause is too short to end a turn. */
    private static final int PAUSE_FRAMES = 40;

    /** Less is nothing: a call may allocate when its turn changes, and never for a frame. */
    private static final double LEAST_BYTES = 0.5;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Silence; the caller speaks and the recognizer is fed; the agent speaks. */
    @Param({"idle", "listening", "speaking"})
    String floor;

    /** Calls that the lane serves in turn. */
    @Param({"1", "50", "400", "2000"})
    int calls;

    private SteppedLane lane;
    private EgressRing egress;
    private Line[] lines;
    private FloorState target;
    private int next;
    private int ticksDue;
    private long nowNs = 1_000_000_000L;
    private long clockRead;
    private long sent;
    private long frames;
    private long allocatedBytes;

    /** One call and what it hears. */
    private static final class Line {
        private final BenchCall call;
        private final short[][] frames;
        private int at;

        Line(BenchCall call, short[][] frames, int at) {
            this.call = call;
            this.frames = frames;
            this.at = at;
        }

        short[] next() {
            short[] frame = frames[at];
            at = at == FRAMES - 1 ? 0 : at + 1;
            return frame;
        }
    }

    /** Opens the calls and brings them to the state {@code floor}. */
    @Setup
    public void begin() throws InterruptedException {
        Filters.ready();
        target = FloorState.valueOf(floor.toUpperCase(Locale.ROOT));
        lane = new SteppedLane(1_024, calls, new CallFactory(BenchCall.OBSERVER), this::readClock);
        egress = lane.egressRing(EGRESS_FRAMES);
        lines = new Line[calls];
        for (int i = 0; i < calls; i++) {
            lines[i] = line(i);
            // The ring has no room for the beginning of all calls at once.
            lane.tick(nowNs, nowNs);
        }
        if (floor.equals("listening")) {
            // A line begins with silence.
            all(FRAMES);
            for (Line line : lines) {
                Voice caller = new Voice(8_000);
                for (int i = 0; i < FRAMES - PAUSE_FRAMES; i++) {
                    caller.fill(line.frames[i], 0, line.frames[i].length);
                }
            }
        }
        all(FRAMES);
        requireFloor();
    }

    private Line line(int number) {
        BenchCall call = new BenchCall(lane.claim(), egress, nowNs);
        boolean speaking = floor.equals("speaking");
        // The caller's longest turn ends after one hour of call time: the answer is short, and the caller continues.
        Synthesizer voice = speaking ? new EndlessVoice(8_000) : new MockSynthesizer(1);
        call.open(voice, new MockBehavior(speaking ? "Hello." : "", "Well.", "", "", 0));
        return new Line(call, quietLine(1 + number), number * PHASE % FRAMES);
    }

    private void all(int framesEach) {
        for (int i = 0; i < framesEach * calls; i++) {
            frame();
        }
    }

    /** Counts what the thread has allocated from here on. */
    @Setup(Level.Iteration)
    public void count() {
        frames = 0;
        allocatedBytes = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** One frame of the next call in, its share of 20 ms of ticks, the frames of those out. */
    @Benchmark
    public long frame() {
        frames++;
        Line line = lines[next];
        next = next == calls - 1 ? 0 : next + 1;
        line.call.hear(line.next(), nowNs);
        for (ticksDue += TICKS_PER_FRAME; ticksDue >= calls; ticksDue -= calls) {
            nowNs += TICK_NS;
            lane.tick(nowNs, nowNs);
        }
        for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
            sent += frame.samples;
            egress.release();
        }
        return sent;
    }

    /** Ends the count. */
    @TearDown(Level.Iteration)
    public void counted() {
        allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - allocatedBytes;
    }

    /** Says what a frame of the last iteration allocated. */
    @TearDown
    public void report(BenchmarkParams bench) {
        double bytes = (double) allocatedBytes / frames;
        // What is allocated does not depend on what else the machine does.
        Findings.of(bench.getBenchmark())
                .say(String.format(
                        Locale.ROOT,
                        "lane step, %s, %d calls, allocated for a frame %.2f B: %s",
                        floor,
                        calls,
                        bytes,
                        new Quiet(0).judged(bytes < LEAST_BYTES, "at most 0 B")))
                .report();
    }

    /** Fails when a call is in another state, because the result would mislead. */
    @TearDown
    public void requireFloor() {
        for (Line line : lines) {
            if (line.call.state() != target) {
                throw new IllegalStateException("a call is in " + line.call.state() + ", not in " + target);
            }
        }
    }

    private long readClock() {
        clockRead = System.nanoTime();
        return nowNs;
    }

    private static short[][] quietLine(int seed) {
        short[][] quiet = new short[FRAMES][160];
        SpeechNoise noise = new SpeechNoise(8_000, seed, -70);
        for (short[] frame : quiet) {
            noise.fill(frame, 0, frame.length);
        }
        return quiet;
    }
}
