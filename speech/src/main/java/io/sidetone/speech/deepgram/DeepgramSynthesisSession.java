package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Failures;
import io.sidetone.speech.net.SocketRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Synthesis for one call. Audio bears no name: it belongs to the oldest batch that is not {@code Flushed}, and to nobody
 * between a {@code Clear} and its {@code Cleared}. Methods of the port hand over to the event loop, which has all state.
 *
 * <p>A batch is one clause while there are flushes to spare, so that its end is known exactly. When they become scarce the
 * text is sent all the same, for the service speaks whole sentences by itself; the flush follows when no more text comes,
 * or when it is allowed again.
 */
final class DeepgramSynthesisSession implements SynthesisSession, LinkOwner {
    static final String FLUSH = "{\"type\":\"Flush\"}";
    static final String CLEAR = "{\"type\":\"Clear\"}";
    static final String CLOSE = "{\"type\":\"Close\"}";

    private static final int MAX_CLAUSE_CHARS = 2_000;
    private static final int MAX_CLAUSES = 256;
    private static final int MAX_BATCH_CHARS = 1_000;

    /** When flushes are scarce, a batch waits so long for its next clause. */
    private static final int GATHER_MS = 250;

    /** Batches of a turn at the service: one that is spoken, one behind it so that there is no gap. */
    private static final int MAX_BATCHES = 2;

    /** Audio that waits for credit beyond which nothing more is asked for. */
    private static final int AHEAD_MS = 4_000;

    private static final double USUAL_MS_PER_CHAR = 62;
    private static final int MOST_MS_PER_CHAR = 500;
    private static final int MOST_MS = 10_000;

    /** A service that refuses a flush is asked again after this. */
    private static final int REFUSED_MS = 2_000;

    private static final long MS = 1_000_000;

    private final DeepgramSynthesizerSettings settings;
    private final Fence fence;
    private final SynthesisEvents events;
    private final EngineMeter meter;
    private final EventLoop loop;
    private final DeepgramLink link;
    private final FlushBudget budget;
    private final int patienceMs;
    private final Deque<SpokenTurn> turns = new ArrayDeque<>();
    private final Deque<SpeechBatch> batches = new ArrayDeque<>();
    private volatile long cancelledThrough = Token.NONE;
    private ScheduledFuture<?> clearing;
    private ScheduledFuture<?> watch;
    private ScheduledFuture<?> flushLater;

    /** Whether that waits for the budget, not for more text. */
    private boolean flushDue;

    private double msPerChar = USUAL_MS_PER_CHAR;
    private long progressNs;
    private int orphans;
    private boolean over;

    DeepgramSynthesisSession(
            EngineNet net,
            SocketRequest request,
            DeepgramSynthesizerSettings settings,
            CallContext call,
            SynthesisEvents events,
            EngineMeter meter,
            LongSupplier clock) {
        this.settings = settings;
        this.fence = call.fence();
        this.events = events;
        this.meter = meter;
        this.loop = net.next();
        this.patienceMs = request.deadlines().firstByteMs();
        this.budget = new FlushBudget(settings.flushesPerMinute());
        this.link = new DeepgramLink(net, loop, request, meter, clock, this);
    }

    void open() {
        link.open();
    }

    static String speakMessage(String text) {
        return "{\"type\":\"Speak\",\"text\":\""
                + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"}";
    }

    // ---- the lane ---------------------------------------------------------------------------------------------------

    @Override
    public void speak(long token, int clause, String text) {
        hand(() -> accept(new SpokenClause(token, clause, text)));
    }

    @Override
    public void credit(long token, int ms) {
        hand(() -> {
            SpokenTurn turn = turn(token);
            if (turn != null && ms > 0) {
                turn.grant(ms);
                step();
            }
        });
    }

    @Override
    public void cancel(long throughToken) {
        cancelledThrough = Math.max(cancelledThrough, throughToken);
        hand(this::step);
    }

    @Override
    public void close() {
        hand(() -> {
            over = true;
            turns.clear();
            batches.clear();
            stopTimers();
            link.finish(CLOSE);
        });
    }

    private void hand(Runnable work) {
        try {
            loop.execute(work);
        } catch (RejectedExecutionException loopEnded) {
            // The server stops; the call still waits for the end of its session.
            over = true;
            link.finish(CLOSE);
        }
    }

    // ---- what is to be said -----------------------------------------------------------------------------------------

    private boolean dead(long token) {
        return token <= cancelledThrough || fence.isDead(token);
    }

    /** Returns the turn of {@code token}, a new one if it is later than all; null for one of the past. */
    private SpokenTurn turn(long token) {
        if (over || dead(token)) {
            return null;
        }
        for (SpokenTurn turn : turns) {
            if (turn.token == token) {
                return turn;
            }
        }
        if (!turns.isEmpty() && turns.peekLast().token > token) {
            return null;
        }
        turns.removeIf(past -> past.empty() && batches.stream().noneMatch(batch -> batch.turn == past));
        SpokenTurn begun = new SpokenTurn(token, settings.sampleRateHz());
        turns.add(begun);
        return begun;
    }

    private void accept(SpokenClause clause) {
        SpokenTurn turn = turn(clause.token());
        if (turn == null) {
            meter.cancelled.increment();
            return;
        }
        meter.requests.increment();
        if (!link.up()) {
            refuse(clause, Failures.closed(link.service(), 0, "the session is gone"));
        } else if (clause.text().length() > MAX_CLAUSE_CHARS) {
            refuse(
                    clause,
                    rejected("a clause of " + clause.text().length() + " characters exceeds " + MAX_CLAUSE_CHARS
                            + "; cut the text into clauses"));
        } else if (turn.waiting.size() >= MAX_CLAUSES) {
            refuse(clause, rejected(MAX_CLAUSES + " clauses are waiting already; wait for some to be spoken"));
        } else {
            turn.waiting.add(clause);
            step();
        }
    }

    private static EngineFailure rejected(String why) {
        return new EngineFailure("rejected", why, false);
    }

    private void refuse(SpokenClause clause, EngineFailure failure) {
        meter.failures.increment();
        events.failed(clause.token(), clause.index(), failure);
    }

    /** Does what can be done now: drops what is dead, publishes what has credit, asks for what comes next. */
    private void step() {
        if (over) {
            return;
        }
        dropDead();
        for (SpokenTurn turn : turns) {
            turn.publish(events);
        }
        while (askNext()) {
            // One batch each.
        }
        for (SpokenTurn turn : turns) {
            turn.publish(events);
        }
    }

    private void dropDead() {
        int known = turns.size();
        turns.removeIf(turn -> {
            boolean gone = dead(turn.token);
            meter.cancelled.add(gone ? turn.unfinished().size() : 0);
            return gone;
        });
        if (turns.size() < known && batches.stream().anyMatch(batch -> dead(batch.turn.token))) {
            batches.forEach(batch -> meter.cancelled.add(batch.clauses().size()));
            clear();
        }
    }

    /** Has the service drop what it was given; until it says that it has, nothing it sends is anybody's. */
    private void clear() {
        for (SpeechBatch batch : batches) {
            orphans += batch.flushed ? 1 : 0;
        }
        batches.clear();
        link.text(CLEAR);
        if (clearing == null && link.up()) {
            clearing = loop.schedule(
                    () -> link.fail(
                            Failures.timeout(link.service(), "dropping what was cancelled", settings.clearMs())),
                    settings.clearMs(),
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Asks for the next batch, if there is one and it is time; returns whether another may follow. */
    private boolean askNext() {
        SpokenTurn turn = null;
        for (SpokenTurn each : turns) {
            turn = turn == null && !each.waiting.isEmpty() ? each : turn;
        }
        boolean other = turn == null || !batches.isEmpty() && batches.peek().turn != turn;
        if (other || clearing != null || !link.up()) {
            return false;
        }
        if (!turn.waiting.peek().audible()) {
            if (batches.isEmpty()) {
                turn.done(turn.waiting.poll());
            } else {
                batches.peekLast().append(turn.waiting.poll());
            }
            return true;
        }
        if (turn.heldMs() > AHEAD_MS) {
            return false;
        }
        boolean sparing = budget.scarce(link.nowNs());
        SpeechBatch last = batches.peekLast();
        if (sparing && last != null) {
            boolean room = last.chars() + turn.waiting.peek().text().length() <= MAX_BATCH_CHARS;
            if (last.flushed || !room) {
                return false;
            }
            last.append(send(turn.waiting.poll()));
        } else if (batches.size() >= MAX_BATCHES) {
            return false;
        } else {
            begin(turn, send(turn.waiting.poll()));
        }
        if (flushLater != null && !flushDue) {
            flushLater.cancel(false);
            flushLater = null;
        }
        if (!sparing) {
            flush();
        } else if (flushLater == null) {
            flushLater = loop.schedule(this::flush, GATHER_MS, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    private SpokenClause send(SpokenClause clause) {
        link.text(speakMessage(clause.text() + " "));
        meter.characters.add(clause.text().length());
        return clause;
    }

    private void begin(SpokenTurn turn, SpokenClause clause) {
        if (batches.isEmpty()) {
            progressNs = link.nowNs();
        }
        batches.add(
                new SpeechBatch(turn, clause, settings.encoding(), settings.sampleRateHz(), msPerChar, link.nowNs()));
        watch(patienceMs);
    }

    /** Flushes what is not flushed yet, now or when it is allowed. */
    private void flush() {
        flushLater = null;
        flushDue = false;
        long nowNs = link.nowNs();
        for (SpeechBatch batch : batches) {
            if (batch.flushed) {
                continue;
            }
            if (!budget.take(nowNs)) {
                flushDue = true;
                flushLater = loop.schedule(this::flush, budget.waitNs(nowNs) / MS + 1, TimeUnit.MILLISECONDS);
                return;
            }
            batch.flushed = true;
            progressNs = nowNs;
            link.text(FLUSH);
        }
    }

    // ---- what the service says --------------------------------------------------------------------------------------

    @Override
    public void opened() {
        events.ready();
    }

    @Override
    public boolean audio(ByteBuf bytes) {
        dropDead();
        SpeechBatch batch = batches.peek();
        if (clearing != null || batch == null) {
            meter.lateDropped.increment();
            return true;
        }
        progressNs = link.nowNs();
        if (!batch.heard) {
            meter.first(progressNs - batch.askedNs);
        }
        meter.audioMs.add(
                (long) bytes.readableBytes() * 1_000 / settings.encoding().bytesPerSample() / settings.sampleRateHz());
        batch.add(bytes);
        if (batch.audioMs() > MOST_MS + (long) batch.chars() * MOST_MS_PER_CHAR) {
            giveUp(Failures.broken(
                    link.service(), "sent " + batch.audioMs() + " ms of audio for " + batch.chars() + " characters"));
        }
        step();
        return true;
    }

    @Override
    public boolean message(String type, JsonNode message) {
        switch (type) {
            case "Flushed" -> flushed();
            case "Cleared" -> cleared();
            case "Warning" -> {
                if (message.path("description")
                        .asText("")
                        .toLowerCase(Locale.ROOT)
                        .contains("flush")) {
                    flushRefused();
                }
            }
            case "Metadata" -> {
                // Which voice speaks: the one that was asked for.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void flushed() {
        SpeechBatch batch = batches.peek();
        boolean orphan = orphans > 0 && (clearing != null || batch == null || !batch.heard);
        if (orphan || batch == null || !batch.flushed) {
            // It answers a flush from before a Clear, or comes twice.
            orphans -= orphan ? 1 : 0;
            meter.lateDropped.increment();
            return;
        }
        orphans = 0;
        batches.poll();
        progressNs = link.nowNs();
        meter.whole(progressNs - batch.askedNs);
        if (batch.clauses().stream().filter(SpokenClause::audible).count() == 1 && batch.heard) {
            double measured = (double) batch.audioMs() / batch.chars();
            msPerChar += (Math.max(30, Math.min(150, measured)) - msPerChar) / 4;
        }
        batch.complete();
        step();
    }

    private void cleared() {
        if (clearing == null) {
            meter.strange.increment();
            return;
        }
        clearing.cancel(false);
        clearing = null;
        step();
    }

    /** The service counts otherwise than we do. */
    private void flushRefused() {
        SpeechBatch refused = null;
        for (SpeechBatch batch : batches) {
            refused = batch.flushed ? batch : refused;
        }
        budget.shut(link.nowNs() + REFUSED_MS * MS);
        if (refused != null) {
            refused.flushed = false;
            if (!flushDue) {
                flush();
            }
        }
    }

    /** One look at the clock per patience: who waits for audio waits no longer. */
    private void watch(long delayMs) {
        if (watch == null) {
            watch = loop.schedule(this::look, delayMs, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        watch = null;
        SpeechBatch batch = batches.peek();
        if (batch == null) {
            return;
        }
        long quietMs = (link.nowNs() - progressNs) / MS;
        if (quietMs < patienceMs || !batch.flushed) {
            watch(Math.max(1, batch.flushed ? patienceMs - quietMs : patienceMs));
            return;
        }
        giveUp(Failures.timeout(link.service(), "audio", patienceMs));
        step();
    }

    /** What was asked for does not come, or not in this form. */
    private void giveUp(EngineFailure failure) {
        for (SpeechBatch batch : batches) {
            meter.failures.add(batch.clauses().size());
            batch.fail(failure);
        }
        clear();
    }

    @Override
    public void lost(EngineFailure failure) {
        stopTimers();
        for (SpeechBatch batch : batches) {
            batch.fail(failure);
        }
        batches.clear();
        List<SpokenClause> unfinished = new ArrayList<>();
        for (SpokenTurn turn : turns) {
            if (!dead(turn.token)) {
                unfinished.addAll(turn.unfinished());
            }
        }
        turns.clear();
        events.failed(Token.NONE, 0, failure);
        for (SpokenClause clause : unfinished) {
            refuse(clause, failure);
        }
    }

    private void stopTimers() {
        for (ScheduledFuture<?> timer : new ScheduledFuture<?>[] {clearing, watch, flushLater}) {
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }

    @Override
    public void released() {
        events.closed();
    }
}
