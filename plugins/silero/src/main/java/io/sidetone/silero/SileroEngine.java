package io.sidetone.silero;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One network for all calls: every few milliseconds the windows that have become whole are run as one batch and their
 * scores told.
 *
 * <p>The lanes never wait for it and never wake it for a frame. A network that fails is loaded again after a while; until
 * then nothing is said, and the calls take their own detector.
 */
final class SileroEngine implements VoiceActivityEngine {
    private static final Logger LOG = LoggerFactory.getLogger(SileroEngine.class);
    private static final long MS = 1_000_000L;
    private static final long FIRST_WAIT_NS = 1_000 * MS;
    private static final long LONGEST_WAIT_NS = 60_000 * MS;

    /** Frames skipped say this long that the engine is too slow. */
    private static final long LATE_NS = 10_000 * MS;

    private static final long STOP_LIMIT_MS = 5_000;

    private final Network.Source source;
    private final NanoClock clock;
    private final long intervalNs;
    private final Thread thread;
    private final ConcurrentLinkedQueue<SileroSession> arrivals = new ConcurrentLinkedQueue<>();
    private final List<SileroSession> sessions = new ArrayList<>();
    private final WindowBatch narrow = new WindowBatch(SampleRate.NARROWBAND_HZ);
    private final WindowBatch wide = new WindowBatch(SampleRate.WIDEBAND_HZ);
    private Network network;
    private long waitNs = FIRST_WAIT_NS;
    private long failedNs;
    private volatile String down = "";
    private volatile long lateNs;
    private volatile long skippedFrames;
    private volatile long windows;
    private volatile boolean stopping;
    private volatile boolean ended;

    /** An engine that does nothing by itself: {@link #pass} has it work. */
    SileroEngine(Network.Source source, Network network, int intervalMs, NanoClock clock) {
        this.source = source;
        this.network = network;
        this.clock = clock;
        this.intervalNs = intervalMs * MS;
        this.lateNs = clock.nanoTime() - LATE_NS;
        this.thread = new Thread(this::run, "silero");
        thread.setDaemon(true);
    }

    /**
     * Loads the network and begins to listen.
     *
     * @param intervalMs how often whole windows are looked for; 0: no thread, whoever gives a frame judges it
     */
    static SileroEngine open(Network.Source source, int intervalMs, NanoClock clock) throws UnusableModelException {
        SileroEngine engine = new SileroEngine(source, source.load(), intervalMs, clock);
        if (intervalMs > 0) {
            engine.thread.start();
        }
        return engine;
    }

    @Override
    public boolean present() {
        return true;
    }

    @Override
    public VoiceActivitySession open(CallContext call, int sampleRateHz, VoiceActivityEvents events) {
        if (!Windows.knows(sampleRateHz)) {
            throw new IllegalArgumentException("no network for " + sampleRateHz + " Hz; give 8000 or 16000");
        }
        SileroSession session = new SileroSession(this, sampleRateHz, events);
        arrivals.add(session);
        wake();
        if (stopping) {
            events.failed(new EngineFailure(EngineFailure.UNAVAILABLE, "the server stops", false));
        } else {
            events.ready();
        }
        return session;
    }

    @Override
    public EngineHealth health() {
        if (!down.isEmpty()) {
            return EngineHealth.down(down);
        }
        if (clock.nanoTime() - lateNs < LATE_NS) {
            return EngineHealth.down("silero is too slow for its calls: " + skippedFrames
                    + " frames were skipped so far; raise vad.silero.threads or lower limits.max-calls");
        }
        return EngineHealth.up("silero, " + windows + " windows judged");
    }

    /** A session was given a frame. Lane. */
    void heard() {
        if (intervalNs == 0) {
            pass();
        }
    }

    /** A session wants to end. Lane. */
    void leaves(SileroSession session) {
        if (intervalNs == 0) {
            pass();
        } else {
            wake();
        }
        if (ended) {
            session.acknowledge();
        }
    }

    private void wake() {
        LockSupport.unpark(thread);
    }

    // ---- the engine's thread ----------------------------------------------------------------------------------------

    private void run() {
        while (!stopping) {
            pass();
            if (sessions.isEmpty() && arrivals.isEmpty() && network != null) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, intervalNs);
            }
        }
        end();
    }

    /** Adds sessions that came, removes those that leave, scores whole windows. */
    void pass() {
        try {
            admit();
            if (network != null || reload()) {
                judge();
            }
        } catch (Exception | Error fault) {
            failed(fault);
        }
    }

    private void admit() {
        for (SileroSession next = arrivals.poll(); next != null; next = arrivals.poll()) {
            sessions.add(next);
        }
        for (int i = sessions.size() - 1; i >= 0; i--) {
            if (sessions.get(i).closing()) {
                sessions.remove(i).acknowledge();
            }
        }
    }

    private void judge() {
        for (int i = 0; i < sessions.size(); i++) {
            int skipped = sessions.get(i).skipLate();
            if (skipped > 0) {
                skippedFrames += skipped;
                lateNs = clock.nanoTime();
            }
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < sessions.size(); i++) {
                SileroSession session = sessions.get(i);
                if (session.ready()) {
                    more = true;
                    add(session);
                }
            }
            judge(narrow);
            judge(wide);
        }
    }

    private void add(SileroSession session) {
        WindowBatch batch = session.rateHz() == SampleRate.NARROWBAND_HZ ? narrow : wide;
        batch.add(session);
        if (batch.isFull()) {
            judge(batch);
        }
    }

    private void judge(WindowBatch batch) {
        if (batch.size() > 0) {
            windows += batch.size();
            batch.run(network);
            waitNs = FIRST_WAIT_NS;
        }
    }

    private void failed(Throwable fault) {
        LOG.error("silero failed and is loaded again in {} s", waitNs / 1_000 / MS, fault);
        down = "silero failed: " + fault.getMessage() + "; it is loaded again by itself";
        failedNs = clock.nanoTime();
        Network broken = network;
        network = null;
        try {
            if (broken != null) {
                broken.close();
            }
        } catch (Exception | Error again) {
            LOG.warn("silero did not close", again);
        }
    }

    private boolean reload() {
        if (clock.nanoTime() - failedNs < waitNs) {
            return false;
        }
        waitNs = Math.min(LONGEST_WAIT_NS, 2 * waitNs);
        try {
            network = source.load();
        } catch (UnusableModelException | RuntimeException | Error fault) {
            failed(fault);
            return false;
        }
        down = "";
        LOG.info("silero is loaded again");
        return true;
    }

    /** Sessions that are open. The engine's thread. */
    int sessions() {
        return sessions.size();
    }

    private void end() {
        ended = true;
        admit();
        sessions.forEach(SileroSession::acknowledge);
        sessions.clear();
        if (network != null) {
            network.close();
            network = null;
        }
    }

    @Override
    public void close() {
        if (stopping) {
            return;
        }
        stopping = true;
        if (intervalNs == 0) {
            end();
            return;
        }
        wake();
        try {
            thread.join(STOP_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
