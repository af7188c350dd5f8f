package io.sidetone.bench.streams;

import io.sidetone.audio.codec.G711;
import io.sidetone.bench.audio.Voice;
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
final class InterruptingStream extends CarrierStream {
    /** The longest time for which a caller speaks to an agent that does not stop. */
    private static final int MOST_FRAMES = 150;

    private static final int RATE_HZ = 8_000;
    private static final int FRAME_SAMPLES = RATE_HZ / PER_SECOND;
    private static final int FRAME_CHARS = (FRAME_SAMPLES + 2) / 3 * 4;
    private static final String PAYLOAD = "\"payload\":\"";
    private static final int LEAST_TALK_FRAMES = 15;
    private static final int MOST_TALK_FRAMES = 75;
    private static final String[] VOICE = voice();

    /**
     * An interruption that stopped the agent.
     *
     * @param byKey whether a key was pressed, and nothing said
     * @param firstFrame number of the first frame of the interruption
     * @param sentNs when each of its frames, or the key, was sent
     * @param clearNs when the clear was read
     */
    record Interruption(boolean byKey, long firstFrame, long[] sentNs, long clearNs) {}

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

    InterruptingStream(SocketChannel channel, int number) {
        super(channel, number);
        this.random = new Random(number);
        this.byKey = number % 2 == 0;
    }

    private static String[] voice() {
        short[][] frames = new Voice(RATE_HZ).frames(2 * MOST_FRAMES);
        return Arrays.stream(frames)
                .map(pcm -> {
                    byte[] codes = new byte[FRAME_SAMPLES];
                    G711.PCMU.encode(pcm, 0, pcm.length, codes, 0);
                    return Base64.getEncoder().encodeToString(codes);
                })
                .toArray(String[]::new);
    }

    @Override
    void frame() throws IOException {
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
    void media(byte[] message, int from, int to) {
        if (order.frame(TurnTags.read(payload(message, from, to)))) {
            interruptAt = frames() + random.nextInt(LEAST_TALK_FRAMES, MOST_TALK_FRAMES);
        }
    }

    private static byte[] payload(byte[] message, int from, int to) {
        int at = from;
        while (at < to && !begins(message, at)) {
            at++;
        }
        int text = at + PAYLOAD.length();
        if (text + FRAME_CHARS > to) {
            throw new IllegalStateException("a media message without 20 ms of mu-law");
        }
        return Base64.getDecoder().decode(Arrays.copyOfRange(message, text, text + FRAME_CHARS));
    }

    private static boolean begins(byte[] message, int at) {
        for (int i = 0; i < PAYLOAD.length(); i++) {
            if (at + i >= message.length || message[at + i] != PAYLOAD.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void mark(String name) {
        order.mark(name);
    }

    /** Returns the interruptions that stopped the agent, in their order. */
    List<Interruption> interruptions() {
        return interruptions;
    }

    /** Returns the number of interruptions without a clear. */
    long missed() {
        return missed;
    }

    /** Returns the number of clears that were not requested. */
    long unasked() {
        return unasked;
    }

    /** Returns the order of the turns' frames. */
    TurnOrder order() {
        return order;
    }
}
