package io.sidetone.server.records.recording;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.journal.LaneRing;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.transport.metrics.CounterMeters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.agrona.collections.Int2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recordings of all calls: a tap per recorded call on its lane, a ring per lane, one thread that writes.
 *
 * <p>A lane is never held up. Frames that find no room in the ring are silence in the file and counted. A file that cannot be
 * written ends there; it is counted and logged once, and the call goes on.
 */
public final class Recordings implements CallTaps, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);
    private static final int RING_BYTES = 4 << 20;
    private static final int RING_REFS = 8;
    private static final long PAUSE_NS = 10_000_000;
    private static final long IDLE_PAUSE_NS = 200_000_000;
    private static final long SYNC_NS = 1_000_000_000;
    private static final long JOIN_MS = 5_000;

    private final Function<String, RecordingConfig> agents;
    private final RecordingFolder.Disk disk;
    private final RecordingUploads uploads;
    private final LaneRing[] rings;
    private final int[] nextId;
    private final SharedCounters<RecordingCounter> counters = new SharedCounters<>(RecordingCounter.class);
    private final Map<Integer, RecordedCall> calls = new ConcurrentHashMap<>();
    private final RecentRecordings recent = new RecentRecordings();
    private final Int2ObjectHashMap<RecordingFile> open = new Int2ObjectHashMap<>();
    private final List<RecordedCall> over = new ArrayList<>();
    private final LaneRing.Consumer writer = this::write;
    private final Thread thread = Background.thread("recording", this::run);
    private volatile boolean running = true;
    private boolean warned;
    private long syncedNs;

    /**
     * Creates the recordings of {@code lanes} lanes; {@link #start} begins to write.
     *
     * @param agents name of an agent to how its calls are recorded now; null for none. Asked on lanes
     * @param transport to where finished files are sent
     */
    public Recordings(Function<String, RecordingConfig> agents, int lanes, WebhookTransport transport) {
        this(agents, lanes, RecordingFolder::create, new RecordingUploads(transport));
    }

    Recordings(
            Function<String, RecordingConfig> agents, int lanes, RecordingFolder.Disk disk, RecordingUploads uploads) {
        this.uploads = uploads;
        this.agents = agents;
        this.disk = disk;
        this.rings = new LaneRing[lanes];
        this.nextId = new int[lanes];
        for (int i = 0; i < lanes; i++) {
            nextId[i] = i;
        }
    }

    /** Starts the recording thread; what {@code configured} folders hold of a process that died is put in order first. */
    public Recordings start(List<RecordingConfig> configured) {
        boolean any = false;
        Set<Path> sending = new LinkedHashSet<>();
        for (RecordingConfig each : configured) {
            if (each.on()) {
                any = true;
                counters.add(
                        RecordingCounter.RECOVERED,
                        RecordingFolder.recover(each.dir().orElseThrow()));
                if (each.upload().isPresent()) {
                    sending.add(each.dir().orElseThrow());
                }
            }
        }
        for (int lane = 0; any && lane < rings.length; lane++) {
            ring(lane);
        }
        thread.start();
        sending.forEach(folder -> uploads.resume(folder, agents));
        return this;
    }

    /** Returns the ring of {@code lane}; after a reload that begins to record, its first call makes it. */
    private LaneRing ring(int lane) {
        synchronized (rings) {
            if (rings[lane] == null) {
                rings[lane] = new LaneRing(RING_BYTES, RING_REFS);
            }
            return rings[lane];
        }
    }

    @Override
    public CallTap open(int lane, CallSetup setup, LanePublisher publisher, long sequence, long nowNs) {
        RecordingConfig config = running ? agents.apply(setup.who().agent()) : null;
        if (config == null || !config.on()) {
            return CallTap.NONE;
        }
        int id = nextId[lane];
        nextId[lane] += rings.length;
        RecordedCall call = new RecordedCall(id, setup, config);
        calls.put(id, call);
        recent.add(call);
        return new RecordingTap(call, ring(lane), counters);
    }

    /** Returns the recording of a call that is running or one of the last that ended, or null. Any thread. */
    public RecordedCall find(String callId) {
        return recent.find(callId);
    }

    /** Forgets the recording of {@code callId}, whose files are gone. Any thread. */
    public void forget(String callId) {
        recent.forget(callId);
    }

    /** Shows what is counted. */
    public void bindTo(MeterRegistry registry) {
        CounterMeters.bind(registry, counters);
        CounterMeters.bind(registry, uploads.counters());
    }

    SharedCounters<RecordingCounter> counters() {
        return counters;
    }

    // ---- recording thread -------------------------------------------------------------------------------------------

    private void run() {
        while (running) {
            pass(System.nanoTime());
            LockSupport.parkNanos(this, calls.isEmpty() ? IDLE_PAUSE_NS : PAUSE_NS);
        }
        pass(System.nanoTime());
        for (RecordedCall call : calls.values()) {
            RecordingFile file = open.remove(call.id());
            if (file != null) {
                file.giveUp();
                failed(call, "the server stopped");
            }
        }
    }

    /** Writes what waits in the rings, and closes what is over. */
    void pass(long nowNs) {
        // Before the rings: what its lane offered before the end is in them.
        for (RecordedCall call : calls.values()) {
            if (call.over()) {
                over.add(call);
            }
        }
        for (int lane = 0; lane < rings.length; lane++) {
            LaneRing ring;
            synchronized (rings) {
                ring = rings[lane];
            }
            while (ring != null && ring.drain(writer) > 0) {
                Thread.onSpinWait();
            }
        }
        over.forEach(this::end);
        over.clear();
        if (nowNs - syncedNs >= SYNC_NS) {
            syncedNs = nowNs;
            calls.values().forEach(this::sync);
        }
    }

    private void write(int id, JournalRecord record) {
        RecordingFile file = open.get(id);
        RecordedCall call = file == null ? calls.get(id) : file.call();
        if (call == null || !call.going()) {
            return;
        }
        try {
            (file == null ? file(call) : file).take(record);
        } catch (IOException | RuntimeException e) {
            giveUp(call, e);
        }
    }

    private RecordingFile file(RecordedCall call) throws IOException {
        RecordingFile file = open.get(call.id());
        if (file == null) {
            counters.increment(RecordingCounter.CALLS);
            file = RecordingFile.open(call, disk);
            open.put(call.id(), file);
        }
        return file;
    }

    private void sync(RecordedCall call) {
        RecordingFile file = open.get(call.id());
        if (file != null) {
            try {
                file.sync();
            } catch (IOException | RuntimeException e) {
                giveUp(call, e);
            }
        }
    }

    private void end(RecordedCall call) {
        if (!call.going()) {
            calls.remove(call.id());
            if (!call.finished().isDone()) {
                call.unrecorded();
            }
            return;
        }
        try {
            counters.add(RecordingCounter.BYTES, file(call).finish());
            counters.increment(RecordingCounter.COMPLETE);
            open.remove(call.id());
            call.complete(call.url().isPresent());
            uploads.offer(call);
            warned = false;
        } catch (IOException | RuntimeException e) {
            giveUp(call, e);
        }
        calls.remove(call.id());
    }

    private void giveUp(RecordedCall call, Exception why) {
        RecordingFile file = open.remove(call.id());
        if (file != null) {
            file.giveUp();
        }
        failed(call, "it cannot be written: " + why);
    }

    /** Logged once until a recording is whole again: a full disk is not logged for every call. */
    private void failed(RecordedCall call, String why) {
        counters.increment(RecordingCounter.FAILED);
        call.failed(why);
        if (!warned) {
            warned = true;
            LOG.warn(
                    "The recording {} is incomplete: {}; the call goes on, further ones are only counted",
                    call.file(),
                    why);
        }
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        recent.settle();
    }
}
