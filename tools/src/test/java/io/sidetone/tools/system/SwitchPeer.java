package io.sidetone.tools.system;

import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A telephone switch with one caller at 8 kHz, in real time on a thread of its own: a dialect says how it is written. */
abstract class SwitchPeer implements AutoCloseable {
    static final int FRAME_SAMPLES = 160;
    static final int FRAME_BYTES = 320;
    private static final long FRAME_NS = 20_000_000L;

    final SwitchPlayer player = new SwitchPlayer();
    private final AtomicReference<CallerSound> saying = new AtomicReference<>();
    private final Thread caller = new Thread(this::run, "switch");
    private volatile boolean over;

    /** Sends 20 ms of the caller. */
    abstract void send(byte[] frame) throws Exception;

    /** The switch has played a mark. */
    void passed(String mark) throws Exception {}

    /** The caller presses a key. */
    abstract void press(char key) throws Exception;

    /** The caller hangs up. */
    abstract void hangUp() throws Exception;

    @Override
    public abstract void close() throws java.io.IOException;

    /** Whether the agent ended the call. */
    abstract boolean ended();

    final void begin() {
        caller.setDaemon(true);
        caller.start();
    }

    /** The caller speaks. */
    final void say(CallerSound sound) {
        saying.set(sound);
    }

    private void run() {
        byte[] frame = new byte[FRAME_BYTES];
        short[] pcm = new short[FRAME_SAMPLES];
        CallerSound sound = null;
        int at = 0;
        long dueNs = System.nanoTime();
        try {
            while (!over && !ended()) {
                if (sound == null) {
                    sound = saying.getAndSet(null);
                    at = 0;
                    if (sound != null) {
                        player.note("caller begins");
                    }
                }
                java.util.Arrays.fill(pcm, (short) 0);
                if (sound != null) {
                    sound.copyFrame(at++, pcm);
                    if (at >= sound.frames()) {
                        sound = null;
                        player.note("caller ends");
                    }
                }
                ByteBuffer.wrap(frame)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asShortBuffer()
                        .put(pcm);
                send(frame.clone());
                for (String mark : player.play()) {
                    passed(mark);
                }
                dueNs += FRAME_NS;
                LockSupport.parkNanos(dueNs - System.nanoTime());
            }
        } catch (Exception e) {
            player.note("failed: " + e);
        }
    }

    /** Sound of the agent arrives: whole frames of 20 ms. */
    final void arrive(ByteBuffer sound) {
        sound.order(ByteOrder.LITTLE_ENDIAN);
        while (sound.remaining() >= FRAME_BYTES) {
            short[] pcm = new short[FRAME_SAMPLES];
            for (int i = 0; i < pcm.length; i++) {
                pcm[i] = sound.getShort();
            }
            player.arrive(pcm);
        }
        if (sound.hasRemaining()) {
            player.note("odd message");
        }
    }

    /** Waits until {@code frames} of the agent have been played. */
    final void awaitPlayed(int frames) throws InterruptedException {
        ServerProcess.awaitOrFail(frames + " frames played; " + tail(), 20, () -> player.played() >= frames);
    }

    /** Waits for something; returns the place of its note. */
    final int await(String what, int from) throws InterruptedException {
        ServerProcess.awaitOrFail(what, 30, () -> player.find(what, from) >= 0);
        return player.find(what, from);
    }

    final String tail() {
        List<SwitchPlayer.Note> notes = player.notes();
        return notes.subList(Math.max(0, notes.size() - 40), notes.size()).toString();
    }

    /** Ends the thread; the dialect closes its connection. */
    final void stop() {
        over = true;
        try {
            caller.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
