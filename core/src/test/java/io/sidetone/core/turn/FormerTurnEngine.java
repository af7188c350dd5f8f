package io.sidetone.core.turn;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.dialogue.SentenceEnd;

/**
 * Reads speech evidence and time into turn signals (design section 4): speech start, yield, commit, resume, end of turn,
 * and speech that is kept where the agent may not be interrupted.
 *
 * <p>Lane thread only, no clock, no allocation. Evidence counts stream time, one step per 20 ms frame; silence counts
 * {@code nowNs}, so that a stream that stops sending (DTX, loss, mute) ends a turn as well as one that sends silence.
 */
public final class FormerTurnEngine {
    private static final int FRAME_MS = 20;
    private static final long MS = 1_000_000L;

    /** A gap inside a burst that does not break it: plosives, the weak syllables of a caller in noise. */
    private static final int BRIDGE_MS = 300;

    /** No word takes less speech: what the recogniser makes of less is a guess, at the rest of an echo for example. */
    private static final int WORD_MS = 240;

    /** Each pause for nothing after the first doubles what the next one takes, so many times. */
    private static final int MOST_DOUBLINGS = 3;

    private static final int TRUST_MS = 1_000;

    /** A caller who takes the floor has done so by then. */
    private static final int MAX_YIELD_MS = 2_000;

    /** How long a caller who was given the floor is waited for where the policy never asks again. */
    private static final int PATIENCE_MS = 8_000;

    private final FormerCooldown cooldown = new FormerCooldown();
    private final TurnEnding ending;
    private TurnPolicy policy;
    private TurnMode mode = TurnMode.CLOSED;

    private int burstSpanMs;
    private int burstSpeechMs;
    private int gapMs;
    private long speechMs;
    private long burstStartNs;
    private long lastSpeechNs;
    private long turnStartNs;
    private boolean yielded;
    private long yieldedNs;
    private boolean restless;
    private boolean overlong;
    private boolean backchannel;
    private boolean worded;
    private boolean pending;
    private boolean awaiting;
    private boolean manual;
    private boolean commitByHand;
    private boolean pressed;
    private boolean cooling;
    private long modeNs;
    private int doubts;
    private boolean paused;
    private int patienceMs;

    /** Creates an engine with {@code policy}, deaf until the first {@link #mode}. */
    public FormerTurnEngine(TurnPolicy policy) {
        this(policy, null);
    }

    /** Creates an engine that also listens to how the caller's {@code voice} ends what it says. */
    public FormerTurnEngine(TurnPolicy policy, VoiceContour voice) {
        this.policy = policy;
        ending = new TurnEnding(voice);
    }

    /** Changes the policy; takes effect with the next frame, also in the middle of a turn (ITE-AC-006). */
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
        trust(nowNs);
        if (next == TurnMode.LISTENING) {
            turnStartNs = nowNs;
            lastSpeechNs = nowNs;
        } else if (next != TurnMode.OPEN || mode != TurnMode.THINKING) {
            clearBurst();
        }
        yielded = false;
        restless = false;
        backchannel = false;
        worded = false;
        pending = false;
        awaiting = false;
        pressed = false;
        ending.begin(next == TurnMode.LISTENING ? burstSpeechMs : 0);
        mode = next;
        modeNs = nowNs;
        cooling = speaking() && cooldown.active(policy, nowNs);
    }

    /** An agent's turn of some length that nothing made pause says that the line is to be believed again. */
    private void trust(long nowNs) {
        if (speaking() && !paused && nowNs - modeNs >= TRUST_MS * MS) {
            doubts = 0;
        }
        paused = false;
    }

    /** The present mode. */
    public TurnMode mode() {
        return mode;
    }

    /** Only keys and requests change the floor from now on, or evidence does again (ITE-CON-002). */
    public void manual(boolean on) {
        manual = on;
    }

    /** Evidence begins turns but ends none from now on, or ends them again: nobody could answer (ITE-CON-002). */
    public void commitByHand(boolean on) {
        commitByHand = on;
    }

    /** Whether a turn is ended by a key or a request alone. */
    public boolean commitsByHand() {
        return manual || commitByHand || pressed;
    }

    /** The caller holds a button: the present turn ends when it is released. */
    public void press() {
        pressed = mode == TurnMode.LISTENING;
        awaiting = false;
    }

    /** The floor was handed to the caller before a word was said: silence is no end of turn until speech was heard. */
    public void awaitSpeech() {
        awaitSpeech(policy.noInputMs() == 0 ? PATIENCE_MS : policy.noInputMs());
    }

    /** The same; after {@code forMs} without speech there was none. */
    public void awaitSpeech(int forMs) {
        awaiting = mode == TurnMode.LISTENING;
        patienceMs = forMs;
        pressed = false;
    }

    /** Whether the caller was given the floor and has not spoken yet. */
    public boolean awaitingSpeech() {
        return awaiting;
    }

    /** The recogniser says that the utterance is complete: a short silence ends the turn. */
    public void utteranceComplete() {
        ending.transcribed();
    }

    /** The recogniser understands words of the utterance that end like this. */
    public void words(SentenceEnd end) {
        ending.words(end);
    }

    /** The agent was cut short by the caller. */
    public void interrupted(long nowNs) {
        doubts = Math.max(0, doubts - 1);
        cooldown.interrupted(nowNs);
    }

    /** Returns how many interruptions lie within the policy's window. */
    public int recentInterruptions(long nowNs) {
        return cooldown.recent(policy, nowNs);
    }

    /** Whether there were too many of them: the agent will be heard out when it speaks next. */
    public boolean coolsDown(long nowNs) {
        return cooldown.active(policy, nowNs);
    }

    /** Whether the agent is speaking under a cooldown that has not run out. */
    public boolean coolingDown(long nowNs) {
        return cooling && policy.cooldown() && nowNs - modeNs < policy.number(PolicyNumber.COOLDOWN) * MS;
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
        if (manual || overlong && mode != TurnMode.LISTENING) {
            return TurnSignal.NONE;
        }
        switch (mode) {
            case OPEN:
                return isSpeech(policy.onsetMs()) ? TurnSignal.SPEECH_START : TurnSignal.NONE;
            case THINKING:
                return whileThinking();
            case ACTION:
                return policy.allowBargeIn(TurnStage.ACTION) ? keep(TurnStage.ACTION) : TurnSignal.NONE;
            case SPEAKING:
            case GREETING:
                return whileSpeaking(nowNs);
            case LISTENING:
                return awaited(isSpeech(policy.onsetMs()));
            case CLOSED:
            default:
                return TurnSignal.NONE;
        }
    }

    /**
     * The primary source is certain that the caller has begun to speak: no further evidence is waited for. Where the agent may
     * be interrupted it is, unless the policy wants words.
     */
    public TurnSignal certain(long nowNs) {
        if (manual || overlong && mode != TurnMode.LISTENING) {
            return TurnSignal.NONE;
        }
        if (burstSpeechMs == 0) {
            burstStartNs = nowNs;
        }
        lastSpeechNs = nowNs;
        return switch (mode) {
            case OPEN -> TurnSignal.SPEECH_START;
            case THINKING -> policy.allowBargeIn(TurnStage.THINKING) ? TurnSignal.SPEECH_START : kept();
            case ACTION -> policy.allowBargeIn(TurnStage.ACTION) ? kept() : TurnSignal.NONE;
            case SPEAKING, GREETING -> certainWhileSpeaking(nowNs);
            case LISTENING -> awaited(true);
            case CLOSED -> TurnSignal.NONE;
        };
    }

    private TurnSignal certainWhileSpeaking(long nowNs) {
        if (!interruptible(nowNs)) {
            return yielded ? TurnSignal.NONE : kept();
        }
        if (policy.number(PolicyNumber.MIN_WORDS) == 0) {
            return TurnSignal.CERTAIN_COMMIT;
        }
        return yielded || restless || pending ? TurnSignal.NONE : pause(nowNs);
    }

    /** Lets time pass: end of turn, resume, longest turn. */
    public TurnSignal onTick(long nowNs) {
        overlong &= nowNs - lastSpeechNs < policy.resumeSilenceMs() * MS;
        if (pending && nowNs - lastSpeechNs >= policy.endSilenceMs() * MS) {
            pending = false;
            return TurnSignal.PENDING_END;
        }
        if (mode == TurnMode.LISTENING) {
            return whileListening(nowNs);
        }
        return speaking() ? whileYielding(nowNs) : TurnSignal.NONE;
    }

    private TurnSignal whileListening(long nowNs) {
        if (awaiting) {
            return nowNs - turnStartNs >= patienceMs * MS ? TurnSignal.NO_SPEECH : TurnSignal.NONE;
        }
        if (!commitsByHand() && nowNs - lastSpeechNs >= ending.silenceMs(policy) * MS) {
            return TurnSignal.END_OF_TURN;
        }
        if (nowNs - turnStartNs < policy.maxTurnMs() * MS) {
            return TurnSignal.NONE;
        }
        // Who never pauses would take the floor back at once: he pauses first.
        overlong = true;
        return TurnSignal.TURN_TOO_LONG;
    }

    /** A key press or a partial transcript: the caller is still at it. */
    public void activity(long nowNs) {
        lastSpeechNs = nowNs;
    }

    /**
     * Words of an utterance that made the agent pause; they count once there was time to say one.
     *
     * @param backchannels whether there is nothing else in it
     * @param others words that are no backchannels
     */
    public TurnSignal onWords(boolean backchannels, int others) {
        if (!yielded || manual) {
            return TurnSignal.NONE;
        }
        if (others > 0 && others >= policy.number(PolicyNumber.MIN_WORDS)) {
            worded = true;
            return burstSpeechMs >= WORD_MS ? TurnSignal.COMMIT : TurnSignal.NONE;
        }
        worded = false;
        backchannel = backchannels;
        return TurnSignal.NONE;
    }

    /** When the burst of speech that led to the last signal began. */
    public long burstStartNs() {
        return burstStartNs;
    }

    /** How long the present burst of speech is, with the gap it may be in; 0 if there is none. */
    public int burstMs() {
        return burstSpanMs + gapMs;
    }

    /** How much speech was seen so far, in all. */
    public long speechMs() {
        return speechMs;
    }

    /** When speech was last seen. */
    public long lastSpeechNs() {
        return lastSpeechNs;
    }

    /** Whether a yield waits for its commit or resume. */
    public boolean yielded() {
        return yielded;
    }

    /** Whether the caller may take the floor from the agent's speech now, by speaking. */
    public boolean interruptible(long nowNs) {
        TurnStage stage = mode.stage();
        return stage != null
                && policy.allowBargeIn(stage)
                && nowNs - modeNs >= policy.protectionMs(stage) * MS
                && !coolingDown(nowNs);
    }

    private boolean speaking() {
        return mode == TurnMode.SPEAKING || mode == TurnMode.GREETING;
    }

    private TurnSignal whileThinking() {
        if (!policy.allowBargeIn(TurnStage.THINKING)) {
            return keep(TurnStage.THINKING);
        }
        return isSpeech(policy.minSpeechMs(TurnStage.THINKING)) ? TurnSignal.SPEECH_START : TurnSignal.NONE;
    }

    private TurnSignal awaited(boolean speech) {
        if (awaiting && speech) {
            awaiting = false;
            return TurnSignal.SPEECH_START;
        }
        return TurnSignal.NONE;
    }

    private TurnSignal keep(TurnStage stage) {
        return isSpeech(policy.minSpeechMs(stage)) ? kept() : TurnSignal.NONE;
    }

    /** Speech that takes no floor is kept, once per utterance. */
    private TurnSignal kept() {
        if (pending) {
            return TurnSignal.NONE;
        }
        pending = true;
        return TurnSignal.PENDING_START;
    }

    private TurnSignal pause(long nowNs) {
        yielded = true;
        paused = true;
        yieldedNs = nowNs;
        backchannel = false;
        worded = false;
        return TurnSignal.YIELD;
    }

    private TurnSignal whileSpeaking(long nowNs) {
        TurnStage stage = mode.stage();
        if (!interruptible(nowNs)) {
            return yielded ? TurnSignal.NONE : keep(stage);
        }
        if (yielded && worded && isSpeech(WORD_MS)) {
            return TurnSignal.COMMIT;
        }
        boolean wantsWords = wantsWords();
        int commitMs = policy.minSpeechMs(stage);
        if (isSpeech(wantsWords ? Math.max(commitMs, policy.number(PolicyNumber.BACKCHANNEL_MAX)) : commitMs)) {
            return TurnSignal.COMMIT;
        }
        if (!yielded && !restless && !pending && isSpeech(yieldMs(stage))) {
            return pause(nowNs);
        }
        return TurnSignal.NONE;
    }

    /**
     * How much speech makes the agent pause: more where it paused for nothing before. A line whose echo has changed would
     * otherwise stop the agent at each word, and without the agent's voice nobody can learn the echo.
     */
    private int yieldMs(TurnStage stage) {
        int doublings = Math.max(0, Math.min(MOST_DOUBLINGS, doubts - 1));
        return Math.min(policy.yieldMs(stage) << doublings, Math.max(policy.yieldMs(stage), policy.minSpeechMs(stage)));
    }

    /** Speech alone cancels nothing unless it goes on for long. */
    private boolean wantsWords() {
        return backchannel || policy.number(PolicyNumber.MIN_WORDS) > 0;
    }

    /** Silence resumes; so does noise that neither commits nor ends, and it may not yield again before it does. */
    private TurnSignal whileYielding(long nowNs) {
        boolean quiet = nowNs - lastSpeechNs >= policy.resumeSilenceMs() * MS;
        if (quiet) {
            restless = false;
        }
        int longestMs = Math.max(MAX_YIELD_MS, wantsWords() ? policy.number(PolicyNumber.BACKCHANNEL_MAX) : 0);
        if (yielded && (quiet || nowNs - yieldedNs >= longestMs * MS)) {
            restless = !quiet;
            doubts++;
            yielded = false;
            clearBurst();
            return TurnSignal.RESUME;
        }
        return TurnSignal.NONE;
    }

    /** At least {@code ms} from the first to the last speech frame of the burst, half of it speech. */
    private boolean isSpeech(int ms) {
        return gapMs == 0 && burstSpanMs >= ms && burstSpeechMs * 2 >= burstSpanMs;
    }

    private void gather(boolean speech, long nowNs) {
        if (speech) {
            if (burstSpeechMs == 0) {
                burstStartNs = nowNs - FRAME_MS * MS;
            }
            burstSpanMs += gapMs + FRAME_MS;
            burstSpeechMs += FRAME_MS;
            speechMs += FRAME_MS;
            gapMs = 0;
            lastSpeechNs = nowNs;
            ending.speech();
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
