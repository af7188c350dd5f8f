package io.sidetone.core.turn;

/**
 * Reads speech evidence and time into turn signals (design section 4): speech start, yield, commit, resume, end of turn.
 *
 * <p>Lane thread only, no clock, no allocation. Evidence counts stream time, one step per 20 ms frame; silence counts
 * {@code nowNs}, so that a stream that stops sending (DTX, loss, mute) ends a turn as well as one that sends silence.
 */
public final class TurnEngine {
    private static final int FRAME_MS = 20;
    private static final long MS = 1_000_000L;

    /** A gap inside a burst that does not break it: plosives, the closure of a double consonant. */
    private static final int BRIDGE_MS = 60;

    /** A caller who takes the floor has done so by then. */
    private static final int MAX_YIELD_MS = 2_000;

    private TurnPolicy policy;
    private TurnMode mode = TurnMode.CLOSED;

    private int burstSpanMs;
    private int burstSpeechMs;
    private int gapMs;
    private long burstStartNs;
    private long lastSpeechNs;
    private long turnStartNs;
    private boolean yielded;
    private long yieldedNs;
    private boolean restless;

    /** Creates an engine with {@code policy}, deaf until the first {@link #mode}. */
    public TurnEngine(TurnPolicy policy) {
        this.policy = policy;
    }

    /** Changes the policy; takes effect with the next frame. */
    public void policy(TurnPolicy next) {
        policy = next;
    }

    /** The present policy. */
    public TurnPolicy policy() {
        return policy;
    }

    /** Tells the engine what the floor awaits; evidence gathered for another mode is kept only into LISTENING. */
    public void mode(TurnMode next, long nowNs) {
        if (next == mode) {
            return;
        }
        if (next == TurnMode.LISTENING) {
            turnStartNs = nowNs;
            lastSpeechNs = nowNs;
        } else {
            clearBurst();
        }
        yielded = false;
        restless = false;
        mode = next;
    }

    /** The present mode. */
    public TurnMode mode() {
        return mode;
    }

    /**
     * Adds the evidence of one 20 ms frame.
     *
     * @param score speech score in 0…1
     * @param nowNs when the frame was received
     */
    public TurnSignal onFrame(float score, long nowNs) {
        boolean speech = score >= policy.speechThreshold();
        gather(speech, nowNs);
        switch (mode) {
            case OPEN:
                return isSpeech(policy.onsetMs()) ? TurnSignal.SPEECH_START : TurnSignal.NONE;
            case SPEAKING:
                return whileSpeaking(nowNs);
            case LISTENING:
            case CLOSED:
            default:
                return TurnSignal.NONE;
        }
    }

    /** Lets time pass: end of turn, resume, longest turn. */
    public TurnSignal onTick(long nowNs) {
        if (mode == TurnMode.LISTENING) {
            if (nowNs - lastSpeechNs >= policy.endSilenceMs() * MS) {
                return TurnSignal.END_OF_TURN;
            }
            if (nowNs - turnStartNs >= policy.maxTurnMs() * MS) {
                return TurnSignal.TURN_TOO_LONG;
            }
        } else if (mode == TurnMode.SPEAKING) {
            return whileYielding(nowNs);
        }
        return TurnSignal.NONE;
    }

    /** A key press or a partial transcript: the caller is still at it. */
    public void activity(long nowNs) {
        lastSpeechNs = nowNs;
    }

    /** When the burst of speech that led to the last signal began. */
    public long burstStartNs() {
        return burstStartNs;
    }

    /** When speech was last seen. */
    public long lastSpeechNs() {
        return lastSpeechNs;
    }

    /** Whether a yield waits for its commit or resume. */
    public boolean yielded() {
        return yielded;
    }

    private TurnSignal whileSpeaking(long nowNs) {
        if (!policy.allowBargeIn()) {
            return TurnSignal.NONE;
        }
        if (isSpeech(policy.minSpeechMs())) {
            return TurnSignal.COMMIT;
        }
        if (!yielded && !restless && isSpeech(policy.yieldMs())) {
            yielded = true;
            yieldedNs = nowNs;
            return TurnSignal.YIELD;
        }
        return TurnSignal.NONE;
    }

    /** Silence resumes; so does noise that neither commits nor ends, and it may not yield again before it does. */
    private TurnSignal whileYielding(long nowNs) {
        boolean quiet = nowNs - lastSpeechNs >= policy.resumeSilenceMs() * MS;
        if (quiet) {
            restless = false;
        }
        if (yielded && (quiet || nowNs - yieldedNs >= MAX_YIELD_MS * MS)) {
            restless = !quiet;
            yielded = false;
            clearBurst();
            return TurnSignal.RESUME;
        }
        return TurnSignal.NONE;
    }

    /** At least {@code ms} from the first to the last speech frame of the burst, two thirds of it speech. */
    private boolean isSpeech(int ms) {
        return gapMs == 0 && burstSpanMs >= ms && burstSpeechMs * 3 >= burstSpanMs * 2;
    }

    private void gather(boolean speech, long nowNs) {
        if (speech) {
            if (burstSpeechMs == 0) {
                burstStartNs = nowNs - FRAME_MS * MS;
            }
            burstSpanMs += gapMs + FRAME_MS;
            burstSpeechMs += FRAME_MS;
            gapMs = 0;
            lastSpeechNs = nowNs;
        } else if (burstSpeechMs > 0) {
            gapMs += FRAME_MS;
            if (gapMs > BRIDGE_MS) {
                clearBurst();
            }
        }
    }

    private void clearBurst() {
        burstSpanMs = 0;
        burstSpeechMs = 0;
        gapMs = 0;
    }
}
