package io.sidetone.audio.vad;

import io.sidetone.audio.Voice;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;

/** A call at 8 kHz in which the agent talks, is interrupted, falls silent once it hears that, and talks again. */
final class Interruptions {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;
    private static final int FRAME_MS = 20;
    private static final int NEVER = Integer.MAX_VALUE;

    private final SplittableRandom random;
    private final EnergyVad vad = new EnergyVad(RATE_HZ);
    private final short[] agent;
    private final short[] line;
    private final short[] near = new short[FRAME];
    private final short[] silence = new short[FRAME];
    private final Deque<short[]> underWay = new ArrayDeque<>();
    private final double echoGain;
    private int agentFrame;
    private int lineFrame;

    Interruptions(long seed, int delayFrames, double returnLossDb) {
        random = new SplittableRandom(seed);
        agent = Voice.speech(100 + seed, RATE_HZ, 60 * RATE_HZ, 150 + random.nextInt(80), -22);
        line = Voice.noise(seed, 120 * RATE_HZ, false, -68);
        echoGain = StrictMath.pow(10, -returnLossDb / 20);
        for (int i = 0; i < delayFrames; i++) {
            underWay.add(silence);
        }
    }

    /** Lets the agent talk, interrupts it, and waits for its next turn; three frames of speech in five silence it. */
    int framesUntilHeard() {
        int onset = random.nextInt(500, 1_500) / FRAME_MS;
        int frames = random.nextInt(700, 1_200) / FRAME_MS;
        short[] caller = Voice.speech(random.nextLong(), RATE_HZ, frames * FRAME, 90 + random.nextInt(140), -26);
        int history = 0;
        int heardAfter = NEVER;
        for (int i = 0; i < onset + frames + 35; i++) {
            boolean silent = heardAfter != NEVER;
            short[] far = silent ? silence : next(agent, agentFrame++);
            underWay.add(far);
            short[] echo = underWay.remove();
            short[] noise = next(line, lineFrame++);
            boolean talks = i >= onset && i < onset + frames;
            for (int k = 0; k < FRAME; k++) {
                double sound = noise[k] + echoGain * echo[k] + (talks ? caller[(i - onset) * FRAME + k] : 0);
                near[k] = (short) Math.max(-32_768, Math.min(32_767, sound));
            }
            boolean speech = vad.score(near, 0, far, 0, FRAME) >= SpeechDetector.SPEECH_THRESHOLD;
            history = (history << 1 | (speech ? 1 : 0)) & 0b11111;
            if (!silent && Integer.bitCount(history) >= 3) {
                heardAfter = i - onset + 1;
            }
        }
        // Falling silent before the onset is hearing an echo, not the caller.
        return heardAfter > 0 ? heardAfter : NEVER;
    }

    private static short[] next(short[] pcm, int frame) {
        int from = frame % (pcm.length / FRAME) * FRAME;
        return Arrays.copyOfRange(pcm, from, from + FRAME);
    }
}
