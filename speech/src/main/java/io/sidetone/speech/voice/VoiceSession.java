package io.sidetone.speech.voice;

import io.netty.channel.EventLoop;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.WordTimes;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.NetFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Synthesis for one call by a service. The lane's methods pass to one event loop, which does everything else and
 * publishes every event: clauses in order, within the call's credit. The driver calls the methods below {@code close}
 * on that loop.
 */
public final class VoiceSession implements SynthesisSession {
    private static final int HELD_HIGH_MS = 8_000;
    private static final int HELD_LOW_MS = 4_000;
    private static final int MAX_RETRY_MS = 2_000;
    private static final int RETRY_MS = 200;

    /** No voice is slower: longer audio is noise, or not the requested text. */
    private static final double MAX_S_PER_CHAR = 0.5;

    private static final int MAX_EXTRA_S = 10;

    private final EventLoop loop;
    private final SynthesisEvents events;
    private final VoiceProfile profile;
    private final EngineMeter meter;
    private final LongSupplier nanoClock;
    private final VoiceDriver driver;
    private final Clauses clauses;
    private final Random jitter;
    private final AtomicBoolean pumping = new AtomicBoolean();
    private final Runnable pumpTask = this::pumpOnce;

    // Written by the lane.
    private final TurnCredits credits = new TurnCredits();
    private volatile long cancelledThrough = Token.NONE;
    private volatile boolean closing;

    // Loop.
    private final CallContext call;
    private ScheduledFuture<?> watch;
    private boolean reading = true;
    private boolean ready;
    private boolean publishing;
    private boolean released;
    private EngineFailure down;

    private VoiceSession(
            EventLoop loop,
            CallContext call,
            SynthesisEvents events,
            VoiceProfile profile,
            EngineMeter meter,
            LongSupplier nanoClock,
            Function<VoiceSession, VoiceDriver> driver) {
        this.loop = loop;
        this.call = call;
        this.events = events;
        this.profile = profile;
        this.meter = meter;
        this.nanoClock = nanoClock;
        this.clauses = new Clauses(events, this::dead);
        this.jitter = new Random(call.seed());
        this.driver = driver.apply(this);
    }

    /**
     * Opens a session on {@code loop}. {@code driver} receives the session and must not use it before the driver itself
     * is opened.
     */
    public static VoiceSession open(
            EventLoop loop,
            CallContext call,
            SynthesisEvents events,
            VoiceProfile profile,
            EngineMeter meter,
            LongSupplier nanoClock,
            Function<VoiceSession, VoiceDriver> driver) {
        VoiceSession session = new VoiceSession(loop, call, events, profile, meter, nanoClock, driver);
        loop.execute(session.driver::open);
        return session;
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void speak(long token, int clause, String text) {
        if (!closing) {
            SpokenClause requested = new SpokenClause(token, clause, text, credits.of(token));
            loop.execute(() -> accept(requested));
        }
    }

    @Override
    public void credit(long token, int ms) {
        if (credits.of(token).grant(ms) && pumping.compareAndSet(false, true)) {
            loop.execute(pumpTask);
        }
    }

    @Override
    public void cancel(long throughToken) {
        cancelledThrough = Math.max(cancelledThrough, throughToken);
        loop.execute(this::dropDead);
    }

    @Override
    public void close() {
        if (!closing) {
            closing = true;
            loop.execute(this::release);
        }
    }

    // ---- the driver's side ------------------------------------------------------------------------------------------

    /** The service can receive requests; it is called again after each new connection. */
    public void opened() {
        if (!ready && !closing && down == null) {
            ready = true;
            events.ready();
        }
        pump();
    }

    /** Returns whether the call closed this session. */
    public boolean closing() {
        return closing;
    }

    /** Returns whether {@code clause} was dropped: its audio need not be decoded. */
    public boolean dead(SpokenClause clause) {
        return closing || dead(clause.token());
    }

    private boolean dead(long token) {
        return token <= cancelledThrough || call.fence().isDead(token);
    }

    /** Returns the meter of the session. */
    public EngineMeter meter() {
        return meter;
    }

    /** Returns the loop of the session. */
    public EventLoop loop() {
        return loop;
    }

    /**
     * Takes audio of a requested clause: {@code samples} samples of mono PCM16 at {@code sampleRateHz}; the caller
     * keeps the array.
     */
    public void audio(SpokenClause clause, int sampleRateHz, short[] pcm, int samples) {
        if (dead(clause) || clause.over) {
            meter.lateDropped.increment();
            return;
        }
        if (samples == 0) {
            return;
        }
        if (!clause.sounded()) {
            meter.first(nanoClock.getAsLong() - clause.askedNs);
        }
        // The sum is rounded, not each piece, so that many small pieces count as much as one large one.
        long beforeMs = clause.receivedSamples * 1_000 / sampleRateHz;
        meter.audioMs.add((clause.receivedSamples + samples) * 1_000 / sampleRateHz - beforeMs);
        clause.rateHz = clauses.rateOfTurn(clause.token(), sampleRateHz);
        if (clause.rateHz == sampleRateHz) {
            clause.pcm.add(pcm, samples);
        } else {
            if (clause.resampler == null || clause.resampler.inputRateHz() != sampleRateHz) {
                clause.resampler = Resamplers.create(sampleRateHz, clause.rateHz);
            }
            short[] out = new short[(int) ((long) samples * clause.rateHz / sampleRateHz) + 8];
            clause.pcm.add(out, clause.resampler.process(pcm, 0, samples, out, 0));
        }
        clause.receivedSamples += samples;
        if (clause.receivedSamples > (MAX_EXTRA_S + clause.text().length() * MAX_S_PER_CHAR) * sampleRateHz) {
            driver.drop(clause);
            failed(clause, NetFailures.broken(profile.service(), "sent far more audio than the text is long"));
            return;
        }
        if (clause.receivedSamples - clause.progressSamples >= sampleRateHz / 50) {
            // Pieces too short for a frame are no progress.
            clause.progressSamples = clause.receivedSamples;
            rewatch();
        }
        publish();
        throttle();
    }

    /** Takes the times of all known words of a clause; its next chunk carries them. */
    public void words(SpokenClause clause, WordTimes times) {
        if (!dead(clause) && !clause.over && times.words() > 0) {
            clause.words = times;
            clause.wordsNew = true;
        }
    }

    /** The service has sent the whole clause. */
    public void complete(SpokenClause clause) {
        if (clause.over || dead(clause)) {
            return;
        }
        if (!clause.sounded()) {
            failed(clause, NetFailures.broken(profile.service(), "sent no audio for a clause"));
            return;
        }
        clause.over = true;
        meter.whole(nanoClock.getAsLong() - clause.askedNs);
        pump();
    }

    /**
     * The service will not send the clause, or its rest; a clause without any audio is requested again when that may
     * help.
     */
    public void failed(SpokenClause clause, EngineFailure failure) {
        if (clause.over || dead(clause)) {
            return;
        }
        boolean again = failure.retryable()
                && (EngineFailure.RATE_LIMITED.equals(failure.code())
                        || EngineFailure.UNAVAILABLE.equals(failure.code()))
                && failure.retryAfterMs() <= MAX_RETRY_MS
                && !clause.sounded()
                && clause.tries < profile.tries();
        if (again) {
            askAgain(clause, Math.max(failure.retryAfterMs(), RETRY_MS) + jitter.nextInt(RETRY_MS / 2));
        } else {
            end(clause, failure);
            pump();
        }
    }

    private void end(SpokenClause clause, EngineFailure failure) {
        clause.over = true;
        clause.failure = failure;
        if (clause.tries > 0) {
            meter.failures.increment();
        }
    }

    /** Requests a clause again in {@code ms}; none of it was heard. */
    public void askAgain(SpokenClause clause, int ms) {
        clause.asked = false;
        clause.resting = true;
        loop.schedule(
                () -> {
                    clause.resting = false;
                    pump();
                },
                ms,
                TimeUnit.MILLISECONDS);
        pump();
    }

    /** Returns the clauses that were requested and are not finished, in order. */
    public List<SpokenClause> underWay() {
        return clauses.underWay();
    }

    /** The session cannot continue: fails every pending clause, then the session. */
    public void lost(EngineFailure failure) {
        if (closing || down != null) {
            return;
        }
        down = failure;
        stopWatch();
        for (SpokenClause clause : clauses.all()) {
            if (!clause.over) {
                end(clause, failure);
            }
        }
        publish();
        clauses.abandon(failure);
        events.failed(Token.NONE, 0, failure);
    }

    /** The driver has released everything; called once, after {@link VoiceDriver#close}. */
    public void released() {
        if (!released) {
            released = true;
            events.closed();
        }
    }

    /** Requests the next clauses and publishes the allowed audio. */
    public void pump() {
        if (closing || down != null) {
            return;
        }
        publish();
        askNext();
        throttle();
        rewatch();
    }

    // ---- loop -------------------------------------------------------------------------------------------------------

    private void pumpOnce() {
        pumping.set(false);
        pump();
    }

    private void accept(SpokenClause clause) {
        if (closing || dead(clause.token())) {
            return;
        }
        EngineFailure refused = down != null ? down : clauses.refusal(clause);
        if (refused != null) {
            events.failed(clause.token(), clause.index(), refused);
            return;
        }
        clauses.add(clause);
        pump();
    }

    private void askNext() {
        if (!ready) {
            return;
        }
        int underWay = 0;
        for (SpokenClause clause : new ArrayList<>(clauses.all())) {
            boolean enough = clause != clauses.head() && clauses.heldMs() >= HELD_LOW_MS;
            if (underWay >= profile.ahead() || enough || down != null) {
                return;
            }
            if (!clause.asked && !clause.over && !clause.resting) {
                clause.asked = true;
                clause.tries++;
                clause.askedNs = nanoClock.getAsLong();
                clause.progressSamples = 0;
                if (!driver.ask(clause)) {
                    clause.asked = false;
                    clause.tries--;
                    return;
                }
                if (clause.tries == 1) {
                    meter.requests.increment();
                    meter.characters.add(clause.text().length());
                }
            }
            underWay += clause.over ? 0 : 1;
        }
    }

    private void publish() {
        if (publishing) {
            return;
        }
        publishing = true;
        try {
            for (SpokenClause head = clauses.head(); head != null && !closing; head = clauses.head()) {
                if (dead(head.token())) {
                    dropDead();
                    continue;
                }
                PcmChunk chunk = clauses.next();
                if (chunk != null) {
                    events.audio(head.token(), head.index(), chunk);
                    driver.published(head, ceilMs(chunk));
                } else if (!clauses.finishHead()) {
                    return;
                }
            }
        } finally {
            publishing = false;
        }
    }

    private static int ceilMs(PcmChunk chunk) {
        return (int) ((chunk.samples() * 1_000L + chunk.sampleRateHz() - 1) / chunk.sampleRateHz());
    }

    private void dropDead() {
        for (SpokenClause clause : clauses.removeDead()) {
            if (clause.asked) {
                if (!clause.over) {
                    meter.cancelled.increment();
                }
                driver.drop(clause);
            }
        }
        if (!publishing) {
            pump();
        }
    }

    /** Stops reading from a service that is far ahead of playout. */
    private void throttle() {
        int heldMs = clauses.heldMs();
        boolean starving = clauses.headStarves();
        if (reading && heldMs >= HELD_HIGH_MS && !starving) {
            reading = false;
            driver.reading(false);
            stopWatch();
        } else if (!reading && (heldMs < HELD_LOW_MS || starving)) {
            reading = true;
            driver.reading(true);
            rewatch();
        }
    }

    private void rewatch() {
        stopWatch();
        List<SpokenClause> under = reading && !closing && down == null ? clauses.underWay() : List.of();
        if (under.isEmpty()) {
            return;
        }
        SpokenClause first = under.get(0);
        boolean begun = first.sounded();
        int ms = begun
                ? profile.deadlines().silenceMs()
                : profile.deadlines().firstByteMs()
                        + (driver.dials() ? profile.deadlines().connectMs() : 0);
        if (ms > 0) {
            String what = begun ? "the next audio of a clause" : "the first audio of a clause";
            watch = loop.schedule(
                    () -> driver.hung(first, NetFailures.timeout(profile.service(), what, ms)),
                    ms,
                    TimeUnit.MILLISECONDS);
        }
    }

    private void stopWatch() {
        if (watch != null) {
            watch.cancel(false);
            watch = null;
        }
    }

    private void release() {
        stopWatch();
        clauses.clear();
        driver.close();
    }
}
