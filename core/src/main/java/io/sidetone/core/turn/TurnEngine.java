package io.sidetone.core.turn;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.audio.vad.SpeechDetector;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.turn.evidence.EvidenceRights;
import io.sidetone.core.turn.evidence.LineTrust;
import io.sidetone.core.turn.evidence.PauseWords;
import io.sidetone.core.turn.evidence.RepeatedSpeech;
import io.sidetone.core.turn.evidence.SpeechBurst;

/**
 * Reads speech evidence and time into turn signals: speech start, yield, commit, resume, end of turn,
 * and speech that is kept where the agent may not be interrupted. {@link TurnTransitions} is what it does, as data;
 * {@link #step} is the only writer of the phase. An illegal trigger changes nothing and is counted.
 *
 * <p>Lane thread only, no clock, no allocation. Evidence counts stream time, one step per 20 ms frame; silence counts
 * {@code nowNs}, so that a stream that stops sending (DTX, loss, mute) ends a turn as well as one that sends silence.
 */
public final class TurnEngine {
    private static final int FRAME_MS = 20;
    private static final long MS = 1_000_000L;

    /** No word takes less speech: what the recognizer makes of less is a guess, at the rest of an echo for example. */
    private static final int WORD_MS = 240;

    /** A caller who takes the floor has done so by then. */
    private static final int MAX_YIELD_MS = 2_000;

    /** Time for which a caller who was given the floor is waited for where the policy never asks again. */
    private static final int PATIENCE_MS = 8_000;

    /** The detector calls a voice that has stopped speech for so long: it looks back. */
    private static final int TAIL_MS = 120;

    /** A voice that sounded this recently has not stopped. */
    private static final int STILL_MS = 60;

    /** A caller who paused for less still talks. */
    private static final int TALKS_MS = 300;

    /** A score this far from the threshold to 1 is surely speech. */
    private static final float SURE = 0.5f;

    /** This far it is a voice that sounds now, and no tail of one. */
    private static final float CERTAIN = 2f / 3;

    private final EvidenceRights rights = new EvidenceRights();
    private final SpeechBurst burst = new SpeechBurst();
    private final RepeatedSpeech pieces = new RepeatedSpeech();
    private final PauseWords words = new PauseWords();
    private final LineTrust trust = new LineTrust();
    private final Cooldown cooldown = new Cooldown();
    private final TurnEnding ending;
    private final VoiceContour voice;
    private TurnPolicy policy;
    private TurnMode mode = TurnMode.CLOSED;
    private TurnPhase phase = TurnPhase.CLOSED;
    private long refusals;
    private long speechMs;
    private int sureMs;
    private long lastSpeechNs;
    private long lastVoiceNs;
    private long turnStartNs;
    private long endedNs;
    private long yieldedNs;
    private long modeNs;
    private InterruptibleBy interruptible = InterruptibleBy.ANY;
    private int patienceMs;

    /** Creates an engine with {@code policy}, deaf until the first {@link #mode}. */
    public TurnEngine(TurnPolicy policy) {
        this(policy, null);
    }

    /** Creates an engine that also listens to how the caller's {@code voice} says something and ends it. */
    public TurnEngine(TurnPolicy policy, VoiceContour voice) {
        this.policy = policy;
        this.voice = voice;
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

    /** Sets what the floor awaits; evidence gathered for another mode is kept only into LISTENING. */
    public void mode(TurnMode next, long nowNs) {
        if (next == mode) {
            return;
        }
        if (speaking()) {
            trust.spoke(nowNs - modeNs);
            interruptible = InterruptibleBy.ANY;
        } else if (next == TurnMode.LISTENING) {
            interruptible = InterruptibleBy.ANY;
        }
        if (next == TurnMode.LISTENING) {
            turnStartNs = nowNs;
            lastSpeechNs = nowNs;
            lastVoiceNs = nowNs;
        } else if (next != TurnMode.OPEN || mode != TurnMode.THINKING) {
            forgetBurst();
        }
        words.clear();
        pieces.clear();
        sureMs = 0;
        if (next == TurnMode.LISTENING) {
            ending.begin(burst.speechMs(), goesOn());
        }
        mode = next;
        modeNs = nowNs;
        if (speaking()) {
            cooldown.begin(policy, nowNs);
        } else {
            cooldown.end();
        }
        step(next.trigger(), nowNs);
    }

    private void forgetBurst() {
        burst.clear();
        if (voice != null) {
            voice.loudness().reset();
        }
    }

    /** Returns whether the caller's speech goes on with a turn that silence has ended. */
    private boolean goesOn() {
        long pauseNs = burst.startNs() - endedNs;
        return endedNs != 0 && pauseNs >= 0 && pauseNs <= policy.continuationMs() * MS;
    }

    /** The present phase. */
    public TurnPhase phase() {
        return phase;
    }

    /** Triggers refused so far. */
    public long refusals() {
        return refusals;
    }

    /** Applies {@code trigger} by the table. */
    TurnSignal step(TurnTrigger trigger, long nowNs) {
        TurnTransitions.Rule rule = TurnTransitions.rule(phase, trigger);
        if (rule == null) {
            refusals++;
            return TurnSignal.NONE;
        }
        phase = rule.to();
        switch (rule.signal()) {
            case YIELD -> {
                yieldedNs = nowNs;
                words.clear();
                trust.paused();
            }
            case RESUME -> {
                trust.resumed();
                forgetBurst();
                if (trust.doubted()) {
                    pieces.clear();
                }
            }
            case END_OF_TURN -> endedNs = nowNs;
            case TURN_TOO_LONG -> rights.overlong();
            default -> {}
        }
        return rule.signal();
    }

    /** Only keys and requests change the floor from now on, or evidence does again (ITE-CON-002). */
    public void manual(boolean on) {
        rights.manual(on);
    }

    /** Evidence begins turns but ends none from now on, or ends them again: without an engine no answer is possible (ITE-CON-002). */
    public void commitByHand(boolean on) {
        rights.commitByHand(on);
    }

    /** Returns whether a turn is ended by a key or a request alone. */
    public boolean commitsByHand() {
        return !rights.endTurns() || phase == TurnPhase.PRESSED;
    }

    /** The caller holds a button: the present turn ends when it is released. */
    public void press() {
        step(TurnTrigger.PRESS, turnStartNs);
    }

    /** The floor was handed to the caller before a word was said: silence is no end of turn until speech was heard. */
    public void awaitSpeech() {
        awaitSpeech(policy.noInputMs() == 0 ? PATIENCE_MS : policy.noInputMs());
    }

    /** The same; after {@code forMs} without speech there was none. */
    public void awaitSpeech(int forMs) {
        patienceMs = forMs;
        step(TurnTrigger.HAND_OVER, turnStartNs);
    }

    /** Returns whether the caller was given the floor and has not spoken yet. */
    public boolean awaitingSpeech() {
        return phase == TurnPhase.AWAITING;
    }

    /** The recognizer says that the utterance is complete: a short silence ends the turn. */
    public void utteranceComplete() {
        ending.transcribed();
    }

    /**
     * The recognizer understands words of the utterance that end like this.
     *
     * @param logOdds what the words themselves say where {@code end} is unknown: positive for a whole sentence
     */
    public void words(SentenceEnd end, float logOdds) {
        ending.words(end, logOdds);
    }

    /** The words so far were made with all that the caller said until {@code untilNs}. */
    public void wordsCover(long untilNs) {
        if (untilNs >= stoppedNs()) {
            ending.wordsCover();
        }
    }

    /** Returns whether the words show that the sentence goes on. */
    public boolean wordsGoOn() {
        return ending.wordsGoOn();
    }

    /** Returns whether a silence now may be the end of the turn: nothing says that the sentence goes on. */
    public boolean mayEnd() {
        return ending.mayEnd(policy);
    }

    /** Returns whether a silence now is probably the end of the turn: words show that the sentence is whole. */
    public boolean likelyEnds() {
        return ending.likely(policy);
    }

    /** Returns what makes silence the end of the turn as soon as it does: {@code grammar}, {@code words}, {@code voice} and so on. */
    public String endedBy() {
        return ending.by();
    }

    /** The agent was cut short by the caller. */
    public void interrupted(long nowNs) {
        trust.interrupted();
        cooldown.interrupted(nowNs);
    }

    /** Returns how many interruptions lie within the policy's window. */
    public int recentInterruptions(long nowNs) {
        return cooldown.recent(policy, nowNs);
    }

    /** Returns whether there were too many of them: the agent will be heard out when it speaks next. */
    public boolean coolsDown(long nowNs) {
        return cooldown.active(policy, nowNs);
    }

    /** Returns whether the agent is speaking under a cooldown that has not run out. */
    public boolean coolingDown(long nowNs) {
        return cooldown.protects(policy, nowNs);
    }

    /**
     * Adds the evidence of one 20 ms frame.
     *
     * @param score speech score in 0…1
     * @param nowNs when the frame was received
     */
    public TurnSignal onFrame(float score, long nowNs) {
        boolean speech = score >= policy.speechThreshold();
        boolean sure = score >= share(SURE);
        burst.add(speech, nowNs);
        sureMs = sure ? sureMs + FRAME_MS : 0;
        pieces.add(speech && rights.change(mode == TurnMode.LISTENING));
        if (speech) {
            speechMs += FRAME_MS;
            lastSpeechNs = nowNs;
            if (score >= share(CERTAIN)) {
                lastVoiceNs = nowNs;
            }
            ending.speech();
        }
        if (mode == TurnMode.CLOSED || !rights.change(mode == TurnMode.LISTENING)) {
            return TurnSignal.NONE;
        }
        TurnStage stage = mode.stage();
        if (stage == null) {
            return burst.lasts(policy.onsetMs()) ? step(TurnTrigger.SPEECH, nowNs) : TurnSignal.NONE;
        }
        if (!mayTakeFloor(nowNs)) {
            return burst.lasts(policy.minSpeechMs(stage)) ? step(TurnTrigger.PROTECTED_SPEECH, nowNs) : TurnSignal.NONE;
        }
        int floorMs = takesFloorMs(stage);
        int burstMs = tellsWish(stage) ? wishMs(stage, score, floorMs) : floorMs;
        if (burstTakesFloor(burstMs, nowNs) || speaking() && pieces.worth(floorMs)) {
            return step(TurnTrigger.SPEECH, nowNs);
        }
        if (speaking() && pauses(policy.yieldMs(stage), policy.minSpeechMs(stage))) {
            return step(TurnTrigger.SHORT_SPEECH, nowNs);
        }
        return TurnSignal.NONE;
    }

    /** Returns how long a burst must be by how it sounds: never shorter than one that pauses the agent. */
    private int wishMs(TurnStage stage, float score, int floorMs) {
        int pauseMs = trust.yieldMs(policy.yieldMs(stage), policy.minSpeechMs(stage));
        return Math.max(pauseMs, FloorClaimModel.neededMs(voice.loudness(), score, floorMs));
    }

    /** The score of which {@code part} of the way from the threshold to 1 is reached. */
    private float share(float part) {
        return policy.speechThreshold() + part * (1 - policy.speechThreshold());
    }

    /**
     * Returns whether a burst this long takes the floor; from a speaking agent only while a voice sounds, not by the tail of a short word.
     */
    private boolean burstTakesFloor(int ms, long nowNs) {
        boolean sounds = !speaking() || nowNs - lastVoiceNs <= STILL_MS * MS;
        return burst.lasts(ms) && (sounds || burst.lasts(ms + TAIL_MS));
    }

    /** Returns whether there is speech that pauses the agent; of what is surely speech two thirds are enough, in a policy of two stages. */
    private boolean pauses(int yieldMs, int minSpeechMs) {
        int ms = trust.yieldMs(yieldMs, minSpeechMs);
        return burst.lasts(ms) || yieldMs < minSpeechMs && sureMs * 3 >= ms * 2;
    }

    /**
     * The primary source is certain that the caller has begun to speak: no further evidence is waited for. Where the agent may
     * be interrupted it is, unless the policy wants words.
     */
    public TurnSignal certain(long nowNs) {
        if (!rights.change(mode == TurnMode.LISTENING)) {
            return TurnSignal.NONE;
        }
        burst.beginAt(nowNs);
        lastSpeechNs = nowNs;
        lastVoiceNs = nowNs;
        if (mode.stage() != null && !mayTakeFloor(nowNs)) {
            return step(TurnTrigger.PROTECTED_SPEECH, nowNs);
        }
        boolean tooFewWords = speaking() && policy.number(PolicyNumber.MIN_WORDS) > 0;
        return step(tooFewWords ? TurnTrigger.SHORT_SPEECH : TurnTrigger.CERTAIN_SPEECH, nowNs);
    }

    /** Lets time pass: end of turn, resume, longest turn. */
    public TurnSignal onTick(long nowNs) {
        if (silent(policy.resumeSilenceMs(), nowNs)) {
            rights.paused();
        }
        TurnTrigger trigger = passed(nowNs);
        return trigger == null ? TurnSignal.NONE : step(trigger, nowNs);
    }

    /** Returns what has come with time, or null. */
    private TurnTrigger passed(long nowNs) {
        return switch (phase) {
            case LISTENING ->
                rights.endTurns() && stopped(ending.silenceMs(policy), nowNs)
                        ? TurnTrigger.END_SILENCE
                        : turnLimit(nowNs);
            case PRESSED -> turnLimit(nowNs);
            case AWAITING -> nowNs - turnStartNs >= patienceMs * MS ? TurnTrigger.WAIT_LIMIT : null;
            case THINKING_KEPT, ACTION_KEPT, SPEAKING_KEPT -> endSilence(nowNs);
            case RESTLESS_KEPT -> silent(policy.endSilenceMs(), nowNs) ? TurnTrigger.END_SILENCE : shortSilence(nowNs);
            case RESTLESS -> shortSilence(nowNs);
            case YIELDED -> silent(policy.resumeSilenceMs(), nowNs) ? TurnTrigger.SHORT_SILENCE : pauseLimit(nowNs);
            case CLOSED, OPEN, THINKING, ACTION, SPEAKING -> null;
        };
    }

    private TurnTrigger endSilence(long nowNs) {
        return silent(policy.endSilenceMs(), nowNs) ? TurnTrigger.END_SILENCE : null;
    }

    private TurnTrigger shortSilence(long nowNs) {
        return silent(policy.resumeSilenceMs(), nowNs) ? TurnTrigger.SHORT_SILENCE : null;
    }

    private TurnTrigger turnLimit(long nowNs) {
        return nowNs - turnStartNs >= policy.maxTurnMs() * MS ? TurnTrigger.TURN_LIMIT : null;
    }

    private TurnTrigger pauseLimit(long nowNs) {
        int longestMs = Math.max(MAX_YIELD_MS, wantsWords() ? policy.number(PolicyNumber.BACKCHANNEL_MAX) : 0);
        return nowNs - yieldedNs >= longestMs * MS ? TurnTrigger.PAUSE_LIMIT : null;
    }

    private boolean silent(int ms, long nowNs) {
        return nowNs - lastSpeechNs >= ms * MS;
    }

    private boolean stopped(int ms, long nowNs) {
        return nowNs - stoppedNs() >= ms * MS;
    }

    /**
     * Returns when the caller stopped, if he has: the last frame that was certainly a voice. Of what only might have been, the tail does
     * not count.
     */
    public long stoppedNs() {
        return Math.max(lastVoiceNs, lastSpeechNs - TAIL_MS * MS);
    }

    /** A key press or a partial transcript: the caller is still at it. */
    public void activity(long nowNs) {
        lastSpeechNs = nowNs;
        lastVoiceNs = nowNs;
    }

    /**
     * Words of an utterance that made the agent pause; they count once there was time to say one.
     *
     * @param backchannels whether there is nothing else in it
     * @param others words that are no backchannels
     */
    public TurnSignal onWords(boolean backchannels, int others) {
        if (phase != TurnPhase.YIELDED || rights.manual()) {
            return TurnSignal.NONE;
        }
        boolean enough = others > 0 && others >= policy.number(PolicyNumber.MIN_WORDS);
        words.enough(enough);
        if (!enough) {
            words.backchannel(backchannels);
            return TurnSignal.NONE;
        }
        return burst.speechMs() >= WORD_MS ? step(TurnTrigger.WORDS, lastSpeechNs) : TurnSignal.NONE;
    }

    /** Returns when the burst of speech that led to the last signal began. */
    public long burstStartNs() {
        return burst.startNs();
    }

    /** Returns how long the present burst of speech is, with the gap it may be in; 0 if there is none. */
    public int burstMs() {
        return burst.lengthMs();
    }

    /** Returns how much speech was seen so far, in all. */
    public long speechMs() {
        return speechMs;
    }

    /** Returns when speech was last seen. */
    public long lastSpeechNs() {
        return lastSpeechNs;
    }

    /** Returns whether the caller talks, or stopped just now: an agent that speaks now is cut off at once. */
    public boolean talks(long nowNs) {
        return nowNs - lastSpeechNs < TALKS_MS * MS;
    }

    /** Returns whether a yield waits for its commit or resume. */
    public boolean yielded() {
        return phase == TurnPhase.YIELDED;
    }

    /** Returns whether the caller may take the floor from the agent's speech now, by speaking. */
    public boolean interruptible(long nowNs) {
        TurnStage stage = mode.stage();
        return stage != null
                && interruptible.speech()
                && policy.allowBargeIn(stage)
                && nowNs - modeNs >= policy.protectionMs(stage) * MS
                && !coolingDown(nowNs);
    }

    /** The answer that is made or spoken says what takes the floor from it. */
    public void interruptible(InterruptibleBy by) {
        interruptible = by;
    }

    /** Returns whether keys take the floor from the agent's speech now. */
    public boolean interruptibleByKeys() {
        return interruptible.keys();
    }

    /** Protection and cooldown are for what the agent says, not for its thoughts and actions. */
    private boolean mayTakeFloor(long nowNs) {
        return speaking() ? interruptible(nowNs) : policy.allowBargeIn(mode.stage());
    }

    private boolean speaking() {
        return mode == TurnMode.SPEAKING || mode == TurnMode.GREETING;
    }

    /** Returns how much speech takes the floor: where words are wanted speech alone does so only when it goes on for long. */
    private int takesFloorMs(TurnStage stage) {
        int leastMs = policy.minSpeechMs(stage);
        if (!speaking()) {
            return leastMs;
        }
        int longMs = wantsWords() ? Math.max(leastMs, policy.number(PolicyNumber.BACKCHANNEL_MAX)) : leastMs;
        return phase == TurnPhase.YIELDED && words.enough() ? Math.min(longMs, WORD_MS) : longMs;
    }

    /**
     * Returns whether the voice tells how much it wants the floor: the agent pauses first, no words decide, and the scores are those it was
     * learnt with.
     */
    private boolean tellsWish(TurnStage stage) {
        boolean twoStages = policy.yieldMs(stage) < policy.minSpeechMs(stage);
        boolean wordsDecide = wantsWords() || words.enough();
        boolean learntScores =
                policy.vad() == SpeechSource.ENERGY && policy.speechThreshold() == SpeechDetector.SPEECH_THRESHOLD;
        return voice != null && speaking() && twoStages && !wordsDecide && learntScores;
    }

    private boolean wantsWords() {
        return words.backchannel() || policy.number(PolicyNumber.MIN_WORDS) > 0;
    }
}
