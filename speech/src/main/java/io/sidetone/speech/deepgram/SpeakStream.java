package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.NetFailures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Stream of what the service speaks at present. Audio carries no id: it belongs to the oldest batch that is not {@code Flushed}.
 * Audio between a {@code Clear} and its {@code Cleared} is dropped. All batches belong to one turn. Event loop only.
 *
 * <p>While enough flushes are left, a batch is one clause, so that the end of each clause is known exactly. When few
 * are left, text is still sent at once, because the service speaks whole sentences without a flush; the flush follows
 * when no more text arrives, or when it is allowed again.
 */
final class SpeakStream {
    static final String FLUSH = "{\"type\":\"Flush\"}";
    static final String CLEAR = "{\"type\":\"Clear\"}";

    private static final int MAX_BATCH_CHARS = 1_000;

    /** Time for which a batch waits for its next clause when few flushes are left. */
    private static final int GATHER_MS = 250;

    /** One batch that is spoken, and one behind it, so that there is no gap. */
    private static final int MAX_BATCHES = 2;

    /** Length of audio waiting for credit above which no further clause is requested. */
    private static final int AHEAD_MS = 4_000;

    private static final double USUAL_MS_PER_CHAR = 62;
    private static final int MOST_MS_PER_CHAR = 500;
    private static final int MOST_MS = 10_000;

    /** After a refused flush, the next one waits this long. */
    private static final int REFUSED_MS = 2_000;

    private static final int UNNUMBERED = -1;
    private static final long MS = 1_000_000;

    private final DeepgramSynthesizerSettings settings;
    private final EngineMeter meter;
    private final EventLoop loop;
    private final DeepgramSocket socket;
    private final int patienceMs;
    private final Runnable changed;
    private final FlushBudget budget;
    private final Deque<SpeechBatch> batches = new ArrayDeque<>();
    private ScheduledFuture<?> clearing;
    private ScheduledFuture<?> watch;
    private ScheduledFuture<?> flushLater;

    /** True when the flush waits for the budget, not for more text. */
    private boolean flushDue;

    private double msPerChar = USUAL_MS_PER_CHAR;
    private long progressNs;
    private int orphans;
    private int flushedNumber = UNNUMBERED;

    /**
     * Creates the stream.
     *
     * @param patienceMs how long the next audio may take
     * @param changed runs when audio can be published without a new message
     */
    SpeakStream(
            DeepgramSocket socket,
            DeepgramSynthesizerSettings settings,
            EngineMeter meter,
            int patienceMs,
            Runnable changed) {
        this.socket = socket;
        this.loop = socket.loop();
        this.settings = settings;
        this.meter = meter;
        this.patienceMs = patienceMs;
        this.changed = changed;
        this.budget = new FlushBudget(settings.flushesPerMinute());
    }

    static String speakMessage(String text) {
        return "{\"type\":\"Speak\",\"text\":\""
                + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"}";
    }

    /** Returns the turn that is spoken, or null. */
    SpokenTurn turn() {
        return batches.isEmpty() ? null : batches.peek().turn;
    }

    /** Returns the number of clauses that are spoken. */
    int clauses() {
        return batches.stream().mapToInt(batch -> batch.clauses().size()).sum();
    }

    /** Takes the next clause of {@code turn} when it is due; returns whether it did. */
    boolean take(SpokenTurn turn) {
        boolean other = !batches.isEmpty() && batches.peek().turn != turn;
        if (other || clearing != null || !socket.up()) {
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
        boolean sparing = budget.scarce(socket.nowNs());
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
        socket.text(speakMessage(clause.text() + " "));
        meter.characters.add(clause.text().length());
        return clause;
    }

    private void begin(SpokenTurn turn, SpokenClause clause) {
        if (batches.isEmpty()) {
            progressNs = socket.nowNs();
        }
        batches.add(new SpeechBatch(
                turn, clause, settings.encoding(), settings.access().sampleRateHz(), msPerChar, socket.nowNs()));
        watch(patienceMs);
    }

    /** Flushes the remaining text, now or when it is allowed. */
    private void flush() {
        flushLater = null;
        flushDue = false;
        long nowNs = socket.nowNs();
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
            socket.text(FLUSH);
        }
    }

    /** Asks the service to drop its text; its audio is ignored until it confirms. */
    void clear() {
        for (SpeechBatch batch : batches) {
            orphans += batch.flushed ? 1 : 0;
        }
        batches.clear();
        socket.text(CLEAR);
        if (clearing == null && socket.up()) {
            clearing = loop.schedule(
                    () -> socket.fail(
                            NetFailures.timeout(socket.service(), "dropping what was cancelled", settings.clearMs())),
                    settings.clearMs(),
                    TimeUnit.MILLISECONDS);
        }
    }

    // ---- messages of the service ------------------------------------------------------------------------------------

    /** Takes audio for the batch that it belongs to. */
    void audio(ByteBuf bytes) {
        SpeechBatch batch = batches.peek();
        if (clearing != null || batch == null) {
            meter.lateDropped.increment();
            return;
        }
        if (!batch.heard) {
            meter.first(socket.nowNs() - batch.askedNs);
        }
        meter.audioMs.add((long) bytes.readableBytes()
                * 1_000
                / settings.encoding().bytesPerSample()
                / settings.access().sampleRateHz());
        batch.add(bytes);
        if (batch.audioMs() - batch.progressMs >= SampleRate.FRAME_MS) {
            // Drops of audio that fill no frame are no progress.
            batch.progressMs = batch.audioMs();
            progressNs = socket.nowNs();
        }
        if (batch.audioMs() > MOST_MS + (long) batch.chars() * MOST_MS_PER_CHAR) {
            giveUp(NetFailures.broken(
                    socket.service(), "sent " + batch.audioMs() + " ms of audio for " + batch.chars() + " characters"));
        }
    }

    /** Takes a message; returns false if it is incomprehensible. */
    boolean message(String type, JsonNode message) {
        switch (type) {
            case "Flushed" -> flushed(message.path("sequence_id").asInt(UNNUMBERED));
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
                // The service reports the voice, which is the requested one.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void flushed(int number) {
        SpeechBatch batch = batches.peek();
        boolean again = number != UNNUMBERED && number == flushedNumber && batch != null && !batch.heard;
        if (again) {
            meter.lateDropped.increment();
            return;
        }
        flushedNumber = number;
        boolean orphan = orphans > 0 && (clearing != null || batch == null || !batch.heard);
        if (orphan || batch == null || !batch.flushed) {
            // It answers a flush from before a Clear, or is a repetition.
            orphans -= orphan ? 1 : 0;
            meter.lateDropped.increment();
            return;
        }
        orphans = 0;
        batches.poll();
        progressNs = socket.nowNs();
        meter.whole(progressNs - batch.askedNs);
        if (batch.clauses().stream().filter(SpokenClause::audible).count() == 1 && batch.heard) {
            double measured = (double) batch.audioMs() / batch.chars();
            msPerChar += (Math.max(30, Math.min(150, measured)) - msPerChar) / 4;
        }
        batch.complete();
    }

    private void cleared() {
        if (clearing == null) {
            meter.unexpected.increment();
            return;
        }
        clearing.cancel(false);
        clearing = null;
    }

    /** The service's count of flushes differs from this side's. */
    private void flushRefused() {
        SpeechBatch refused = null;
        for (SpeechBatch batch : batches) {
            refused = batch.flushed ? batch : refused;
        }
        budget.shut(socket.nowNs() + REFUSED_MS * MS);
        if (refused != null) {
            refused.flushed = false;
            if (!flushDue) {
                flush();
            }
        }
    }

    /** Looks at the clock once per {@code patienceMs}: a wait for audio ends soon after it. */
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
        long quietMs = (socket.nowNs() - progressNs) / MS;
        if (quietMs < patienceMs || !batch.flushed) {
            watch(Math.max(1, batch.flushed ? patienceMs - quietMs : patienceMs));
            return;
        }
        giveUp(NetFailures.timeout(socket.service(), "audio", patienceMs));
        changed.run();
    }

    /** The requested audio does not arrive, or arrives in another form. */
    private void giveUp(EngineFailure failure) {
        for (SpeechBatch batch : batches) {
            meter.failures.add(batch.clauses().size());
            batch.fail(failure);
        }
        clear();
    }

    /** The connection is lost: the requested audio does not arrive. */
    void lost(EngineFailure failure) {
        stop();
        batches.forEach(batch -> batch.fail(failure));
        batches.clear();
    }

    /** Stops the stream: no more audio is needed. */
    void stop() {
        for (ScheduledFuture<?> timer : new ScheduledFuture<?>[] {clearing, watch, flushLater}) {
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }
}
