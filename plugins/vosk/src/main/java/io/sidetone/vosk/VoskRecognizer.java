package io.sidetone.vosk;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.port.vad.UnusableModelException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One model for all calls, its threads, and the count of its decoders. */
final class VoskRecognizer implements RecognizerPlugin.Engine {
    private static final Logger LOG = LoggerFactory.getLogger(VoskRecognizer.class);
    private static final int WATCH_MS = 100;
    private static final long MS = 1_000_000L;

    /** Frames lost say this long that there are too few threads. */
    private static final long LATE_NS = 10_000 * MS;

    /** Nothing that is decoded at once takes so long. */
    private static final long STUCK_NS = 5_000 * MS;

    private static final int PROBE_FRAMES = 25;

    private final VoskOptions options;
    private final ModelFolder folder;
    private final SpeechModel model;
    private final List<String> phrases;
    private final LongSupplier clock;
    private final DecoderThread[] threads;
    private final ScheduledExecutorService timer;
    private final AtomicInteger decoders = new AtomicInteger();
    private final Set<VoskSession> sessions = ConcurrentHashMap.newKeySet();
    private volatile long lateNs;
    private volatile boolean closed;
    private volatile boolean gone;

    private VoskRecognizer(
            VoskOptions options, ModelFolder folder, SpeechModel model, List<String> phrases, LongSupplier clock) {
        this.options = options;
        this.folder = folder;
        this.model = model;
        this.phrases = phrases;
        this.clock = clock;
        this.lateNs = clock.getAsLong() - LATE_NS;
        this.threads = new DecoderThread[options.threads()];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new DecoderThread("vosk-" + options.name() + "-" + i, clock);
        }
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "vosk-" + options.name() + "-watch");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Loads the model; nothing runs before {@link #start}.
     *
     * @throws UnusableModelException when it cannot be used
     */
    static VoskRecognizer load(SpeechModel.Source source, VoskOptions options, LongSupplier clock)
            throws UnusableModelException {
        ModelFolder folder = ModelFolder.of(options.model());
        SpeechModel model = source.load(folder);
        try {
            List<String> phrases = Phrases.of(options.phrases(), folder, model);
            return new VoskRecognizer(options, folder, model, phrases, clock);
        } catch (UnusableModelException | RuntimeException | Error unusable) {
            model.close();
            throw unusable;
        }
    }

    /** Begins to serve. */
    void start() {
        for (DecoderThread thread : threads) {
            thread.start();
        }
        timer.scheduleWithFixedDelay(() -> watch(nowNs()), WATCH_MS, WATCH_MS, TimeUnit.MILLISECONDS);
    }

    /** Does a stretch of work for each session on this thread, where {@link #start} was not called. */
    boolean pass() {
        boolean worked = false;
        for (DecoderThread thread : threads) {
            worked |= thread.pass();
        }
        return worked;
    }

    /** Has sessions answer that wait for too long. */
    void watch(long nowNs) {
        for (VoskSession session : sessions) {
            try {
                session.watch(nowNs);
            } catch (RuntimeException fault) {
                LOG.error("a session of vosk could not be answered for", fault);
            }
        }
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        DecoderThread thread = threads[0];
        for (DecoderThread other : threads) {
            if (other.sessions().get() < thread.sessions().get()) {
                thread = other;
            }
        }
        VoskSession session = new VoskSession(this, thread, call.fence(), events);
        thread.sessions().incrementAndGet();
        sessions.add(session);
        if (closed) {
            events.failed(Token.NONE, new EngineFailure(EngineFailure.UNAVAILABLE, "the server stops", false));
        } else {
            session.opened();
        }
        return session;
    }

    @Override
    public int sampleRateHz() {
        return folder.sampleRateHz();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.TRANSCRIPTS;
    }

    @Override
    public EngineHealth health() {
        long nowNs = nowNs();
        for (DecoderThread thread : threads) {
            if (thread.busyForNs(nowNs) > STUCK_NS) {
                return EngineHealth.down("vosk has been busy with 200 ms of sound for more than "
                        + STUCK_NS / 1_000 / MS + " s; restart the server, and try another model if it comes again");
            }
        }
        if (nowNs - lateNs < LATE_NS) {
            return EngineHealth.down("vosk is too slow for its calls and lost frames; raise engines." + options.name()
                    + ".options.threads, use a smaller model, or lower limits.max-calls");
        }
        return EngineHealth.up(described());
    }

    private String described() {
        return "vosk, " + folder.path().getFileName() + " at " + folder.sampleRateHz() + " Hz, " + decoders.get()
                + " of " + options.decoders() + " decoders in use";
    }

    @Override
    public CompletableFuture<EngineHealth> check() {
        CompletableFuture<EngineHealth> found = new CompletableFuture<>();
        long token = Token.of(0, 0);
        RecognizerSession session = open(
                new CallContext("check-engines", "", "", "", 1, new Fence()),
                new ProbeEvents(found, options.model() + " at " + sampleRateHz() + " Hz"));
        session.start(token, ListenHint.OPEN);
        short[] silence = new short[sampleRateHz() / 50];
        for (int i = 0; i < PROBE_FRAMES; i++) {
            session.audio(silence, 0, silence.length);
        }
        session.end(token, false);
        found.whenComplete((result, none) -> session.close());
        return found;
    }

    // ---- for sessions -----------------------------------------------------------------------------------------------

    VoskOptions options() {
        return options;
    }

    long nowNs() {
        return clock.getAsLong();
    }

    long finalizeNs() {
        return options.finalizeMs() * MS;
    }

    /** A frame was lost because its thread is behind. */
    void late() {
        lateNs = clock.getAsLong();
    }

    /** Makes a decoder; null when all are in use. Decoder threads. */
    SpeechDecoder tryDecoder() {
        if (decoders.incrementAndGet() > options.decoders()) {
            decoders.decrementAndGet();
            return null;
        }
        SpeechDecoder made = null;
        try {
            made = model.decoder(phrases);
            return made;
        } finally {
            if (made == null) {
                decoders.decrementAndGet();
            }
        }
    }

    /** Frees a decoder. Decoder threads. */
    void freed(SpeechDecoder decoder) {
        decoders.decrementAndGet();
        decoder.close();
    }

    EngineFailure exhausted() {
        return new EngineFailure(
                "exhausted",
                "every decoder of vosk is in use by another call; raise engines." + options.name()
                        + ".options.decoders",
                true);
    }

    void closed(VoskSession session, DecoderThread thread) {
        sessions.remove(session);
        thread.sessions().decrementAndGet();
    }

    /** Returns whether sessions are no longer answered for. */
    boolean gone() {
        return gone;
    }

    /** Sessions not yet closed. */
    Set<VoskSession> sessions() {
        return sessions;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        sessions.forEach(VoskSession::shut);
        for (DecoderThread thread : threads) {
            thread.shutDown();
        }
        gone = true;
        sessions.forEach(VoskSession::orphaned);
        timer.shutdownNow();
        model.close();
    }
}
