package io.sidetone.core.conversation;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnSignal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The caller's turns: from evidence and keys to a final transcript that the agent answers. Lane thread only. */
final class CallerTurns {
    private static final Logger LOG = LoggerFactory.getLogger(CallerTurns.class);
    private static final char COMMIT_KEY = '#';

    private final TurnState s;
    private final AgentTurns agent;
    private final Interruptions interruptions;
    private final StringBuilder digits = new StringBuilder();
    private boolean keyed;
    private long lastDigitNs;
    private int noMatches;

    CallerTurns(TurnState state, AgentTurns agent, Interruptions interruptions) {
        this.s = state;
        this.agent = agent;
        this.interruptions = interruptions;
    }

    void act(TurnSignal signal, long nowNs) {
        switch (signal) {
            case NONE -> {}
            case SPEECH_START -> speechStarts(nowNs);
            case YIELD -> interruptions.yield(nowNs);
            case COMMIT ->
                interruptions.commit(
                        nowNs, "speech", s.hearing.evidence().decided().interruption());
            case CERTAIN_COMMIT ->
                interruptions.commit(
                        nowNs, "speech", s.hearing.evidence().trusted().interruption());
            case PENDING_START -> s.pending.speech(nowNs);
            case PENDING_END -> s.pending.silence();
            case NO_SPEECH -> drop(FloorTrigger.INPUT_TIMEOUT, nowNs, "nothing was said");
            case RESUME -> interruptions.resume(nowNs);
            case END_OF_TURN -> endInput(nowNs, "silence");
            case TURN_TOO_LONG -> endInput(nowNs, "longest turn");
            default -> throw new IllegalStateException("turn signal " + signal + " has no effect defined");
        }
    }

    private void speechStarts(long nowNs) {
        if (s.floor.in(FloorState.LISTENING)) {
            s.listen(nowNs);
        } else {
            takeFloor(nowNs, "speech", false);
        }
    }

    /** T03 from IDLE, T09 from FINALIZING and THINKING: the caller speaks and nothing is being said. */
    void takeFloor(long nowNs, String by, boolean byKeys) {
        s.parting.callerSpoke();
        s.grant = s.standing;
        boolean heard = false;
        if (s.floor.in(FloorState.IDLE)) {
            s.bargedIn = false;
            agent.dropPendingSpeech();
            s.notContinued();
            heard = s.pending.takeOver();
            if (!heard) {
                s.grantUser();
            }
            s.floor.transition(FloorTrigger.INPUT_START, nowNs, by);
        } else {
            boolean transcriptDue = s.floor.in(FloorState.FINALIZING);
            boolean continues = !byKeys
                    && s.turn.burstStartNs() - s.inputEndNs <= s.turn.policy().continuationMs() * TurnState.MS;
            s.bargedIn |= !continues;
            s.continuedToken = continues && transcriptDue ? s.userToken : Token.NONE;
            s.continuedText = continues ? s.continuedText : "";
            if (continues && !transcriptDue) {
                s.history.withdrawUser(s.userToken);
            }
            s.pending.drop();
            agent.dropPendingSpeech();
            s.grantUser();
            s.floor.transition(FloorTrigger.BARGE_IN, nowNs, continues ? by + ", same turn" : by);
        }
        if (!byKeys && !heard) {
            s.listen(nowNs);
        }
    }

    /** T03: the agent has asked a question, and the policy hands the floor to the caller for the answer (VIP 5.2.2). */
    void followUp(long nowNs) {
        int forMs = s.turn.policy().number(PolicyNumber.FOLLOW_UP);
        boolean free = s.floor.in(FloorState.IDLE) && !s.speaking.active() && !s.pending.waiting();
        boolean heard = s.farEnd.answered() && !s.asleep() && !s.keysOnly() && !s.floor.held();
        if (forMs > 0 && free && heard && !s.parting.isWanted() && !s.parting.leaving()) {
            takeFloor(nowNs, "follow_up", true);
            s.turn.awaitSpeech(forMs);
        }
    }

    /** T05: what was said is complete. */
    void endInput(long nowNs, String why) {
        if (digits.length() > 0) {
            endDigits(nowNs);
            return;
        }
        s.floor.transition(FloorTrigger.INPUT_END, nowNs, why);
        s.inputEndNs = nowNs;
        s.speechEndNs = s.turn.lastSpeechNs();
        long token = s.userToken;
        long lastSpeechNs = s.speechEndNs;
        s.effects.publish((observer, call) -> observer.inputEnded(call, token, lastSpeechNs, nowNs));
        s.hearing.endUtterance(s.userToken, s.grant.atOnce() && !s.asleep());
        if (s.earlyFinal != null) {
            transcript(s.userToken, s.earlyFinal, nowNs);
        } else if (s.keysOnly()) {
            noMatch(nowNs, "keys only", PromptReason.DIGITS_ONLY);
        }
    }

    /**
     * Takes words so far.
     *
     * @param complete whether the recogniser takes them for the whole utterance
     */
    void partial(long token, String text, boolean complete, long nowNs) {
        if (s.pending.owns(token)) {
            s.effects.note("partial", text);
            return;
        }
        if (token != s.userToken || !utteranceOpen()) {
            s.metrics.staleDropped.increment();
            return;
        }
        s.effects.note("partial", text);
        s.effects.publish((observer, call) -> observer.partial(call, token, text));
        s.turn.words(SentenceEnd.of(text, s.hint.maxDigits()));
        s.preemption.heard(token, text, complete, nowNs);
        words(text, nowNs);
    }

    /** Asks the dialogue before the turn is over, where the policy wants that, and stops what has become pointless. */
    private void prepareIfDue(long nowNs) {
        TurnPolicy policy = s.turn.policy();
        int afterMs = policy.number(PolicyNumber.PREEMPTIVE_AFTER);
        boolean listening = s.floor.in(FloorState.LISTENING);
        if (s.preemption.contradicted()) {
            s.giveUp("the words have changed");
        } else if (listening && s.preemption.spokenSinceMs(s.turn.speechMs()) >= policy.onsetMs()) {
            s.giveUp("the caller goes on");
        }
        int most = policy.number(PolicyNumber.PREEMPTIVE_STARTS);
        if (afterMs > 0
                && (listening || s.floor.in(FloorState.FINALIZING))
                && s.preemption.due(s.userToken, afterMs, most, s.turn.lastSpeechNs(), nowNs)) {
            String whole = PendingTurn.join(s.continuedText, s.preemption.words());
            if (preparable(whole)) {
                agent.prepare(whole, nowNs);
            }
        }
    }

    /** Whether {@code whole} would be answered as it is, and at once. */
    private boolean preparable(String whole) {
        return s.continuedToken == Token.NONE
                && digits.length() == 0
                && !s.asleep()
                && !s.modelGone
                && !s.speaking.active()
                && !s.parting.isWanted()
                && s.grant.atOnce()
                && !endsCall(whole)
                && s.preemptible.getAsBoolean();
    }

    /** Words of a provisional utterance: more than backchannels take the floor at once. */
    private void words(String text, long nowNs) {
        if (s.floor.yielding() && !text.isBlank()) {
            int others = s.turn.policy().phrases().wordsBeyondBackchannels(text);
            if (s.turn.onWords(others == 0, others) == TurnSignal.COMMIT) {
                interruptions.commit(nowNs, "words", InterruptionSource.SERVICE);
            }
        }
    }

    /** Whether an utterance is open: the caller's turn, or the provisional one while the agent pauses for it. */
    private boolean utteranceOpen() {
        return s.floor.in(FloorState.LISTENING) || s.floor.yielding();
    }

    /** A transcript that belongs to no open turn is dropped, counted, logged without its words, and noted (VAN-04). */
    void late(String text) {
        s.metrics.staleDropped.increment();
        if (text.isBlank()) {
            return;
        }
        s.effects.note("late", "transcript in " + s.floor.state() + " dropped: " + text);
        LOG.info(
                "Call {}: a transcript of {} characters came in {} and belongs to no open turn; dropped",
                s.callId,
                text.length(),
                s.floor.state());
    }

    void transcript(long token, String text, long nowNs) {
        s.recovery.recognizerAnswers(nowNs);
        if (s.pending.owns(token)) {
            s.pending.transcript(token, text);
            return;
        }
        if (token == s.continuedToken && token != Token.NONE) {
            s.continuedText = PendingTurn.join(s.continuedText, text);
            s.continuedToken = Token.NONE;
            return;
        }
        if (token != s.userToken || s.fence.isDead(token)) {
            late(text);
            return;
        }
        if (utteranceOpen()) {
            s.earlyFinal = text;
            s.preemption.heard(token, text, true, nowNs);
            words(text, nowNs);
            if (!text.isBlank()) {
                s.turn.utteranceComplete();
            }
            return;
        }
        if (!s.floor.in(FloorState.FINALIZING)) {
            late(text);
            return;
        }
        s.earlyFinal = null;
        String whole = PendingTurn.join(s.continuedText, text);
        if (whole.isEmpty()) {
            noMatch(nowNs, "no words", PromptReason.NO_MATCH);
            return;
        }
        transcribed(whole);
        answer(whole, nowNs);
    }

    private void transcribed(String text) {
        long token = s.userToken;
        s.effects.note("transcript", text);
        s.effects.publish((observer, call) -> observer.transcript(call, token, text));
    }

    /** T16 and the request, unless the words mean something by themselves. */
    private void answer(String whole, long nowNs) {
        String said = whole;
        if (s.asleep()) {
            said = s.turn.policy().phrases().afterWake(whole);
            s.awake = said != null;
            if (said == null || said.isEmpty()) {
                s.notContinued();
                s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, said == null ? "asleep" : "woken");
                s.idleSinceNs = nowNs;
                return;
            }
        }
        if (endsCall(said)) {
            hangUp(said, nowNs);
            return;
        }
        s.continuedText = said;
        s.floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, "transcript");
        agent.respond(new UserInput(UserInput.Kind.SPEECH, said), nowNs);
    }

    /** Whether these words, spoken or typed, are all that is needed to end the call; what interrupted the agent never is. */
    private boolean endsCall(String said) {
        return !s.bargedIn && s.turn.policy().phrases().endsCall(said);
    }

    /** T15, then the agent's goodbye by T04 (VIP-17). */
    private void hangUp(String said, long nowNs) {
        s.history.user(s.userToken, said);
        s.publishHistory();
        s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, "asked to hang up");
        s.parting.goodbye(PromptReason.GOODBYE, EndCause.CALLER_HUNG_UP, nowNs);
    }

    /** T15, then the agent asks again by T04 (VAN-03). */
    private void noMatch(long nowNs, String why, PromptReason occasion) {
        s.notContinued();
        s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
        if (s.asleep() || !s.grant.expectResponse()) {
            s.idleSinceNs = nowNs;
            return;
        }
        noMatches++;
        agent.announce(occasion, nowNs);
    }

    /**
     * The recogniser is gone; what it had told is answered, keys are not lost.
     *
     * @return whether words are lost that the caller has said
     */
    boolean unheard(long nowNs) {
        if (digits.length() > 0) {
            return false;
        }
        if (s.floor.in(FloorState.LISTENING) && s.earlyFinal != null) {
            endInput(nowNs, "recogniser lost");
            return false;
        }
        if (s.floor.in(FloorState.LISTENING)) {
            boolean spoken = !s.turn.awaitingSpeech();
            drop(FloorTrigger.INPUT_CANCEL, nowNs, "recogniser lost");
            return spoken;
        }
        if (s.floor.in(FloorState.FINALIZING)) {
            s.notContinued();
            s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, "recogniser lost");
            s.idleSinceNs = nowNs;
            return true;
        }
        return false;
    }

    void recognizerFailed(long token, EngineFailure failure, long nowNs) {
        s.effects.note("engine", "recogniser: " + failure.message());
        if (s.pending.owns(token)) {
            s.pending.failed(token);
            return;
        }
        if (token != s.userToken) {
            s.metrics.staleDropped.increment();
            return;
        }
        boolean exhausted = "exhausted".equals(failure.code());
        s.digitsOnly |= exhausted;
        if (digits.length() > 0) {
            return;
        }
        PromptReason occasion = exhausted ? PromptReason.DIGITS_ONLY : PromptReason.NO_MATCH;
        if (s.floor.in(FloorState.LISTENING)) {
            s.hearing.cancelUtterance(token);
            s.floor.transition(FloorTrigger.INPUT_CANCEL, nowNs, failure.code());
            agent.announce(occasion, nowNs);
        } else if (s.floor.in(FloorState.FINALIZING)) {
            noMatch(nowNs, failure.code(), occasion);
        }
    }

    /** A key: commits at once where the agent speaks (AC-001), takes the floor where nobody has it. */
    void digit(char digit, long nowNs) {
        s.effects.note("digit", String.valueOf(digit));
        if (digit == s.hint.terminator() && digits.length() == 0 && justKeyed(nowNs)) {
            return;
        }
        if (early()) {
            s.pending.digit(digit, nowNs);
            return;
        }
        switch (s.floor.state()) {
            case IDLE, FINALIZING, THINKING -> takeFloor(nowNs, "digit", true);
            case SPEAKING -> interruptions.commit(nowNs, "digit", InterruptionSource.COMMAND);
            case ACTION -> {
                s.floor.transition(FloorTrigger.INPUT_START, nowNs, "digit");
                s.pending.digit(digit, nowNs);
                return;
            }
            case LISTENING -> {
                if (s.turn.commitsByHand() && digit == COMMIT_KEY && digits.length() == 0 && s.hearing.feeding()) {
                    endInput(nowNs, "committed by key");
                    return;
                }
            }
            default -> {
                s.metrics.strayEvents.increment();
                return;
            }
        }
        s.hearing.cancelUtterance(s.userToken);
        s.giveUp("keys");
        s.preemption.close(s.userToken);
        s.turn.mode(TurnMode.CLOSED, nowNs);
        lastDigitNs = nowNs;
        boolean terminator = digit == s.hint.terminator() && digits.length() > 0;
        if (!terminator) {
            digits.append(digit);
        }
        if (terminator || digits.length() >= Math.max(1, s.hint.maxDigits())) {
            endDigits(nowNs);
        }
    }

    /** What comes before the call is up is held until it is (T02). */
    boolean early() {
        return !s.farEnd.answered() || s.floor.in(FloorState.CONNECTING);
    }

    /** A terminator behind an input that was complete without it belongs to that input. */
    private boolean justKeyed(long nowNs) {
        return keyed && nowNs - lastDigitNs < s.turn.policy().interDigitMs() * TurnState.MS;
    }

    private void endDigits(long nowNs) {
        String input = digits.toString();
        digits.setLength(0);
        keyed = true;
        complete(new UserInput(UserInput.Kind.DIGITS, input), input, "digits", nowNs);
    }

    /** T05 and T16 in one event: an input that needs no recogniser is answered. */
    private void complete(UserInput input, String as, String by, long nowNs) {
        s.notContinued();
        s.floor.transition(FloorTrigger.INPUT_END, nowNs, by);
        s.inputEndNs = nowNs;
        s.speechEndNs = nowNs;
        transcribed(as);
        s.awake = true;
        if (input.kind() == UserInput.Kind.TEXT && endsCall(input.text())) {
            hangUp(input.text(), nowNs);
            return;
        }
        s.floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, by);
        agent.respond(input, nowNs);
    }

    /** What the caller typed: a complete input, and like a key it commits at once. */
    void typed(String text, long nowNs) {
        if (text.isBlank()) {
            return;
        }
        if (early()) {
            s.pending.text(text, nowNs);
            return;
        }
        switch (s.floor.state()) {
            case IDLE, FINALIZING, THINKING -> takeFloor(nowNs, "text", true);
            case SPEAKING -> interruptions.commit(nowNs, "text", InterruptionSource.COMMAND);
            case ACTION -> {
                s.floor.transition(FloorTrigger.INPUT_START, nowNs, "text");
                s.pending.text(text, nowNs);
                return;
            }
            case LISTENING -> {}
            default -> {
                s.metrics.strayEvents.increment();
                return;
            }
        }
        s.hearing.cancelUtterance(s.userToken);
        digits.setLength(0);
        // Nobody types without wanting an answer.
        s.grant = TurnHints.DEFAULT;
        complete(new UserInput(UserInput.Kind.TEXT, text.strip()), text, "text", nowNs);
    }

    /** What was said, keyed or typed where the agent could not be interrupted is the next input (T22, ITE-AC-003). */
    private void applyPending(long nowNs) {
        boolean free = s.farEnd.answered() && s.floor.in(FloorState.IDLE) && !s.speaking.active();
        if (!s.pending.waiting() || !free || s.parting.isWanted()) {
            return;
        }
        String text = s.pending.takeText();
        String keys = s.pending.takeDigits();
        if (!text.isEmpty()) {
            typed(text, nowNs);
        } else if (!keys.isEmpty()) {
            takeFloor(nowNs, "kept digits", true);
            s.hearing.cancelUtterance(s.userToken);
            digits.append(keys);
            endDigits(nowNs);
        } else if (s.pending.hasSpeech()) {
            boolean goesOn = s.pending.speechOpen();
            s.parting.callerSpoke();
            s.bargedIn = true;
            s.grant = s.standing;
            s.pending.become();
            s.floor.transition(FloorTrigger.INPUT_START, nowNs, "kept speech");
            if (!goesOn) {
                endInput(nowNs, "kept speech");
            }
        }
    }

    void tick(long nowNs) {
        applyPending(nowNs);
        prepareIfDue(nowNs);
        if (s.floor.in(FloorState.LISTENING)
                && digits.length() > 0
                && nowNs - lastDigitNs >= s.turn.policy().interDigitMs() * TurnState.MS) {
            endDigits(nowNs);
        } else if (s.floor.in(FloorState.FINALIZING)
                && nowNs - s.floor.enteredNs() >= s.turn.policy().finalTranscriptMs() * TurnState.MS) {
            s.recovery.recognizerStalled(nowNs);
            noMatch(nowNs, "transcript timeout", PromptReason.NO_MATCH);
        }
    }

    /** T06: what the caller was saying is dropped. */
    void drop(FloorTrigger trigger, long nowNs, String why) {
        s.hearing.cancelUtterance(s.userToken);
        digits.setLength(0);
        if (s.floor.in(FloorState.LISTENING)) {
            s.floor.transition(trigger, nowNs, why);
            s.idleSinceNs = nowNs;
        }
    }

    int noMatches() {
        return noMatches;
    }
}
