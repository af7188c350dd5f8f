package io.sidetone.speech.embedded.sphinx;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.FrameRing;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Recognition of one call. The lane puts frames into a ring, and commands into a queue that refuses nothing; each
 * command carries the frame position at which it applies. A recognizer thread takes both out in that order. Only that
 * thread publishes, so events are in order.
 */
final class EmbeddedRecognizerSession implements RecognizerSession {
    /** 2.5 s: a decoder that lags further behind loses frames. */
    private static final int RING_FRAMES = 128;

    private static final int FRAME_SAMPLES = 320;
    private static final int FRAMES_PER_STEP = 25;
    private static final int FRAMES_PER_PARTIAL = 5;
    private static final int LEAD_FRAMES = 10;
    private static final int TAIL_FRAMES = 5;
    /** Shorter utterances (160 ms) are clicks and coughs, which a grammar would turn into words. */
    private static final int MIN_FRAMES = 8;

    private final EmbeddedRecognizer recognizer;
    private final RecognizerThread thread;
    private final Fence fence;
    private final RecognizerEvents events;
    private final String firstGrammar;
    private final ConcurrentLinkedQueue<Command> commands = new ConcurrentLinkedQueue<>();

    // Lane thread.
    private FrameRing laneRing;
    private boolean acquired;
    private boolean recording;
    private long laneToken;

    // Written by the lane, read by the recognizer thread.
    private volatile boolean closing;
    private volatile long cancelled = Token.NONE;

    // Recognizer thread.
    private FrameRing ring;
    private UtteranceDecoder decoder;
    private boolean inUtterance;
    private boolean laneSends;
    private long token;
    private String grammar = "";
    private int frames;
    private String lastPartial = "";
    private boolean released;

    EmbeddedRecognizerSession(
            EmbeddedRecognizer recognizer,
            RecognizerThread thread,
            Fence fence,
            RecognizerEvents events,
            String firstGrammar) {
        this.recognizer = recognizer;
        this.thread = thread;
        this.fence = fence;
        this.events = events;
        this.firstGrammar = firstGrammar;
    }

    void opened() {
        send(new Command(Kind.OPEN, 0, "", 0, null, null));
    }

    @Override
    public void start(long turn, ListenHint hint) {
        if (closing) {
            return;
        }
        UtteranceDecoder taken = null;
        if (!acquired) {
            taken = recognizer.pool().tryAcquire();
            acquired = taken != null;
            if (acquired && laneRing == null) {
                laneRing = new FrameRing(RING_FRAMES, FRAME_SAMPLES);
            }
        }
        recording = acquired;
        laneToken = turn;
        if (cancelled == turn) {
            cancelled = Token.NONE;
        }
        send(new Command(Kind.START, turn, hint.grammar(), position(), taken, laneRing));
    }

    @Override
    public boolean audio(short[] pcm, int offset, int samples) {
        return !recording || laneRing.offer(pcm, offset, samples);
    }

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        return true;
    }

    @Override
    public void end(long turn, boolean replyExpected) {
        if (turn != laneToken || closing) {
            return; // late: another utterance has begun
        }
        recording = false;
        send(new Command(Kind.END, turn, "", position(), null, null));
    }

    @Override
    public void pauses(long turn) {}

    @Override
    public void goesOn(long turn) {}

    @Override
    public void cancel(long turn) {
        if (turn != laneToken || closing) {
            return;
        }
        recording = false;
        cancelled = turn;
        send(new Command(Kind.CANCEL, turn, "", position(), null, null));
    }

    @Override
    public void close() {
        if (!closing) {
            closing = true;
            send(new Command(Kind.CLOSE, 0, "", Long.MAX_VALUE, null, null));
        }
    }

    private long position() {
        return laneRing == null ? 0 : laneRing.written();
    }

    private void send(Command command) {
        commands.add(command);
        thread.wake(this);
    }

    /** Does some of the pending work; returns whether there was any. Recognizer thread only, like all methods below. */
    boolean work() {
        Command next = commands.peek();
        if (inUtterance && dead(token)) {
            recognizer.countStale();
            abort();
        }
        boolean decoded = decode(next);
        if (next != null && (next.kind != Kind.END || !inUtterance || ring.read() >= next.position)) {
            commands.poll();
            apply(next);
            return true;
        }
        return decoded;
    }

    /** Feeds frames up to the next command; drops frames that a cancellation or a new utterance makes useless. */
    private boolean decode(Command next) {
        if (ring == null) {
            return false;
        }
        long limit = next == null || next.kind == Kind.OPEN ? ring.written() : Math.min(next.position, ring.written());
        if (!inUtterance || next != null && next.kind != Kind.END) {
            ring.skipTo(limit);
            return false;
        }
        boolean fed = false;
        for (int i = 0; i < FRAMES_PER_STEP && ring.read() < limit && inUtterance; i++) {
            fed = true;
            String words;
            try {
                ring.take(decoder);
                frames++;
                words = frames % FRAMES_PER_PARTIAL == 0 ? TranscriptFilter.words(decoder.hypothesis()) : "";
            } catch (IllegalStateException e) {
                broken(e);
                return true;
            }
            partial(words);
        }
        return fed;
    }

    private void apply(Command command) {
        switch (command.kind) {
            case OPEN -> {
                if (!closing) {
                    events.ready();
                }
            }
            case START -> begin(command);
            case END -> {
                laneSends = false;
                if (inUtterance) {
                    finish();
                }
            }
            case CANCEL -> {
                laneSends = false;
                abort();
            }
            case CLOSE -> release();
            default -> throw new IllegalStateException("no command " + command.kind);
        }
    }

    private void begin(Command command) {
        if (command.decoder != null) {
            if (released) {
                recognizer.pool().release(command.decoder);
                return;
            }
            decoder = command.decoder;
            ring = command.ring;
        }
        abort();
        if (dead(command.token)) {
            recognizer.countStale();
            return;
        }
        laneSends = command.ring != null;
        if (decoder == null && laneSends) {
            decoder = recognizer.pool().tryAcquire(); // the last one broke and there was no other
        }
        if (decoder == null) {
            events.failed(command.token, recognizer.exhausted());
            return;
        }
        grammar = command.grammar.isEmpty() ? firstGrammar : command.grammar;
        if (!recognizer.knows(grammar)) {
            events.failed(
                    command.token,
                    new EngineFailure(
                            "rejected",
                            "the recognizer has no grammar \"" + grammar + "\"; name a state of a configured flow",
                            false));
            return;
        }
        token = command.token;
        frames = 0;
        lastPartial = "";
        try {
            decoder.select(grammar);
            decoder.start();
            inUtterance = true;
            LowNoise.feed(decoder, LEAD_FRAMES);
        } catch (IllegalStateException e) {
            broken(e);
        }
    }

    private void partial(String words) {
        if (!words.isEmpty() && !words.equals(lastPartial) && !dead(token)) {
            lastPartial = words;
            events.judged(token, words, recognizer.end(grammar, words));
        }
    }

    private void finish() {
        String words;
        try {
            LowNoise.feed(decoder, TAIL_FRAMES);
            inUtterance = false;
            decoder.end();
            words = frames < MIN_FRAMES ? "" : TranscriptFilter.words(decoder.hypothesis());
            if (!words.isEmpty()) {
                decoder.adapt();
            }
        } catch (IllegalStateException e) {
            broken(e);
            return;
        }
        // An exception of the listener is not a fault of the decoder.
        if (dead(token)) {
            recognizer.countStale();
        } else {
            events.finalTranscript(token, words);
        }
    }

    /** Ends the open utterance, if any, without publishing a result. */
    private void abort() {
        if (inUtterance) {
            inUtterance = false;
            try {
                decoder.end();
            } catch (IllegalStateException e) {
                replace();
            }
        }
    }

    private void broken(IllegalStateException cause) {
        inUtterance = false;
        replace();
        if (!dead(token)) {
            events.failed(
                    token,
                    new EngineFailure(
                            "broken", "the decoder failed (" + cause.getMessage() + ") and is replaced", true));
        }
    }

    private boolean dead(long turn) {
        return fence.isDead(turn) || turn == cancelled;
    }

    private void replace() {
        recognizer.pool().release(decoder);
        decoder = recognizer.pool().tryAcquire();
    }

    private void release() {
        if (released) {
            return;
        }
        released = true;
        laneSends = false;
        abort();
        if (decoder != null) {
            recognizer.pool().release(decoder);
            decoder = null;
        }
        recognizer.closed(this);
        events.closed();
    }

    /** Closes the session after an error that left its state undefined. */
    void abandon() {
        closing = true;
        inUtterance = false;
        for (Command left = commands.poll(); left != null; left = commands.poll()) {
            if (left.decoder != null) {
                recognizer.pool().release(left.decoder);
            }
        }
        try {
            release();
        } catch (RuntimeException ignored) {
            // Publishing itself failed, so nothing more is published.
        }
    }

    /** Returns whether frames may arrive without a wake-up. */
    boolean expectsFrames() {
        return laneSends;
    }

    /** Returns whether no command waits. */
    boolean idle() {
        return commands.isEmpty();
    }

    private enum Kind {
        OPEN,
        START,
        END,
        CANCEL,
        CLOSE
    }

    /** A command and the frame position it applies at. */
    private record Command(
            Kind kind, long token, String grammar, long position, UtteranceDecoder decoder, FrameRing ring) {}
}
