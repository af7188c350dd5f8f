package io.sidetone.core.call.timeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Levels of both voices of a call, in steps of {@value #STEP_MS} ms, for people to look at: nothing decides by it. The lane
 * writes, any thread reads; a step that is read while it is written may show either value. Allocates nothing per frame but room for
 * twice as many steps when a call has lasted one, two and four minutes.
 */
public final class VoiceLevels {
    /** Length of a step. */
    public static final int STEP_MS = 100;

    /** Steps that can be read: the last five minutes of a call. */
    public static final int KEPT = 3_000;

    /** Every so many samples one is looked at: enough for a picture. */
    private static final int STRIDE = 4;

    /** Room for the first minute; most calls are over then. */
    private static final int FIRST_SIZE = 600;

    private static final long STEP_NS = STEP_MS * 1_000_000L;

    /** Released and not volatile: the lane need not wait for what it wrote before. */
    private static final VarHandle STEPS;

    static {
        try {
            STEPS = MethodHandles.lookup().findVarHandle(VoiceLevels.class, "steps", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long epochNs;

    // They are written before the number of steps and read after it: a reader sees arrays that have all those steps.
    private byte[] caller = new byte[FIRST_SIZE];
    private byte[] agent = new byte[FIRST_SIZE];

    private long steps;

    /**
     * Creates the levels of a call.
     *
     * @param epochNs its admission, ns of the lane's clock
     */
    public VoiceLevels(long epochNs) {
        this.epochNs = epochNs;
    }

    /**
     * Levels of both voices.
     *
     * @param fromMs time of the first step since admission
     * @param caller square root of the peak of each step, 0…181
     * @param agent the same of the agent
     */
    public record Snapshot(long fromMs, byte[] caller, byte[] agent) {}

    /** A frame of the caller. Lane thread only. */
    public void caller(short[] pcm, int samples, long nowNs) {
        int slot = slot(nowNs);
        raise(caller, slot, pcm, samples);
    }

    /** A frame of the agent. Lane thread only. */
    public void agent(short[] pcm, int samples, long nowNs) {
        int slot = slot(nowNs);
        raise(agent, slot, pcm, samples);
    }

    private static void raise(byte[] voice, int slot, short[] pcm, int samples) {
        int peak = 0;
        for (int i = 0; i < samples; i += STRIDE) {
            peak = Math.max(peak, Math.abs(pcm[i]));
        }
        int level = (int) Math.sqrt(peak);
        if (level > (voice[slot] & 0xFF)) {
            voice[slot] = (byte) level;
        }
    }

    /** Returns the slot of the step that {@code nowNs} is in; steps between the last one and this were silent. */
    private int slot(long nowNs) {
        long step = Math.max(0, (nowNs - epochNs) / STEP_NS);
        long known = steps;
        if (step >= known) {
            makeRoom(step);
            for (long next = Math.max(known, step - KEPT + 1); next <= step; next++) {
                int slot = (int) (next % KEPT);
                caller[slot] = 0;
                agent[slot] = 0;
            }
            STEPS.setRelease(this, step + 1);
        }
        return (int) (step % KEPT);
    }

    private void makeRoom(long step) {
        int size = caller.length;
        while (size <= step && size < KEPT) {
            size = Math.min(KEPT, 2 * size);
        }
        if (size > caller.length) {
            caller = Arrays.copyOf(caller, size);
            agent = Arrays.copyOf(agent, size);
        }
    }

    /** Returns the last steps, at most {@code count}. Any thread. */
    public Snapshot last(int count) {
        long known = (long) STEPS.getAcquire(this);
        int size = (int) Math.min(Math.min(count, KEPT), known);
        long first = known - size;
        return new Snapshot(first * STEP_MS, copy(caller, first, size), copy(agent, first, size));
    }

    private static byte[] copy(byte[] voice, long first, int size) {
        byte[] steps = new byte[size];
        int begin = (int) (first % KEPT);
        int head = Math.min(size, KEPT - begin);
        System.arraycopy(voice, begin, steps, 0, head);
        System.arraycopy(voice, 0, steps, head, size - head);
        return steps;
    }
}
