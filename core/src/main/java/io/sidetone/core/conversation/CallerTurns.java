package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.hearing.KeyInput;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnSignal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The caller's turns: from evidence and keys to a final transcript that the agent answers. Lane thread only. */
final class CallerTurns {
    private static final Logger LOG = LoggerFactory.getLogger(CallerTurns.class);
    private static final char COMMIT_KEY = '#';
    private static final String SILENCE = "silence";

    private final String callId;
    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechInput hearing;
    private final SpeechOutput speaking;
    private final Fence fence;
    private final LaneMetrics metrics;
    private final FarEnd farEnd;
    private final Effects effects;
    private final Listening listening;
    private final Utterance utterance;
    private final FloorGrant grant;
    private final PendingTurn pending;
    private final AnswerClock answers;
    private final CallerPauses pauses;
    private final EarlyRequest early;
    private final History history;
    private final Recovery recovery;
    private final CallTermination termination;
    private final AgentTurns agent;
    private final Interruptions interruptions;
    private final PhraseRules phrases;
    private final KeyInput keys = new KeyInput();
    private final CallerWords words;

    private int noMatches;

    CallerTurns(
            TurnContext context,
            TurnParts parts,
            CallTermination termination,
            AgentTurns agent,
            Interruptions interruptions) {
        this.callId = context.callId();
        this.floor = context.floor();
        this.turn = context.turn();
        this.hearing = context.hearing();
        this.speaking = context.speaking();
        this.fence = context.fence();
        this.metrics = context.metrics();
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.listening = parts.listening();
        this.utterance = parts.utterance();
        this.grant = parts.grant();
        this.pending = parts.pending();
        this.answers = parts.answers();
        this.pauses = parts.pauses();
        this.early = parts.early();
        this.history = parts.history();
        this.recovery = parts.recovery();
        this.termination = termination;
        this.agent = agent;
        this.phrases = new PhraseRules(context, parts, termination, agent.actions());
        this.interruptions = interruptions;
        this.words = new CallerWords(context, parts, termination, interruptions, phrases, keys);
    }

    /** Takes words of the caller, typed text, and failures of the recognizer at one utterance. */
    void onEvent(LaneEvent event) {
        long nowNs = event.nowNs();
        switch (event.type()) {
            case TRANSCRIPT_PARTIAL ->
                words.partial(event.token(), (String) event.ref(), SentenceEnd.of(event.a()), nowNs);
            case TRANSCRIPT_COVERS -> words.covers(event.token(), nowNs - event.a() * TurnContext.MS, nowNs);
            case TRANSCRIPT_FINAL -> transcript(event.token(), (String) event.ref(), nowNs);
            case TEXT_INPUT -> typed((String) event.ref(), nowNs);
            case ENGINE_FAILED -> recognizerFailed(event.token(), (EngineFailure) event.ref(), nowNs);
            default -> metrics.increment(LaneCounter.STRAY_EVENTS);
        }
    }

    void act(TurnSignal signal, long nowNs) {
        switch (signal) {
            case NONE -> {}
            case SPEECH_START -> speechStarts(nowNs);
            case YIELD -> interruptions.yield(nowNs);
            case COMMIT ->
                interruptions.commit(
                        nowNs, "speech", hearing.evidence().decided().interruption());
            case CERTAIN_COMMIT ->
                interruptions.commit(
                        nowNs, "speech", hearing.evidence().trusted().interruption());
            case PENDING_START -> pending.speech(nowNs);
            case PENDING_END -> pending.silence();
            case NO_SPEECH -> drop(FloorTrigger.INPUT_TIMEOUT, nowNs, "nothing was said");
            case RESUME -> interruptions.resume(nowNs);
            case END_OF_TURN -> endInput(nowNs, SILENCE);
            case TURN_TOO_LONG -> endInput(nowNs, "longest turn");
            default -> throw new IllegalStateException("turn signal " + signal + " has no effect defined");
        }
    }

    private void speechStarts(long nowNs) {
        if (floor.in(FloorState.LISTENING)) {
            utterance.listen(nowNs);
        } else {
            takeFloor(nowNs, "speech", false);
        }
    }

    /** T03 from IDLE, T09 from FINALIZING and THINKING: the caller speaks and nothing is being said. */
    void takeFloor(long nowNs, String by, boolean byKeys) {
        termination.callerSpoke();
        grant.begin();
        boolean heard = false;
        if (floor.in(FloorState.IDLE)) {
            utterance.interrupts(false);
            agent.dropPendingSpeech();
            utterance.standsAlone();
            heard = pending.takeOver();
            if (!heard) {
                utterance.grant();
            }
            floor.transition(FloorTrigger.INPUT_START, nowNs, by);
        } else {
            boolean transcriptDue = floor.in(FloorState.FINALIZING);
            boolean continues = !byKeys
                    && turn.burstStartNs() - utterance.endedNs()
                            <= turn.policy().continuationMs() * TurnContext.MS;
            if (continues) {
                utterance.goesOn(transcriptDue);
            } else {
                utterance.interrupts(true);
                utterance.standsAlone();
            }
            if (continues && !transcriptDue) {
                history.withdrawUser(utterance.token());
            }
            pending.drop();
            agent.dropPendingSpeech();
            utterance.grant();
            floor.transition(FloorTrigger.BARGE_IN, nowNs, continues ? by + ", same turn" : by);
        }
        if (!byKeys && !heard) {
            utterance.listen(nowNs);
        }
    }

    /** T03: the agent has asked a question, and the policy hands the floor to the caller for the answer (VIP 5.2.2). */
    void followUp(long nowNs) {
        int forMs = turn.policy().number(PolicyNumber.FOLLOW_UP);
        boolean free = floor.in(FloorState.IDLE) && !speaking.active() && !pending.waiting();
        boolean heard = farEnd.answered() && !listening.asleep() && !listening.keysOnly() && !floor.held();
        if (forMs > 0 && free && heard && !termination.isRequested() && !termination.leaving()) {
            takeFloor(nowNs, "follow_up", true);
            turn.awaitSpeech(forMs);
        }
    }

    /** T05: what was said is complete. */
    void endInput(long nowNs, String why) {
        if (!keys.empty()) {
            endDigits(nowNs);
            return;
        }
        // What the floor's change makes the turn engine forget.
        String by = SILENCE.equals(why) ? turn.endedBy() : why;
        floor.transition(FloorTrigger.INPUT_END, nowNs, why);
        long token = utterance.token();
        long lastSpeechNs = turn.lastSpeechNs();
        utterance.ended(lastSpeechNs, nowNs);
        answers.ended(lastSpeechNs, by, nowNs);
        effects.publish(new CallObserver.InputEnded(token, lastSpeechNs, nowNs));
        listening.end(token, grant.atOnce() && !listening.asleep());
        if (utterance.earlyFinal() != null) {
            transcript(token, utterance.earlyFinal(), nowNs);
        } else if (listening.keysOnly()) {
            noMatch(nowNs, "keys only", PromptReason.DIGITS_ONLY);
        }
    }

    /** A transcript that belongs to no open turn is dropped, counted, logged without its words, and noted (VAN-04). */
    void late(String text) {
        metrics.increment(LaneCounter.STALE_DROPPED);
        if (text.isBlank()) {
            return;
        }
        effects.note("late", "transcript in " + floor.state() + " dropped: " + text);
        LOG.info(
                "Call {}: a transcript of {} characters came in {} and belongs to no open turn; dropped",
                callId,
                text.length(),
                floor.state());
    }

    private void transcript(long token, String given, long nowNs) {
        recovery.recognizerAnswers(nowNs);
        // What was shown was said, also when nothing is left of it in the end.
        String text = given.isBlank() ? utterance.shown(token) : given;
        if (pending.owns(token)) {
            pending.transcript(token, text);
            return;
        }
        if (utterance.wordsBefore(token, text)) {
            return;
        }
        if (token != utterance.token() || fence.isDead(token)) {
            late(text);
            return;
        }
        if (words.utteranceOpen()) {
            words.complete(token, text, nowNs);
            return;
        }
        if (!floor.in(FloorState.FINALIZING)) {
            late(text);
            return;
        }
        String whole = utterance.take(text);
        if (whole.isEmpty()) {
            noMatch(nowNs, "no words", PromptReason.NO_MATCH);
            return;
        }
        understood(whole, nowNs);
    }

    private void understood(String whole, long nowNs) {
        answers.words(nowNs);
        transcribed(whole);
        answer(whole, nowNs);
    }

    private void transcribed(String text) {
        long token = utterance.token();
        effects.note("transcript", text);
        effects.publish(new CallObserver.Transcript(token, text));
    }

    /** T16 and the request, unless the words mean something by themselves. */
    private void answer(String whole, long nowNs) {
        String said = whole;
        if (listening.asleep()) {
            said = listening.afterWake(whole);
            if (said == null || said.isEmpty()) {
                utterance.standsAlone();
                floor.transition(FloorTrigger.NO_RESPONSE, nowNs, said == null ? "asleep" : "woken");
                termination.idle(nowNs);
                return;
            }
        }
        if (phrases.take(said, true, nowNs)) {
            return;
        }
        utterance.answered(said);
        floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, "transcript");
        agent.respond(new UserInput(UserInput.Kind.SPEECH, said), nowNs);
    }

    /** T15, then the agent asks again by T04 (VAN-03). */
    private void noMatch(long nowNs, String why, PromptReason occasion) {
        utterance.standsAlone();
        floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
        if (listening.asleep() || !grant.answers()) {
            termination.idle(nowNs);
            return;
        }
        noMatches++;
        agent.announce(occasion, nowNs);
    }

    /**
     * The recognizer is gone; what it had reported is answered, keys are not lost.
     *
     * @return whether words are lost that the caller has said
     */
    boolean unheard(long nowNs) {
        if (!keys.empty()) {
            return false;
        }
        if (floor.in(FloorState.LISTENING) && utterance.earlyFinal() != null) {
            endInput(nowNs, "recogniser lost");
            return false;
        }
        if (floor.in(FloorState.LISTENING)) {
            boolean spoken = !turn.awaitingSpeech();
            drop(FloorTrigger.INPUT_CANCEL, nowNs, "recogniser lost");
            return spoken;
        }
        if (floor.in(FloorState.FINALIZING)) {
            utterance.standsAlone();
            floor.transition(FloorTrigger.NO_RESPONSE, nowNs, "recogniser lost");
            termination.idle(nowNs);
            return true;
        }
        return false;
    }

    private void recognizerFailed(long token, EngineFailure failure, long nowNs) {
        effects.note("engine", "recogniser: " + failure.message());
        if (pending.owns(token)) {
            pending.failed(token);
            return;
        }
        if (token != utterance.token()) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        boolean exhausted = "exhausted".equals(failure.code());
        if (exhausted) {
            listening.exhausted();
        }
        if (!keys.empty()) {
            return;
        }
        PromptReason occasion = exhausted ? PromptReason.DIGITS_ONLY : PromptReason.NO_MATCH;
        if (floor.in(FloorState.LISTENING) && turn.talks(nowNs) && !exhausted) {
            // What was understood is taken when the caller has finished.
            utterance.finalCame(utterance.shown(token));
        } else if (floor.in(FloorState.LISTENING)) {
            utterance.cancel();
            floor.transition(FloorTrigger.INPUT_CANCEL, nowNs, failure.code());
            agent.announce(occasion, nowNs);
        } else if (floor.in(FloorState.FINALIZING) && !utterance.shown(token).isEmpty()) {
            transcript(token, "", nowNs);
        } else if (floor.in(FloorState.FINALIZING)) {
            noMatch(nowNs, failure.code(), occasion);
        }
    }

    /** A key: commits at once where the agent speaks (AC-001), takes the floor where it is free. */
    void digit(char digit, long nowNs) {
        effects.note("digit", KeyInput.named(digit));
        if (keys.belated(digit, listening.hint(), turn.policy().interDigitMs(), nowNs)) {
            return;
        }
        if (early() || ahead()) {
            pending.digit(digit, nowNs);
            return;
        }
        switch (floor.state()) {
            case IDLE, FINALIZING, THINKING -> takeFloor(nowNs, "digit", true);
            case SPEAKING -> {
                if (!turn.interruptibleByKeys()) {
                    pending.digit(digit, nowNs);
                    return;
                }
                // The first part of a secret may have been keyed before the question was asked.
                String before = listening.hint().secret() ? pending.takeDigits(listening.hint()) : "";
                interruptions.commit(nowNs, "digit", InterruptionSource.COMMAND);
                keys.add(before);
            }
            case ACTION -> {
                floor.transition(FloorTrigger.INPUT_START, nowNs, "digit");
                pending.digit(digit, nowNs);
                return;
            }
            case LISTENING -> {
                if (turn.commitsByHand() && digit == COMMIT_KEY && keys.empty() && listening.feeding()) {
                    endInput(nowNs, "committed by key");
                    return;
                }
            }
            default -> {
                metrics.increment(LaneCounter.STRAY_EVENTS);
                return;
            }
        }
        utterance.cancel();
        early.giveUp("keys");
        early.close();
        turn.mode(TurnMode.CLOSED, nowNs);
        if (keys.press(digit, listening.hint(), nowNs)) {
            endDigits(nowNs);
        }
    }

    /** Returns whether the call is not up yet: what comes before is held until it is (T02). */
    boolean early() {
        return !farEnd.answered() || floor.in(FloorState.CONNECTING);
    }

    /** Returns whether what comes may be a secret for the question after an action: it stops neither the action nor its words. */
    private boolean ahead() {
        boolean stops = floor.in(FloorState.THINKING) || floor.in(FloorState.SPEAKING);
        return stops && agent.actions().secrecy() == Secrecy.AHEAD;
    }

    private void endDigits(long nowNs) {
        String input = keys.take();
        complete(new UserInput(UserInput.Kind.DIGITS, input), input, "digits", nowNs);
    }

    /** T05 and T16 in one event: an input that needs no recognizer is answered. */
    private void complete(UserInput input, String as, String by, long nowNs) {
        utterance.standsAlone();
        floor.transition(FloorTrigger.INPUT_END, nowNs, by);
        utterance.ended(nowNs, nowNs);
        answers.ended(nowNs, by, nowNs);
        transcribed(SecretPlaceholders.shown(as));
        listening.wake();
        if (phrases.take(input.text(), input.kind() == UserInput.Kind.TEXT, nowNs)) {
            return;
        }
        floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, by);
        agent.respond(input, nowNs);
    }

    /** Takes what the caller typed: a complete input, and like a key it commits at once. */
    void typed(String text, long nowNs) {
        if (text.isBlank()) {
            return;
        }
        if (early() || ahead()) {
            pending.text(text, nowNs);
            return;
        }
        switch (floor.state()) {
            case IDLE, FINALIZING, THINKING -> takeFloor(nowNs, "text", true);
            case SPEAKING -> interruptions.commit(nowNs, "text", InterruptionSource.COMMAND);
            case ACTION -> {
                floor.transition(FloorTrigger.INPUT_START, nowNs, "text");
                pending.text(text, nowNs);
                return;
            }
            case LISTENING -> {}
            default -> {
                metrics.increment(LaneCounter.STRAY_EVENTS);
                return;
            }
        }
        utterance.cancel();
        keys.clear();
        // Typed text always expects an answer.
        grant.give(TurnHints.DEFAULT);
        complete(new UserInput(UserInput.Kind.TEXT, text.strip()), text, "text", nowNs);
    }

    /** Takes as the next input what was said, keyed or typed where the agent could not be interrupted (T22, ITE-AC-003). */
    private void applyPending(long nowNs) {
        boolean free = farEnd.answered() && floor.in(FloorState.IDLE) && !speaking.active();
        if (!pending.waiting() || !free || termination.isRequested()) {
            return;
        }
        String text = pending.takeText(listening.hint());
        String digits = pending.takeDigits(listening.hint());
        if (!text.isEmpty()) {
            typed(text, nowNs);
        } else if (!digits.isEmpty()) {
            takeFloor(nowNs, "kept digits", true);
            utterance.cancel();
            keys.add(digits);
            endDigits(nowNs);
        } else if (pending.hasSpeech()) {
            boolean goesOn = pending.speechOpen();
            termination.callerSpoke();
            utterance.interrupts(true);
            grant.begin();
            pending.become();
            floor.transition(FloorTrigger.INPUT_START, nowNs, "kept speech");
            if (!goesOn) {
                endInput(nowNs, "kept speech");
            }
        }
    }

    void tick(long nowNs) {
        applyPending(nowNs);
        if (floor.in(FloorState.LISTENING)) {
            pauses.tick(nowNs);
        }
        // In any other state nothing is prepared, and what was is given up.
        if (floor.in(FloorState.LISTENING) || floor.in(FloorState.FINALIZING) || floor.in(FloorState.THINKING)) {
            words.prepareIfDue(nowNs);
        }
        if (floor.in(FloorState.LISTENING) && keys.due(turn.policy().interDigitMs(), nowNs)) {
            endDigits(nowNs);
        } else if (floor.in(FloorState.FINALIZING)
                && nowNs - floor.enteredNs() >= turn.policy().finalTranscriptMs() * TurnContext.MS) {
            recovery.recognizerStalled(nowNs);
            String shown = utterance.whole(utterance.shown(utterance.token()));
            if (shown.isEmpty()) {
                noMatch(nowNs, "transcript timeout", PromptReason.NO_MATCH);
            } else {
                utterance.cancel();
                understood(shown, nowNs);
            }
        }
    }

    /** T06: what the caller was saying is dropped. */
    void drop(FloorTrigger trigger, long nowNs, String why) {
        utterance.cancel();
        keys.clear();
        if (floor.in(FloorState.LISTENING)) {
            floor.transition(trigger, nowNs, why);
            termination.idle(nowNs);
        }
    }

    int noMatches() {
        return noMatches;
    }
}
