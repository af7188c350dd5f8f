package io.sidetone.bench.callers;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/**
 * A caller who interrupts repeatedly, by voice and by key in turns, and checks every message after the clear. The
 * carrier's thread; the counts are read when that thread has ended.
 */
public final class InterruptingStream extends StreamCaller {
    /** The longest time for which a caller speaks to an agent that does not stop. */
    private static final int MOST_FRAMES = 150;

    private static final int FRAME_CHARS = (FRAME_BYTES + 2) / 3 * 4;
    private static final int LEAST_TALK_FRAMES = 15;
    private static final int MOST_TALK_FRAMES = 75;
    private static final String[] VOICE = voice(2 * MOST_FRAMES);

    /**
     * An interruption that stopped the agent.
     *
     * @param byKey whether a key was pressed, and nothing said
     * @param firstFrame number of the first frame of the interruption
     * @param sentNs when each of its frames, or the key, was sent
     * @param clearNs when the clear was read
     */
    public record Interruption(boolean byKey, long firstFrame, long[] sentNs, long clearNs) {}

    private final Random random;
    private final List<Interruption> interruptions = new ArrayList<>();
    private final long[] sentNs = new long[MOST_FRAMES];
    private boolean interrupting;
    private boolean byKey;
    private long firstFrame;
    private int sent;
    private long interruptAt = Long.MAX_VALUE;
    private long unasked;
    private long missed;
    private final TurnOrder order = new TurnOrder();

    /** Creates a caller over {@code channel}; every other one begins with a key. */
    public InterruptingStream(SocketChannel channel, int number) {
        super(channel, number);
        this.random = new Random(number);
        this.byKey = number % 2 == 0;
    }

    @Override
    public void frame() throws IOException {
        if (!interrupting && frames() + 1 >= interruptAt) {
            interrupting = true;
            interruptAt = Long.MAX_VALUE;
            firstFrame = frames() + 1;
            sent = 0;
            if (byKey) {
                sentNs[sent++] = System.nanoTime();
                key('1');
            }
        }
        if (interrupting && frames() + 1 - firstFrame >= MOST_FRAMES) {
            missed++;
            interrupting = false;
            interruptAt = frames() + LEAST_TALK_FRAMES;
        }
        if (interrupting && !byKey) {
            sentNs[sent++] = System.nanoTime();
        }
        super.frame();
    }

    @Override
    String sound(long number) {
        return interrupting && !byKey
                ? VOICE[(int) (number - firstFrame + firstFrame % MOST_FRAMES)]
                : super.sound(number);
    }

    @Override
    void clear() {
        order.clear();
        if (!interrupting) {
            unasked++;
            return;
        }
        interruptions.add(new Interruption(byKey, firstFrame, Arrays.copyOf(sentNs, sent), System.nanoTime()));
        interrupting = false;
        byKey = !byKey;
    }

    @Override
    public void media(byte[] message, int from, int to) {
        if (order.frame(TurnTags.read(decoded(message, payload(message, from, to))))) {
            interruptAt = frames() + random.nextInt(LEAST_TALK_FRAMES, MOST_TALK_FRAMES);
        }
    }

    private static byte[] decoded(byte[] message, int text) {
        return Base64.getDecoder().decode(Arrays.copyOfRange(message, text, text + FRAME_CHARS));
    }

    @Override
    void mark(String name) {
        order.mark(name);
    }

    /** Returns the interruptions that stopped the agent, in their order. */
    public List<Interruption> interruptions() {
        return interruptions;
    }

    /** Returns the number of interruptions without a clear. */
    public long missed() {
        return missed;
    }

    /** Returns the number of clears that were not requested. */
    public long unasked() {
        return unasked;
    }

    /** Returns the order of the turns' frames. */
    public TurnOrder order() {
        return order;
    }
}
