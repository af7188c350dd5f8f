package io.sidetone.core.turn;

/**
 * Things that a call misses, and for how long (ITE-REQ-009): speech evidence, the recognizer's answers, the model, the voice.
 * Lane thread only, no clock, no allocation.
 */
public final class Degradation {
    private static final long MS = 1_000_000L;

    /** So long evidence must flow again before the call counts as recovered (ITE-AC-008: within a second). */
    private static final int STEADY_MS = 500;

    /** Evidence that is this much apart flows no more. */
    private static final int GAP_MS = 200;

    private static final int FRAME_MS = 20;

    /** Things that may be missing. */
    public enum Cause {
        /** Audio should flow and no speech evidence comes. */
        NO_EVIDENCE("no_speech_evidence"),
        /** The recognizer does not answer. */
        RECOGNIZER("recognizer_stalled"),
        /** The recognizer's session died. */
        RECOGNIZER_LOST("recognizer_unreachable"),
        /** The model cannot be reached. */
        MODEL("model_unreachable"),
        /** The synthesizer cannot speak. */
        SYNTHESIZER("synthesizer_failed");

        private final String code;

        Cause(String code) {
            this.code = code;
        }

        /** Returns the short and stable name. */
        public String code() {
            return code;
        }
    }

    private int missing;
    private int unansweredMs;
    private long lifeNs;
    private long evidenceNs;
    private long steadySinceNs;

    /** Silence of the sources is counted from now on. */
    public void restart(long nowNs) {
        unansweredMs = 0;
        lifeNs = nowNs;
        evidenceNs = nowNs;
        steadySinceNs = nowNs;
    }

    /** The selected source gave evidence. */
    public void evidence(long nowNs) {
        if (nowNs - evidenceNs > GAP_MS * MS) {
            steadySinceNs = nowNs;
        }
        unansweredMs = 0;
        lifeNs = nowNs;
        evidenceNs = nowNs;
    }

    /** A frame came, of which the selected source has said nothing yet. */
    public void frame(long nowNs) {
        unansweredMs += FRAME_MS;
        lifeNs = nowNs;
    }

    /** Proof that the line is up, although no frame came. */
    public void alive(long nowNs) {
        lifeNs = nowNs;
    }

    /** Returns whether nothing came for {@code limitMs}, or so much audio of which the selected source said nothing. */
    public boolean silent(int limitMs, long nowNs) {
        return nowNs - lifeNs >= limitMs * MS || unansweredMs >= limitMs;
    }

    /** Returns whether evidence flows steadily. */
    public boolean steady(long nowNs) {
        return nowNs - evidenceNs <= GAP_MS * MS && nowNs - steadySinceNs >= STEADY_MS * MS;
    }

    /** Notes that {@code cause} is missing; returns whether that is news. */
    public boolean begin(Cause cause) {
        boolean news = !missing(cause);
        missing |= 1 << cause.ordinal();
        return news;
    }

    /** Notes that {@code cause} is there again; returns whether that is news. */
    public boolean end(Cause cause) {
        boolean news = missing(cause);
        missing &= ~(1 << cause.ordinal());
        return news;
    }

    /** Returns whether {@code cause} is missing. */
    public boolean missing(Cause cause) {
        return (missing & 1 << cause.ordinal()) != 0;
    }

    /** Returns whether anything is missing. */
    public boolean any() {
        return missing != 0;
    }
}
