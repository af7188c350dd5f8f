package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.dialogue.preempt.HeldAnswer;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.metrics.ResponseWait;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnListener;

/** The agent's turns: request, text, actions, audio, end of playback. Lane thread only. */
final class AgentTurns {
    private static final int ANNOUNCEMENT_LIMIT_MS = 10_000;
    private static final int STALL_LIMIT_MS = 10_000;

    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechOutput speaking;
    private final Tokens tokens;
    private final Fence fence;
    private final LaneMetrics metrics;
    private final FarEnd farEnd;
    private final Effects effects;
    private final TurnListener listener;
    private final Listening listening;
    private final Utterance utterance;
    private final FloorGrant grant;
    private final PendingTurn pending;
    private final ModelSession model;
    private final AnswerClock answers;
    private final EarlyRequest early;
    private final AgentWords words;
    private final History history;
    private final Recovery recovery;
    private final CallTermination termination;
    private final DialogueRequest request = new DialogueRequest();
    private final ResponseWait responses;
    private final Actions actions;
    private ListenHint hintBefore = ListenHint.OPEN;
    private long announcedNs;
    private long progressNs;
    private int turns;

    /** True when what is being said, or about to be, is the first announcement of the call. */
    private boolean greeting;

    AgentTurns(TurnContext context, TurnParts parts) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.speaking = context.speaking();
        this.tokens = context.tokens();
        this.fence = context.fence();
        this.metrics = context.metrics();
        this.responses = new ResponseWait(metrics.turnResponse);
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.listener = context.listener();
        this.listening = parts.listening();
        this.utterance = parts.utterance();
        this.grant = parts.grant();
        this.pending = parts.pending();
        this.model = parts.model();
        this.answers = parts.answers();
        this.early = parts.early();
        this.words = parts.words();
        this.history = parts.history();
        this.recovery = parts.recovery();
        this.termination = new CallTermination(context, parts, this);
        this.actions = new Actions(context, parts, termination, this);
    }

    /** Takes what the model and the voice answer. */
    void onEvent(LaneEvent event) {
        long token = event.token();
        long nowNs = event.nowNs();
        switch (event.type()) {
            case MODEL_TEXT -> text(token, (String) event.ref(), nowNs);
            case MODEL_FILLER -> filler(token, (String) event.ref());
            case MODEL_DONE -> textDone(token, (ListenHint) event.ref(), nowNs, nowNs);
            case MODEL_FAILED -> failed(token, (EngineFailure) event.ref(), nowNs);
            case SYNTHESIS_AUDIO -> audio(token, (int) event.a(), (PcmChunk) event.ref(), nowNs, nowNs);
            case SYNTHESIS_DONE -> clauseDone(token, (int) event.a(), nowNs);
            case SYNTHESIS_FAILED -> clauseFailed(token, (int) event.a(), (EngineFailure) event.ref(), nowNs);
            default -> metrics.increment(LaneCounter.STRAY_EVENTS);
        }
    }

    /** Cancels what was asked for but has not been heard: a request, an announcement. */
    void dropPendingSpeech() {
        termination.stay();
        dropSpeech();
    }

    private void dropSpeech() {
        request.drop();
        if (!speaking.active()) {
            return;
        }
        long cancelled = speaking.token();
        long mark = pending.fenceFor(cancelled);
        effects.kill(mark);
        speaking.cancel(mark);
        listening.expectAgain(hintBefore);
        model.session().cancelled(cancelled, "", 0);
        actions.cancel(cancelled);
        unheard(cancelled, true);
    }

    private void unheard(long token, boolean cancelled) {
        effects.publish(new CallObserver.Dropped(token, cancelled));
    }

    void respond(UserInput input, long nowNs) {
        turns++;
        history.user(utterance.token(), SecretPlaceholders.shown(input.text()));
        effects.history(history.snapshot());
        boolean prepared = early.answers(input, grant.atOnce());
        if (!grant.answers()) {
            floor.transition(FloorTrigger.NO_RESPONSE, nowNs, "no response expected");
            termination.idle(nowNs);
        } else if (prepared) {
            adopt(input, nowNs);
        } else {
            grantTo(tokens.grant(), false);
            ask(input, grant.hints(), nowNs);
        }
    }

    /** Takes what was asked for early as the answer: the turn begins with what there is of it. */
    private void adopt(UserInput input, long nowNs) {
        long token = early.token();
        answers.asked(token, early.askedNs());
        HeldAnswer answer = early.adopt(nowNs);
        grantTo(token, false);
        request.adopted(input, nowNs);
        announcedNs = nowNs;
        progressNs = nowNs;
        model.session().adopted(token);
        answer.replay((kind, what, atNs) -> {
            switch (kind) {
                case TEXT -> text(token, (String) what, atNs);
                case ACTION -> actions.requested(token, (ActionCall) what, nowNs);
                case DONE -> textDone(token, (ListenHint) what, atNs, nowNs);
                case SOUND -> audio(token, 0, (PcmChunk) what, atNs, nowNs);
                case CLAUSE_DONE -> clauseDone(token, 0, nowNs);
                case CLAUSE_FAILED -> clauseFailed(token, 0, (EngineFailure) what, nowNs);
                default -> throw new IllegalStateException("an answer has no " + kind);
            }
        });
    }

    private void ask(UserInput input, TurnHints hints, long nowNs) {
        request.ask(input, hints.autoResponseDelayMs(), nowNs);
        askIfDue(nowNs);
    }

    /** Asks the model, now or when a delay or a rate limit is over. */
    private void askIfDue(long nowNs) {
        if (!request.due(nowNs)) {
            return;
        }
        if (!speaking.active()) {
            // The wait was interrupted: the answer is not wanted any more.
            request.drop();
            return;
        }
        announcedNs = nowNs;
        progressNs = nowNs;
        answers.asked(speaking.token(), nowNs);
        model.session().respond(speaking.token(), request.take(), history.recent());
    }

    /**
     * The floor was given to the agent although nothing is being said: it answers what is not answered yet or goes on from
     * the history, by T04; where there is none it begins the conversation.
     */
    void infer(TurnHints hints, long nowNs) {
        if (history.isEmpty()) {
            announce(PromptReason.GREETING, nowNs);
            return;
        }
        beginAnnouncement(nowNs);
        String unanswered = history.unanswered();
        UserInput.Kind kind = unanswered.isEmpty() ? UserInput.Kind.TEXT : UserInput.Kind.SPEECH;
        ask(new UserInput(kind, unanswered), hints, nowNs);
    }

    /** Asks the dialogue for a sentence on the agent's own initiative; it is spoken by T04. */
    void announce(PromptReason occasion, long nowNs) {
        greeting = occasion == PromptReason.GREETING;
        model.session().announce(beginAnnouncement(nowNs), occasion);
    }

    /** Speaks {@code text} by T04. Only in IDLE. */
    void say(String text, long nowNs) {
        greeting = false;
        beginAnnouncement(nowNs);
        words.say(text);
        speaking.textComplete();
    }

    private long beginAnnouncement(long nowNs) {
        dropPendingSpeech();
        long token = tokens.grant();
        announcedNs = nowNs;
        grantTo(token, true);
        return token;
    }

    /** One turn token, one holder (ITE-REQ-006). */
    private void grantTo(long token, boolean announcement) {
        if (speaking.active()) {
            metrics.increment(LaneCounter.TURN_TOKEN_VIOLATIONS);
        }
        hintBefore = listening.hint();
        greeting &= announcement;
        responses.drop();
        words.begin();
        speaking.begin(token, announcement, turn.policy().bounds().creditMs());
        if (farEnd.buffering().marks()) {
            speaking.playout().marked();
        }
        effects.publish(new CallObserver.Granted(token));
    }

    /** Returns whether {@code token} is not the present turn's; counted. */
    boolean stale(long token) {
        if (token == speaking.token() && token != Token.NONE && !fence.isDead(token)) {
            return false;
        }
        metrics.increment(LaneCounter.STALE_DROPPED);
        return true;
    }

    /** Takes text that came at {@code atNs}. */
    private void text(long token, String piece, long atNs) {
        if (!stale(token)) {
            recovery.modelAnswers(atNs);
            words.say(piece);
            answers.text(token, speaking.playout().answerAsked(), atNs);
        }
    }

    /** Covers the wait for the answer. */
    void filler(long token, String piece) {
        if (!stale(token)) {
            words.say(piece);
            speaking.fillerComplete();
        }
    }

    /** The text that came until {@code atNs} is the whole. */
    private void textDone(long token, ListenHint next, long atNs, long nowNs) {
        if (stale(token)) {
            return;
        }
        request.answered();
        recovery.modelAnswers(nowNs);
        if (next != null) {
            listening.expect(next);
        }
        speaking.textComplete();
        answers.text(token, speaking.playout().answerAsked(), atNs);
        settleIfMute(nowNs, "empty response", "");
    }

    void failed(long token, EngineFailure failure, long nowNs) {
        if (early.failed(token, failure) || stale(token)) {
            return;
        }
        effects.note("engine", "dialogue: " + failure.message());
        effects.publish(new CallObserver.Problem(failure.code(), failure.message(), failure.retryable()));
        if (EngineFailure.UNAVAILABLE.equals(failure.code())) {
            recovery.modelUnreachable(nowNs);
        }
        if (retried(failure, nowNs)) {
            return;
        }
        if (floor.in(FloorState.THINKING)) {
            fallBack(nowNs, failure.code());
        } else if (floor.in(FloorState.ACTION)) {
            dropPendingSpeech();
            floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, failure.code());
            say(guidance().trouble(), nowNs);
        } else {
            if (request.open() && (request.repeated() || floor.in(FloorState.IDLE))) {
                words.say(guidance().trouble());
            }
            speaking.textComplete();
            settleIfMute(nowNs, failure.code(), "");
        }
    }

    /** The model is gone: what was asked of it does not come any more. */
    void unanswered(EngineFailure failure, long nowNs) {
        if (speaking.active() && speaking.textDue() && !request.waiting()) {
            failed(speaking.token(), failure, nowNs);
        }
    }

    /** The voice is gone: a turn of which nothing can be heard does not wait for playback. */
    void muted(long nowNs) {
        if (speaking.active()) {
            settleIfMute(nowNs, "voice lost", "");
        }
    }

    /** A model that is asked too often is asked again later, and the caller hears so (VAN-05). */
    private boolean retried(EngineFailure failure, long nowNs) {
        boolean waiting = floor.in(FloorState.THINKING)
                || floor.in(FloorState.SPEAKING)
                || floor.in(FloorState.IDLE) && speaking.announcement();
        int delayMs = waiting ? request.retryMs(failure) : -1;
        if (delayMs < 0) {
            return false;
        }
        request.again(delayMs, nowNs);
        effects.note("engine", "dialogue: asked too often; asked again in " + delayMs + " ms");
        if (request.first()) {
            words.say(guidance().oneMoment() + " ");
        }
        return true;
    }

    /** T15, then the sentence of VAN-05 by T04. */
    private void fallBack(long nowNs, String why) {
        dropPendingSpeech();
        floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
        say(guidance().trouble(), nowNs);
    }

    /** A turn that is complete and has nothing to play does not wait for playback; {@code sentence} is said instead. */
    void settleIfMute(long nowNs, String why, String sentence) {
        if (!speaking.mute() || actions.running()) {
            return;
        }
        long mute = speaking.token();
        speaking.finish();
        if (!floor.in(FloorState.SPEAKING)) {
            unheard(mute, false);
        }
        if (floor.in(FloorState.THINKING)) {
            floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
            if (!sentence.isEmpty() && !termination.isRequested() && !actions.afterSpeech()) {
                say(sentence, nowNs);
            }
        } else if (floor.in(FloorState.SPEAKING)) {
            effects.publish(new CallObserver.ResponseDone(Token.NONE, false, ""));
            floor.transition(FloorTrigger.AUDIO_COMPLETE, nowNs, why);
        }
        settled(nowNs);
    }

    /** Begins what waits for the end of the agent's speech. */
    private void settled(long nowNs) {
        termination.idle(nowNs);
        termination.spoken(nowNs);
        actions.speechEnded(nowNs);
    }

    /** T14: the action was the whole answer. */
    void finishSilently(long nowNs) {
        long mute = speaking.token();
        long mark = tokens.grant();
        effects.kill(mark);
        speaking.cancel(mark);
        unheard(mute, false);
        floor.transition(FloorTrigger.ACTION_DONE, nowNs, "no follow-up");
        settled(nowNs);
    }

    /** An action that ran when the turn was over: a failure is spoken by T04 where the floor is free. */
    void lateResult(long token, ActionResult result, long nowNs) {
        boolean spoken = !result.success() && floor.in(FloorState.IDLE) && !speaking.active() && !termination.leaving();
        if (token != Token.NONE && !spoken) {
            model.session().actionResult(token, result);
        } else if (token != Token.NONE) {
            model.session().lateResult(beginAnnouncement(nowNs), result);
        } else if (spoken) {
            // A rule wanted it; no dialogue knows of it.
            say(guidance().trouble(), nowNs);
        }
    }

    /** Takes sound that came at {@code atNs}; it can be played from now on. */
    private void audio(long token, int clause, PcmChunk chunk, long atNs, long nowNs) {
        if (stale(token)) {
            return;
        }
        recovery.synthesizerAnswers(nowNs);
        if (!speaking.audio(clause, chunk)) {
            metrics.increment(LaneCounter.STRAY_EVENTS);
            return;
        }
        if (speaking.playout().answers(clause)) {
            answers.voice(token, atNs);
        }
        playIfReady(nowNs);
    }

    /** T07 or T04: the first playable audio of the turn. */
    void playIfReady(long nowNs) {
        if (!speaking.active() || !speaking.playout().hasAudio()) {
            return;
        }
        if (floor.in(FloorState.THINKING)) {
            responses.begins();
            progressNs = nowNs;
            floor.transition(FloorTrigger.RESPONSE_AUDIO, nowNs, "first audio");
            words.speechBegan();
            actions.speechBegan(nowNs);
        } else if (floor.in(FloorState.IDLE) && speaking.announcement()) {
            progressNs = nowNs;
            floor.transition(FloorTrigger.ANNOUNCE, nowNs, "first audio");
            words.speechBegan();
        }
        if (speaking.playout().answerSounds()) {
            responses.sounds(utterance.speechEndedNs(), nowNs);
        }
    }

    private void clauseDone(long token, int clause, long nowNs) {
        if (!stale(token)) {
            speaking.clauseDone(clause);
            settleIfMute(nowNs, "nothing to speak", "");
        }
    }

    private void clauseFailed(long token, int clause, EngineFailure failure, long nowNs) {
        if (stale(token)) {
            return;
        }
        effects.note("engine", "synthesizer: " + failure.message());
        recovery.synthesizerFails(nowNs);
        speaking.clauseFailed(clause);
        settleIfMute(nowNs, failure.code(), guidance().noAnswer());
    }

    /** T10: the turn has been played to its end; returns whether it is now over and ended in a question. */
    boolean completeIfPlayed(long nowNs) {
        boolean played = floor.in(FloorState.SPEAKING) && speaking.active() && !floor.yielding() && speaking.complete();
        if (!played || actions.running()) {
            return false;
        }
        long token = speaking.token();
        String text = speaking.playout().spokenText();
        words.said(token, text, false, text, nowNs);
        effects.history(history.snapshot());
        effects.note("agent", text);
        effects.control(EgressKind.END, token);
        speaking.finish();
        floor.transition(FloorTrigger.AUDIO_COMPLETE, nowNs, "played");
        model.session().spoken(token);
        settled(nowNs);
        return SentenceEnd.asks(text) && !actions.afterSpeech();
    }

    /** Audio went out, or the agent waits for its caller: the turn is alive. */
    void progress(long nowNs) {
        progressNs = nowNs;
    }

    void tick(long nowNs) {
        actions.tick(nowNs);
        askIfDue(nowNs);
        if (floor.in(FloorState.IDLE)) {
            idle(nowNs);
        } else if (floor.in(FloorState.THINKING)) {
            if (!actions.running()
                    && request.overdue(floor.enteredNs(), turn.policy().responseMs(), nowNs)) {
                fallBack(nowNs, "response timeout");
            }
        } else if (floor.in(FloorState.SPEAKING)
                && !actions.running()
                && !request.waiting()
                && nowNs - progressNs >= STALL_LIMIT_MS * TurnContext.MS) {
            cutShort(nowNs);
        } else if (floor.in(FloorState.ACTION) && !actions.running()) {
            dropPendingSpeech();
            floor.transition(FloorTrigger.ACTION_DONE, nowNs, "no action is running");
            termination.idle(nowNs);
        }
    }

    /** The rest of a sentence never came: what was heard is history, the floor is free. */
    private void cutShort(long nowNs) {
        long token = speaking.token();
        long mark = tokens.grant();
        effects.kill(mark);
        String heard = speaking.playout().heardText(nowNs, farEnd.delayMs());
        long heardMs = speaking.playout().heardMs(nowNs, farEnd.delayMs());
        effects.note("warning", "no audio for " + STALL_LIMIT_MS + " ms in the middle of a turn; heard: " + heard);
        listener.interrupted(
                InterruptionType.POLICY_YIELD, InterruptionSource.SYSTEM, "playout_stalled", token, nowNs, 0);
        floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, "playout stalled");
        words.said(token, heard, true, speaking.playout().text(), nowNs);
        effects.history(history.snapshot());
        speaking.cancel(mark);
        model.session().cancelled(token, heard, heardMs);
        floor.transition(FloorTrigger.CLEANED_TO_IDLE, nowNs, "cleaned up");
        settled(nowNs);
        if (request.open()) {
            say(guidance().trouble(), nowNs);
        }
    }

    private void idle(long nowNs) {
        if (termination.leaving()) {
            if (!actions.afterSpeech()) {
                termination.leaveIfDue(nowNs);
            }
            return;
        }
        if (speaking.active()) {
            if (!request.waiting() && nowNs - announcedNs >= ANNOUNCEMENT_LIMIT_MS * TurnContext.MS) {
                // What was to follow it does: a goodbye that cannot be said still ends the call.
                dropSpeech();
                settled(nowNs);
            }
            return;
        }
        if (actions.afterSpeech()) {
            termination.idle(nowNs);
            return;
        }
        String sentence = recovery.takeGuidance(nowNs);
        if (!sentence.isEmpty()) {
            say(sentence, nowNs);
            return;
        }
        termination.promptIfSilent(nowNs);
    }

    /** The call ends: what was heard of the present turn is history, the rest is cancelled. */
    void end(boolean transferring, long nowNs) {
        early.giveUp("the call ends");
        if (floor.in(FloorState.SPEAKING) && speaking.active()) {
            String heard = speaking.playout().heardText(nowNs, farEnd.delayMs());
            words.said(speaking.token(), heard, true, speaking.playout().text(), nowNs);
            effects.history(history.snapshot());
        }
        effects.kill(tokens.grant());
        if (speaking.active()) {
            speaking.cancel(fence.mark());
        }
        actions.end(transferring);
    }

    int turns() {
        return turns;
    }

    /** Returns how long the caller waited for responses. */
    ResponseWait responses() {
        return responses;
    }

    /** Returns whether what is said now is the first announcement of the call. */
    boolean greeting() {
        return greeting;
    }

    /** The actions that were asked for. */
    Actions actions() {
        return actions;
    }

    /** Returns how the agent ends the call. */
    CallTermination termination() {
        return termination;
    }

    private SpokenGuidance guidance() {
        return turn.policy().guidance();
    }
}
