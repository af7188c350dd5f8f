package io.sidetone.bench.lane;

import com.sun.management.ThreadMXBean;
import io.sidetone.bench.harness.Findings;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.mock.MockBehavior;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
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
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * For how long is a cancelled turn still sent? The time starts when the event that commits an interruption is published
 * into the ring of a real lane with other calls. It ends when the fence is published: from then on no thread sends a frame of that
 * turn. When the thread that writes to the socket sees the fence, and does nothing else than look for it, is told beside: on few
 * processors the lane often runs where that thread ran, which cannot send meanwhile.
 *
 * <p>The measuring thread does the work of an event loop: it publishes the caller's events and checks the fence before
 * every frame. Interruptions come at fixed times (open loop), each on the next of several calls whose agent is
 * speaking. An interruption is a key, which commits at once. Afterwards every frame that passes the fence check is
 * examined: its samples name the turn it was made for. A frame of a cancelled turn fails the bench.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 6, time = 5)
public class InterruptionBench {
    private static final long LIMIT_NS = 2_000_000_000L;
    private static final int EGRESS_FRAMES = 1_024;

    /** Later than this, a thread was not just woken late. */
    private static final long LATE_NS = 1_000_000;

    /** Interruptions per second. */
    @Param("500")
    int perSecond;

    /** Calls that are interrupted in turn. */
    @Param("32")
    int speakingCalls;

    /** Calls that only make traffic, up to some thousands: 50 frames a second in each direction. */
    @Param("50")
    int otherCalls;

    /** The waiting strategy of the lane; {@code BLOCKING} is the default of the server. */
    @Param("BLOCKING")
    WaitKind wait;

    private final FenceAuditor auditor = new FenceAuditor();
    private final CommitStages stages = new CommitStages();
    private final Histogram commit = CommitStages.histogram();
    private final Histogram seen = CommitStages.histogram();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private int beside;
    private int maxCalls;
    private Lanes lanes;
    private CoughingCallers coughing;
    private OtherCalls others;
    private EgressRing egress;
    private Schedule schedule;
    private BenchCall[] calls;
    private TurnTaggingSynthesizer[] voices;
    private LongSupplier[] marks;
    private BenchCall[] byIndex;
    private int[] cancelledTurn;
    private boolean measuring;
    private int next = -1;
    private long markBefore;
    private long dueNs;
    private long publishedNs;
    private long seenNs;
    private long fencedBeforeNs;
    private long framesChecked;
    private long staleFrames;
    private long interruptions;
    private long notSpeaking;
    private long laneBytesBefore;
    private long laneBytes;

    /** Starts the lane and the other calls. */
    @Setup
    public void start() {
        // Those of the iteration before may still be on their way out.
        beside = otherCalls + 2 * CoughingCallers.LINES;
        maxCalls = beside + 2 * speakingCalls;
        lanes = new Lanes(
                new LaneSettings(1, LaneSettings.DEFAULT_RING_SIZE, maxCalls, wait),
                new CallFactory(
                        BenchCall.OBSERVER,
                        CallTaps.both(
                                (lane, setup, publisher, sequence, openedNs) -> stages,
                                (lane, setup, publisher, sequence, openedNs) ->
                                        coughing.open(lane, setup, publisher, sequence, openedNs))),
                stages);
        egress = new EgressRing(EGRESS_FRAMES, () -> {});
        lanes.register(0, egress);
        coughing = new CoughingCallers(lanes);
        others = new OtherCalls(lanes, otherCalls, coughing);
        schedule = new Schedule(1_000_000_000L / perSecond);
    }

    /** Opens new calls for every iteration, so that none grows long. */
    @Setup(Level.Iteration)
    public void open(IterationParams iteration) {
        measuring = iteration.getType() == IterationType.MEASUREMENT;
        calls = new BenchCall[speakingCalls];
        voices = new TurnTaggingSynthesizer[speakingCalls];
        marks = new LongSupplier[speakingCalls];
        byIndex = new BenchCall[maxCalls];
        cancelledTurn = new int[maxCalls];
        for (int i = 0; i < speakingCalls; i++) {
            voices[i] = new TurnTaggingSynthesizer();
            calls[i] = new BenchCall(lanes.claim(), egress, System.nanoTime());
            marks[i] = calls[i].admission().fence()::mark;
            byIndex[index(calls[i])] = calls[i];
            calls[i].open(voices[i], new MockBehavior("Hello.", "Yes.", "", "", 0));
        }
        next = -1;
        stages.counting(measuring);
        coughing.counting(measuring);
        laneBytesBefore = laneBytes();
        schedule.restart();
    }

    private long laneBytes() {
        return stages.lane() == null
                ? 0
                : threads.getThreadAllocatedBytes(stages.lane().getId());
    }

    /** Sends the agents' frames, and waits for the next interruption's time. */
    @Setup(Level.Invocation)
    public void waitForTurn() {
        send();
        dueNs = schedule.await();
        next = (next + 1) % speakingCalls;
        long beganNs = System.nanoTime();
        if (!awaitSpeaking(calls[next]) || fencedBeforeNs - dueNs <= 0 && beganNs - dueNs > LATE_NS) {
            // There was nothing to interrupt yet, or this thread was late by itself: the lane owes nothing.
            schedule.restart();
            dueNs = System.nanoTime();
        }
        send();
        markBefore = calls[next].admission().fence().mark();
        cancelledTurn[index(calls[next])] = voices[next].turn();
    }

    /** Publishes, and waits until the fence is seen. */
    @Benchmark
    public long commitUntilFenceIsSeen() {
        BenchCall call = calls[next];
        publishedNs = System.nanoTime();
        call.key(publishedNs);
        long mark = Await.awaitAbove(marks[next], markBefore, LIMIT_NS);
        seenNs = System.nanoTime();
        return mark;
    }

    /** Frames that pass the check from now on must belong to a later turn. */
    @TearDown(Level.Invocation)
    public void check() {
        if (measuring) {
            // Only what the interruption before took is owed by the lane; this thread may be late by itself.
            long fencedNs = stages.record(publishedNs, seenNs);
            commit.recordValue(Math.max(0, fencedNs - (fencedBeforeNs - dueNs > 0 ? dueNs : publishedNs)));
            seen.recordValue(seenNs - publishedNs);
            fencedBeforeNs = fencedNs;
            interruptions++;
        }
        if (calls[next].admission().fence().mark() <= markBefore) {
            throw new IllegalStateException(
                    "an interruption was not seen within two seconds; the floor is in " + calls[next].state());
        }
        send();
    }

    /** Handles each frame as an event loop does, except for writing it. */
    private void send() {
        for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
            BenchCall call = callOf(frame.handle);
            if (call != null && auditor.mayWrite(call.admission().fence(), frame.token)) {
                framesChecked++;
                int turn = frame.silence ? 0 : TurnTaggingSynthesizer.turnOf(frame.pcm[frame.samples - 1]);
                if (turn != 0 && turn <= cancelledTurn[index(call)]) {
                    staleFrames++;
                }
                auditor.written(call.admission().fence(), frame.token);
            }
            egress.release();
        }
    }

    private BenchCall callOf(long handle) {
        BenchCall call = byIndex[CallHandle.index(handle)];
        return call != null && call.admission().handle() == handle ? call : null;
    }

    private static int index(BenchCall call) {
        return CallHandle.index(call.admission().handle());
    }

    /** Returns whether the agent spoke already: an interruption is late from when there was something to interrupt. */
    private boolean awaitSpeaking(BenchCall call) {
        if (call.state() == FloorState.SPEAKING) {
            return true;
        }
        notSpeaking++;
        long giveUpNs = System.nanoTime() + LIMIT_NS;
        boolean asked = false;
        while (call.state() != FloorState.SPEAKING) {
            if (!asked && call.state() == FloorState.IDLE) {
                // On a busy machine an agent is through before its turn to be interrupted comes: it is asked again.
                call.key(System.nanoTime());
                asked = true;
            }
            if (System.nanoTime() - giveUpNs > 0) {
                throw new IllegalStateException("the agent does not speak; the floor is in " + call.state());
            }
            Thread.yield();
        }
        return false;
    }

    /** Hangs up. */
    @TearDown(Level.Iteration)
    public void hangUp() throws InterruptedException {
        laneBytes += measuring ? laneBytes() - laneBytesBefore : 0;
        stages.counting(false);
        coughing.counting(false);
        send();
        for (BenchCall call : calls) {
            call.hangUp(System.nanoTime());
        }
        long giveUpNs = System.nanoTime() + 2_000_000_000L;
        while (lanes.activeCalls() > beside && System.nanoTime() - giveUpNs < 0) {
            Thread.sleep(1);
        }
        for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
            egress.release();
        }
    }

    /** Reports, and fails on the first stale frame. */
    @TearDown
    public void stop(BenchmarkParams params) {
        others.close();
        lanes.close();
        Histogram control = schedule.wakeUpLateness();
        double ratio = (double) commit.getValueAtPercentile(99) / control.getValueAtPercentile(99);
        double rare = (double) commit.getValueAtPercentile(99.9) / control.getValueAtPercentile(99.9);
        long stale = staleFrames + auditor.counters().value(FenceCounter.STALE_FRAMES_SENT);
        Findings probe = Findings.of(params.getBenchmark())
                .count("interruptions", interruptions)
                .count("frames checked", framesChecked)
                .count("frames dropped at the fence", auditor.counters().value(FenceCounter.STALE_DROPPED))
                .count("stale frames", stale)
                .count("calls found not speaking", notSpeaking)
                .count("frames of other calls refused", others.refused())
                .count("bytes that the lane allocated per interruption", laneBytes / Math.max(1, interruptions));
        Interrupted found = new Interrupted()
                .with(Interrupted.Time.COMMIT, commit)
                .with(Interrupted.Time.WATCHED, seen)
                .with(Interrupted.Time.AWAKE, stages.awake())
                .with(Interrupted.Time.TURN, stages.turn())
                .with(Interrupted.Time.FENCE, stages.fence())
                .with(Interrupted.Time.SEEN, stages.seen())
                .with(Interrupted.Time.FRAMES, stages.framesLate())
                .with(Interrupted.Time.CONTROL, control)
                .with("interruptions", interruptions)
                .with("stale", stale)
                .with("bytes", laneBytes)
                .with("refused", others.refused());
        coughing.addTo(found);
        for (Interrupted.Time time : Interrupted.Time.values()) {
            probe.histogram(time.shown + ", µs", found.of(time));
        }
        for (CommitStages.Meanwhile what : CommitStages.Meanwhile.values()) {
            found.with(what.name(), stages.late(what));
            probe.count("waited over 200 µs for its turn, the lane meanwhile: " + what, stages.late(what));
        }
        found.report();
        probe.say(String.format(
                        Locale.ROOT,
                        "commit → fence p99 %.3f ms, %.2f times a bare wake-up's (p99.9 %.2f), %d other calls",
                        commit.getValueAtPercentile(99) / 1e6,
                        ratio,
                        rare,
                        otherCalls))
                .report();
        if (stale > 0) {
            throw new IllegalStateException(stale + " frames of cancelled turns passed the fence");
        }
    }
}
