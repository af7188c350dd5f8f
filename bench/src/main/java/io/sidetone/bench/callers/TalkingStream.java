package io.sidetone.bench.callers;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A caller who speaks when the agent has finished, and interrupts an agent that speaks for too long. The carrier's
 * thread; the counts are read when that thread has ended.
 */
public final class TalkingStream extends StreamCaller {
    /** An agent that talks for longer than this without a pause is interrupted. */
    public static final int PATIENCE_MS = 3_000;

    private static final int FRAME_MS = 20;
    private static final int TALK_FRAMES = 60;

    /**
     * A pause of this length ends the agent's turn; the caller then waits for at most as long again before it answers.
     */
    private static final int PAUSE_MS = 600;

    /** A caller without an answer for this long speaks again. */
    private static final int UNANSWERED_MS = 12_000;

    private static final String[] VOICE = voice(150);

    /** The agent's first frame after silence, as the caller received it. */
    public record Onset(long atNs, boolean answer) {}

    private final String called;
    private final Random random;
    private final List<Onset> onsets = new ArrayList<>();
    private long firstFrame;
    private boolean talking;
    private boolean answered = true;
    private long quietSinceNs = System.nanoTime();
    private long agentSinceNs;
    private long lastVoicedNs;
    private boolean agentTalks;
    private int thinkMs;
    private long utterances;
    private long interruptions;
    private long unanswered;
    private final TurnOrder order = new TurnOrder();

    /** Creates a caller over {@code channel}; {@code called} is the number that the carrier says was called. */
    TalkingStream(SocketChannel channel, int number, String called) {
        super(channel, number);
        this.called = called;
        this.random = new Random(number);
        this.thinkMs = PAUSE_MS + random.nextInt(PAUSE_MS);
    }

    @Override
    String parameters() {
        return "\"from\":\"+14155550100\",\"to\":\"" + called + "\"";
    }

    @Override
    public void frame() throws IOException {
        decide(System.nanoTime());
        super.frame();
    }

    private void decide(long nowNs) {
        if (talking) {
            if (frames() + 1 - firstFrame >= TALK_FRAMES) {
                talking = false;
                answered = false;
                agentTalks = false;
                quietSinceNs = nowNs;
            }
            return;
        }
        if (agentTalks && nowNs - lastVoicedNs > FRAME_MS * 10_000_000L) {
            agentTalks = false;
            quietSinceNs = nowNs;
        }
        boolean impatient = agentTalks && nowNs - agentSinceNs >= PATIENCE_MS * 1_000_000L;
        boolean over = !agentTalks && answered && nowNs - quietSinceNs >= thinkMs * 1_000_000L;
        boolean lost = !agentTalks && !answered && nowNs - quietSinceNs >= UNANSWERED_MS * 1_000_000L;
        if (impatient || over || lost) {
            interruptions += impatient ? 1 : 0;
            unanswered += lost ? 1 : 0;
            talking = true;
            utterances++;
            firstFrame = frames() + 1;
            thinkMs = PAUSE_MS + random.nextInt(PAUSE_MS);
        }
    }

    @Override
    String sound(long number) {
        return talking ? VOICE[(int) (number % VOICE.length)] : super.sound(number);
    }

    @Override
    public void media(byte[] message, int from, int to) {
        if (!voiced(message, from, to)) {
            return;
        }
        long nowNs = System.nanoTime();
        lastVoicedNs = nowNs;
        if (!agentTalks && !talking) {
            agentTalks = true;
            agentSinceNs = nowNs;
            onsets.add(new Onset(nowNs, !answered));
            answered = true;
        }
    }

    /** Returns whether the first samples contain anything but mu-law's zeroes, 0xff and 0x7f. */
    private static boolean voiced(byte[] message, int from, int to) {
        int text = payload(message, from, to);
        for (int i = text; i < Math.min(text + 32, to); i++) {
            byte c = message[i];
            if (c != '/' && c != 'f' && c != '3' && c != '9' && c != '=') {
                return true;
            }
        }
        return false;
    }

    @Override
    void clear() {
        order.clear();
        if (!talking) {
            agentTalks = false;
        }
    }

    @Override
    void mark(String name) {
        order.mark(name);
    }

    @Override
    public void close() throws IOException {
        if (channel().isOpen() && !over()) {
            stop();
        }
        super.close();
    }

    /** Returns when the agent began to be heard. */
    public List<Onset> onsets() {
        return onsets;
    }

    /** Returns the number of the caller's utterances. */
    public long utterances() {
        return utterances;
    }

    /** Returns the number of utterances that interrupted the agent. */
    public long interruptions() {
        return interruptions;
    }

    /** Returns the number of utterances without an answer. */
    public long unanswered() {
        return unanswered;
    }

    /** Returns the clears and marks that came, and whether marks were in order. */
    public TurnOrder order() {
        return order;
    }
}
