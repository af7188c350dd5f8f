package io.sidetone.transport.realtime;

import io.sidetone.transport.stream.LoopTimer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * The client's audio on its way to the call, and what has its place between two pieces of it. Clients send faster than
 * people speak; detection counts in time, so audio goes on as if it were spoken, recorded turns some times faster. Event
 * loop only.
 */
final class InputAudio {
    /** Number of bytes that may wait: more than five minutes at 24 kHz. */
    static final int MOST_BYTES = 15 << 20;

    /** Lets clocks of clients run a little fast. */
    private static final double LIVE = 1.05;

    /** Recorded turns: recognizers keep up with this. */
    private static final double RECORDED = 8;

    private static final double BURST_MS = 400;
    private static final long STEP_MS = 20;

    private final Deque<Step> steps = new ArrayDeque<>();
    private final int bytesPerMs;
    private final Sink sink;
    private final LoopTimer delay;
    private int waitingBytes;
    private long fedBytes;
    private double creditMs = BURST_MS;
    private long creditNs;
    private double speed = LIVE;
    private boolean scheduled;

    /** Destination of audio. */
    interface Sink {
        /** Takes audio. */
        void audio(byte[] audio, int offset, int length, long nowNs);

        /** The present time, ns. */
        long nowNs();
    }

    /** One thing that has its turn. */
    private interface Step {
        /** Returns whether it is done; otherwise it is tried again. */
        boolean run(long nowNs);
    }

    InputAudio(int bytesPerMs, Sink sink, LoopTimer delay) {
        this.bytesPerMs = bytesPerMs;
        this.sink = sink;
        this.delay = delay;
        this.creditNs = sink.nowNs();
    }

    /** Returns whether {@code bytes} more would be too much. */
    boolean full(int bytes) {
        return waitingBytes + bytes > MOST_BYTES;
    }

    void audio(byte[] audio) {
        waitingBytes += audio.length;
        steps.add(new Piece(audio));
    }

    /** Runs {@code step} behind the audio that is here, as soon as {@code gate} is open. */
    void then(BooleanSupplier gate, Runnable step) {
        steps.add(nowNs -> {
            boolean open = gate.getAsBoolean();
            if (open) {
                step.run();
            }
            return open;
        });
    }

    /** Sets how fast audio goes on from here: as it is spoken, or as it was recorded. */
    void live(boolean live) {
        steps.add(nowNs -> {
            speed = live ? LIVE : RECORDED;
            return true;
        });
    }

    /** Forgets audio that waits. */
    void clear() {
        steps.removeIf(step -> step instanceof Piece);
        waitingBytes = 0;
    }

    boolean empty() {
        return steps.isEmpty();
    }

    /** Returns how much audio the call was given, in ms. */
    long fedMs() {
        return fedBytes / bytesPerMs;
    }

    /** Lets go on what may. */
    void feed() {
        long nowNs = sink.nowNs();
        creditMs = Math.min(BURST_MS, creditMs + (nowNs - creditNs) / 1e6 * speed);
        creditNs = nowNs;
        while (!steps.isEmpty() && steps.peek().run(nowNs)) {
            steps.poll();
        }
        if (!steps.isEmpty() && !scheduled) {
            scheduled = true;
            delay.after(STEP_MS, () -> {
                scheduled = false;
                feed();
            });
        }
    }

    private final class Piece implements Step {
        private final byte[] audio;
        private int at;

        Piece(byte[] audio) {
            this.audio = audio;
        }

        @Override
        public boolean run(long nowNs) {
            int allowed = (int) Math.min(audio.length - at, creditMs * bytesPerMs);
            // What is less than a frame waits: pieces of a few bytes would cost more than they bring.
            if (allowed < audio.length - at && allowed < STEP_MS * bytesPerMs) {
                return false;
            }
            sink.audio(audio, at, allowed, nowNs);
            at += allowed;
            creditMs -= (double) allowed / bytesPerMs;
            fedBytes += allowed;
            waitingBytes -= allowed;
            return at == audio.length;
        }
    }
}
