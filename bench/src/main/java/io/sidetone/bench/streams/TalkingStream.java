package io.sidetone.bench.streams;

import io.sidetone.audio.codec.G711;
import io.sidetone.bench.audio.Voice;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/**
 * A caller who speaks when the agent has finished, and interrupts an agent that speaks for too long. The carrier's
 * thread; the counts are read when that thread has ended.
 */
public final class TalkingStream extends CarrierStream {
    /** An agent that talks for longer than this without a pause is interrupted. */
    public static final int PATIENCE_MS = 3_000;

    private static final int RATE_HZ = 8_000;
    private static final int FRAME_SAMPLES = RATE_HZ / PER_SECOND;
    private static final int FRAME_MS = 1_000 / PER_SECOND;
    private static final int TALK_FRAMES = 60;
    private static final int VOICE_FRAMES = 150;

    /**
     * A pause of this length ends the agent's turn; the caller then waits for at most as long again before it answers.
     */
    private static final int PAUSE_MS = 600;

    /** A caller without an answer for this long speaks again. */
    private static final int UNANSWERED_MS = 12_000;

    private static final String PAYLOAD = "\"payload\":\"";
    private static final String[] VOICE = voice();

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
    private long clears;
    private long marks;
    private long oldMarks;

    TalkingStream(SocketChannel channel, int number, String called) {
        super(channel, number);
        this.called = called;
        this.random = new Random(number);
        this.thinkMs = PAUSE_MS + random.nextInt(PAUSE_MS);
    }

    private static String[] voice() {
        short[][] frames = new Voice(RATE_HZ).frames(VOICE_FRAMES);
        String[] payloads = new String[frames.length];
        for (int i = 0; i < frames.length; i++) {
            byte[] codes = new byte[FRAME_SAMPLES];
            G711.PCMU.encode(frames[i], 0, FRAME_SAMPLES, codes, 0);
            payloads[i] = Base64.getEncoder().encodeToString(codes);
        }
        return payloads;
    }

    @Override
    String parameters() {
        return "\"from\":\"+14155550100\",\"to\":\"" + called + "\"";
    }

    @Override
    void frame() throws IOException {
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
    void media(byte[] message, int from, int to) {
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

    /** Whether the first samples contain anything but mu-law's zeroes, 0xff and 0x7f. */
    private static boolean voiced(byte[] message, int from, int to) {
        int at = from;
        while (at + PAYLOAD.length() < to && !begins(message, at)) {
            at++;
        }
        int text = at + PAYLOAD.length();
        for (int i = text; i < Math.min(text + 32, to); i++) {
            byte c = message[i];
            if (c != '/' && c != 'f' && c != '3' && c != '9' && c != '=') {
                return true;
            }
        }
        return false;
    }

    private static boolean begins(byte[] message, int at) {
        for (int i = 0; i < PAYLOAD.length(); i++) {
            if (message[at + i] != PAYLOAD.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void clear() {
        clears++;
        if (!talking) {
            agentTalks = false;
        }
    }

    /** A name ends with the number of clears before it. */
    @Override
    void mark(String name) {
        marks++;
        if (Long.parseLong(name.substring(name.lastIndexOf(':') + 1)) != clears) {
            oldMarks++;
        }
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

    /** Returns the number of clears. */
    public long clears() {
        return clears;
    }

    /** Returns the number of marks. */
    public long marks() {
        return marks;
    }

    /** Returns the number of marks for audio from before the last clear. */
    public long oldMarks() {
        return oldMarks;
    }
}
