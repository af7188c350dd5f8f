package io.sidetone.silero;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Windows of several calls at one rate, in the arrays that the network reads and writes: used again for every batch. One
 * thread.
 */
final class WindowBatch {
    /** Beyond it a window costs hardly less and the first ones wait for the last. */
    static final int MAX_WINDOWS = 64;

    private final int rateHz;
    private final int width;
    private final FloatBuffer input;
    private final FloatBuffer state = floats(Windows.LAYERS * MAX_WINDOWS * Windows.STATE);
    private final FloatBuffer output = floats(MAX_WINDOWS);
    private final FloatBuffer nextState = floats(Windows.LAYERS * MAX_WINDOWS * Windows.STATE);
    private final SileroSession[] members = new SileroSession[MAX_WINDOWS];
    private int size;

    /** A batch of windows at {@code rateHz}. */
    WindowBatch(int rateHz) {
        this.rateHz = rateHz;
        this.width = Windows.width(rateHz);
        this.input = floats(MAX_WINDOWS * width);
    }

    private static FloatBuffer floats(int count) {
        return ByteBuffer.allocateDirect(count * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    /** Adds the window that {@code session} has ready; there must be room. */
    void add(SileroSession session) {
        session.window(input, size * width);
        members[size++] = session;
    }

    /** Adds a window of silence without a call, to try a network. */
    void addSilence() {
        for (int i = 0; i < width; i++) {
            input.put(size * width + i, 0);
        }
        members[size++] = null;
    }

    boolean isFull() {
        return size == MAX_WINDOWS;
    }

    /** Runs {@code network} over the windows and reports to the calls; the batch is empty then, whatever happens. */
    void run(Network network) {
        try {
            for (int layer = 0; layer < Windows.LAYERS; layer++) {
                for (int i = 0; i < size; i++) {
                    gather(layer, i);
                }
            }
            network.run(this);
            for (int i = 0; i < size; i++) {
                if (members[i] != null) {
                    members[i].scored(output.get(i), nextState, i * Windows.STATE, size * Windows.STATE);
                }
            }
        } finally {
            java.util.Arrays.fill(members, 0, size, null);
            size = 0;
        }
    }

    private void gather(int layer, int index) {
        int at = (layer * size + index) * Windows.STATE;
        if (members[index] != null) {
            members[index].state(layer, state, at);
            return;
        }
        for (int i = 0; i < Windows.STATE; i++) {
            state.put(at + i, 0);
        }
    }

    /** Windows in the batch. */
    int size() {
        return size;
    }

    int rateHz() {
        return rateHz;
    }

    /** Samples of a window with its context. */
    int width() {
        return width;
    }

    /** Windows one behind the other, samples in −1…1. */
    FloatBuffer input() {
        return input;
    }

    /** Returns what the network remembers: for each of its layers that of all windows. */
    FloatBuffer state() {
        return state;
    }

    /** Probability of speech in each window. */
    FloatBuffer output() {
        return output;
    }

    /** Returns what the network remembers from now on, ordered like {@link #state}. */
    FloatBuffer nextState() {
        return nextState;
    }
}
