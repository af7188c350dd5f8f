package io.sidetone.vosk;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.FrameRing;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Recognition of one call. The lane puts frames into a ring and commands, with the frame they apply at, into a queue that
 * refuses nothing; one decoder thread takes both out in that order. A decoder is taken at the first utterance and kept to the
 * end of the call. The watch answers for a thread that does not come back in time.
 */
final class VoskSession implements RecognizerSession {
    /** 2.5 s: a thread that falls further behind loses frames. */
    private static final int RING_FRAMES = 128;

    private static final int FRAMES_PER_SECOND = 50;
    private static final int FRAME_MS = 20;

    /** Given to the library at once: 200 ms, after which other calls have their turn. */
    private static final int STRETCH_FRAMES = 10;

    private final VoskRecognizer engine;
    private final DecoderThread thread;
    private final Fence fence;
    private final RecognizerEvents events;
    private final VoskOptions options;
    private final FrameRing ring;
    private final FrameRing.Consumer copy = this::copy;
    private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
    private final Queue<Utterance> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile long closedNs;

    // Lane.
    private Utterance spoken;

    // Decoder thread.
    private final short[] stretch;
    private int samples;
    private SpeechDecoder decoder;
    private Utterance utterance;
    private boolean fed;
    private Words heard = Words.NONE;
    private String lastPartial = "";
    private int sincePartial;
    private boolean over;

    VoskSession(VoskRecognizer engine, DecoderThread thread, Fence fence, RecognizerEvents events) {
        this.engine = engine;
        this.thread = thread;
        this.fence = fence;
        this.events = events;
        this.options = engine.options();
        int frameSamples = engine.sampleRateHz() / FRAMES_PER_SECOND;
        this.ring = new FrameRing(RING_FRAMES, frameSamples);
        this.stretch = new short[STRETCH_FRAMES * frameSamples];
    }

    // ---- the lane ---------------------------------------------------------------------------------------------------

    void opened() {
        send(Kind.OPEN, null);
    }

    @Override
    public void start(long token, ListenHint hint) {
        if (closing.get()) {
            return;
        }
        drop(spoken);
        spoken = new Utterance(token);
        unanswered.add(spoken);
        send(Kind.START, spoken);
    }

    @Override
    public boolean audio(short[] pcm, int offset, int count) {
        if (spoken == null) {
            return true;
        }
        boolean taken = ring.offer(pcm, offset, count);
        if (!taken) {
            engine.late();
        }
        return taken;
    }

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        return true;
    }

    @Override
    public void end(long token, boolean replyExpected) {
        Utterance ended = spoken;
        if (ended == null || ended.token != token || closing.get()) {
            return; // late: another utterance has begun
        }
        spoken = null;
        ended.end(engine.nowNs());
        send(Kind.END, ended);
    }

    @Override
    public void pauses(long token) {}

    @Override
    public void goesOn(long token) {}

    @Override
    public void cancel(long token) {
        if (closing.get()) {
            return;
        }
        for (Utterance each : unanswered) {
            if (each.token == token) {
                drop(each);
                send(Kind.CANCEL, each);
            }
        }
        if (spoken != null && spoken.token == token) {
            spoken = null;
        }
    }

    private void drop(Utterance dropped) {
        if (dropped != null) {
            dropped.answer();
        }
    }

    @Override
    public void close() {
        spoken = null;
        shut();
    }

    private void send(Kind kind, Utterance of) {
        commands.add(new Command(kind, of, ring.written()));
        thread.wake(this);
    }

    // ---- any thread -------------------------------------------------------------------------------------------------

    /** Closes it, from wherever the engine ends. */
    void shut() {
        if (closing.compareAndSet(false, true)) {
            closedNs = engine.nowNs();
            unanswered.forEach(this::drop);
            send(Kind.CLOSE, null);
            if (engine.gone()) {
                acknowledge();
            }
        }
    }

    /** Answers for a thread that is stuck: what has been due for longer than it may take fails, and so ends the session. */
    void watch(long nowNs) {
        for (Utterance each : unanswered) {
            if (each.answered()) {
                unanswered.remove(each);
            } else if (each.ended() && nowNs - each.endedNs() > engine.finalizeNs()) {
                fail(
                        each,
                        new EngineFailure(
                                "timeout",
                                "engines." + options.name() + ": vosk had no words " + options.finalizeMs()
                                        + " ms after the end of the utterance; give it more threads, or calls a smaller"
                                        + " model",
                                true));
            }
        }
        if (closing.get() && nowNs - closedNs > engine.finalizeNs()) {
            acknowledge();
        }
    }

    /** There is no thread any more that could look after it. */
    void orphaned() {
        if (closing.get()) {
            acknowledge();
        }
    }

    private void fail(Utterance failed, EngineFailure failure) {
        if (failed.answer() && !fence.isDead(failed.token)) {
            events.failed(failed.token, failure);
        }
    }

    private void acknowledge() {
        if (released.compareAndSet(false, true)) {
            engine.closed(this, thread);
            events.closed();
        }
    }

    // ---- the decoder thread -----------------------------------------------------------------------------------------

    /** Does a stretch of the work at hand; returns whether there was any. */
    boolean work() {
        Command next = commands.peek();
        long limit = next == null ? ring.written() : Math.min(next.position, ring.written());
        if (utterance != null && (utterance.answered() || fence.isDead(utterance.token))) {
            abort();
        }
        boolean decoded = false;
        if (utterance == null) {
            ring.skipTo(limit);
        } else if (ring.read() < limit) {
            decode(limit);
            decoded = true;
        }
        if (next != null && ring.read() >= next.position) {
            commands.poll();
            apply(next);
            return true;
        }
        return decoded;
    }

    /** Returns whether frames may come without a wake-up. */
    boolean expectsFrames() {
        return utterance != null;
    }

    /** Returns whether no command waits. */
    boolean idle() {
        return commands.isEmpty();
    }

    private void copy(short[] pcm, int offset, int count) {
        System.arraycopy(pcm, offset, stretch, samples, count);
        samples += count;
    }

    private void decode(long limit) {
        samples = 0;
        int frames = 0;
        while (frames < STRETCH_FRAMES && ring.read() < limit) {
            ring.take(copy);
            frames++;
        }
        String words = "";
        try {
            fed = true;
            if (decoder.accept(stretch, samples)) {
                heard = heard.and(Words.read(decoder.segment()));
                words = heard.text();
            }
            sincePartial += frames * FRAME_MS;
            if (options.partialMs() > 0 && sincePartial >= options.partialMs()) {
                sincePartial = 0;
                words = heard.and(Words.read(decoder.partial())).text();
            }
        } catch (IllegalStateException | LinkageError fault) {
            broken(fault);
            return;
        }
        partial(words);
    }

    private void partial(String words) {
        if (words.isEmpty() || words.equals(lastPartial) || utterance.answered() || fence.isDead(utterance.token)) {
            return;
        }
        lastPartial = words;
        events.partial(utterance.token, words);
    }

    private void apply(Command command) {
        switch (command.kind) {
            case OPEN -> {
                if (!closing.get()) {
                    events.ready();
                }
            }
            case START -> begin(command.of);
            case END -> {
                if (utterance == command.of) {
                    finish();
                }
            }
            case CANCEL -> {
                if (utterance == command.of) {
                    abort();
                }
            }
            case CLOSE -> release();
            default -> throw new IllegalStateException("no command " + command.kind);
        }
    }

    private void begin(Utterance begun) {
        abort();
        if (begun.answered()) {
            return;
        }
        if (over) {
            fail(begun, failure(new IllegalStateException("the session failed")));
            return;
        }
        if (fence.isDead(begun.token)) {
            begun.answer();
            return;
        }
        try {
            if (decoder == null) {
                decoder = engine.tryDecoder();
            }
        } catch (IllegalStateException | LinkageError fault) {
            fail(begun, failure(fault));
            return;
        }
        if (decoder == null) {
            fail(begun, engine.exhausted());
            return;
        }
        utterance = begun;
        heard = Words.NONE;
        lastPartial = "";
        sincePartial = 0;
    }

    private void finish() {
        Utterance ended = utterance;
        Words all;
        try {
            all = fed ? heard.and(Words.read(decoder.last())) : heard;
            fed = false;
        } catch (IllegalStateException | LinkageError fault) {
            broken(fault);
            return;
        }
        utterance = null;
        if (fence.isDead(ended.token)) {
            ended.answer();
        } else if (ended.answer()) {
            events.finalTranscript(ended.token, all.sure(options.minConfidence()) ? all.text() : "");
        }
    }

    /** Ends the open utterance, if any, without a word about it; the library forgets its sound only when it is ended. */
    private void abort() {
        Utterance dropped = utterance;
        if (dropped == null) {
            return;
        }
        utterance = null;
        dropped.answer();
        if (fed) {
            fed = false;
            try {
                decoder.last();
            } catch (IllegalStateException | LinkageError fault) {
                free();
            }
        }
    }

    private void broken(Throwable fault) {
        Utterance failed = utterance;
        utterance = null;
        free();
        fail(failed, failure(fault));
    }

    private EngineFailure failure(Throwable fault) {
        return new EngineFailure(
                "broken",
                "engines." + options.name() + ": " + fault.getMessage() + "; the next utterance gets another decoder",
                true);
    }

    private void free() {
        fed = false;
        SpeechDecoder freed = decoder;
        decoder = null;
        if (freed != null) {
            engine.freed(freed);
        }
    }

    private void release() {
        over = true;
        abort();
        free();
        acknowledge();
    }

    /** Gives up after an error that left the session in an unknown state; the call may open another. */
    void abandon() {
        over = true;
        utterance = null;
        try {
            free();
            for (Utterance each : unanswered) {
                fail(each, failure(new IllegalStateException("the session failed")));
            }
            if (!closing.get()) {
                events.failed(Token.NONE, failure(new IllegalStateException("the session failed")));
            }
        } catch (RuntimeException ignored) {
            // Its events are what failed.
        }
    }

    private enum Kind {
        OPEN,
        START,
        END,
        CANCEL,
        CLOSE
    }

    /** Command of what is to be done with an utterance, or none, and the position of the frame it applies at. */
    private record Command(Kind kind, Utterance of, long position) {}
}
