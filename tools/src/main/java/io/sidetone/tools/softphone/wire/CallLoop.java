package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.SampleRate;
import io.sidetone.tools.softphone.scenario.Scenario;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The caller's 20 ms timer. On each absolute deadline it passes the agent's packets to the scenario and sends the next
 * packet. Runs until the caller hangs up or {@link #stop} is called.
 */
public final class CallLoop implements Runnable {
    /** Time between two packets. */
    public static final long FRAME_NS = 20_000_000L;

    private final Scenario scenario;
    private final CallerSender sender;
    private final PacketLog arrivals;
    private final LatenessLog lateness;
    private final LongSupplier clock;
    private final AgentDecoder decoder;
    private final short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
    private int nextArrival;
    private volatile boolean running = true;

    /** Connects a scenario with its packets; {@code clock} is monotonic, in nanoseconds. */
    public CallLoop(
            Scenario scenario, CallerSender sender, PacketLog arrivals, LatenessLog lateness, LongSupplier clock) {
        this.scenario = scenario;
        this.sender = sender;
        this.arrivals = arrivals;
        this.decoder = new AgentDecoder(arrivals, SampleRate.NARROWBAND_HZ);
        this.lateness = lateness;
        this.clock = clock;
        sender.onActionDone(scenario::actionDone);
    }

    @Override
    public void run() {
        long deadlineNs = clock.getAsLong();
        while (running && !sender.hungUp()) {
            long nowNs = clock.getAsLong();
            while (running && nowNs - deadlineNs < 0) {
                LockSupport.parkNanos(deadlineNs - nowNs);
                nowNs = clock.getAsLong();
            }
            lateness.add(nowNs - deadlineNs);
            step(deadlineNs);
            deadlineNs += FRAME_NS;
        }
    }

    /**
     * Handles one deadline: reads the packets that arrived, runs the scenario, sends a packet. The scenario gets the
     * time of the deadline. A loop that was held up sends several packets at once; a sound must not begin in a packet
     * that was due before the sound's time.
     */
    void step(long deadlineNs) {
        int arrived = arrivals.size();
        for (; nextArrival < arrived; nextArrival++) {
            int samples = decoder.decode(nextArrival, pcm);
            scenario.agentPacket(arrivals.arrivalNs(nextArrival), arrivals.timestamp(nextArrival), pcm, 0, samples);
        }
        scenario.tick(deadlineNs);
        if (!sender.hungUp()) {
            sender.step(clock.getAsLong());
        }
    }

    /** Ends the loop at its next deadline; any thread. */
    public void stop() {
        running = false;
    }
}
