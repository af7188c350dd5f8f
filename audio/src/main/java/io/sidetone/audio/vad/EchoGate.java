package io.sidetone.audio.vad;

import java.util.Arrays;

/**
 * Tells by how much a near frame exceeds what the echo of our own voice explains.
 *
 * <p>The echo of a frame comes back within 300 ms, so it is compared with the loudest far frame of the last 320 ms. The
 * coupling is the highest near-minus-far level of the last 2.4 s without the newest 300 ms, which a talking caller may
 * have raised.
 */
final class EchoGate {
    private static final float AGENT_SPEAKS_DBOV = -45f;
    private static final float MARGIN_DB = 5f;
    private static final int FAR_FRAMES = 16;
    private static final int COUPLING_FRAMES = 120;
    private static final int NEWEST_FRAMES = 15;
    private static final int LEARNING_FRAMES = 40;
    private static final float NOT_ECHO_DB = 40f;

    private final float[] far = new float[FAR_FRAMES];
    private final float[] coupling = new float[COUPLING_FRAMES];
    private int farIndex;
    private int couplingIndex;
    private int spokenFrames;

    EchoGate() {
        reset();
    }

    /** Returns the decibels above the strongest echo to be expected; large when we are silent. */
    float update(float nearDbov, float farDbov) {
        far[farIndex] = farDbov;
        farIndex = (farIndex + 1) % FAR_FRAMES;
        float loudest = far[0];
        for (float level : far) {
            loudest = Math.max(loudest, level);
        }
        if (loudest <= AGENT_SPEAKS_DBOV) {
            return NOT_ECHO_DB;
        }
        spokenFrames++;
        float above = nearDbov - loudest - expectedCoupling() - MARGIN_DB;
        coupling[couplingIndex] = nearDbov - loudest;
        couplingIndex = (couplingIndex + 1) % COUPLING_FRAMES;
        return above;
    }

    private float expectedCoupling() {
        if (spokenFrames < LEARNING_FRAMES) {
            return 0f;
        }
        float highest = -Float.MAX_VALUE;
        for (int age = NEWEST_FRAMES; age < Math.min(COUPLING_FRAMES, spokenFrames); age++) {
            highest = Math.max(highest, coupling[Math.floorMod(couplingIndex - 1 - age, COUPLING_FRAMES)]);
        }
        return highest;
    }

    void reset() {
        Arrays.fill(far, Float.NEGATIVE_INFINITY);
        Arrays.fill(coupling, Float.NEGATIVE_INFINITY);
        farIndex = 0;
        couplingIndex = 0;
        spokenFrames = 0;
    }
}
