package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.dialogue.preempt.HeldAnswer;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnHints;
import java.util.Arrays;

/** The agent's turns: request, text, actions, audio, end of playback. Lane thread only. */
final class AgentTurns {
    private static final int ANNOUNCEMENT_LIMIT_MS = 10_000;
    private static final int STALL_LIMIT_MS = 10_000;
    private static final int RESPONSES_KEPT = 64;
    private static final int MAX_RETRIES = 3;
    private static final int RETRY_MS = 500;
    private static final int MAX_RETRY_DELAY_MS = 8_000;

    private final TurnState s;
    private final Actions actions;
    private UserInput request;
    private long askAtNs;
    private long firstAskNs;
    private int tries;
    private ListenHint hintBefore = ListenHint.OPEN;
    private long announcedNs;
    private long progressNs;
    private int turns;
    private long lastResponseMs;
    private long worstResponseMs;
    private final long[] responsesMs = new long[RESPONSES_KEPT];
    private int responses;

    AgentTurns(TurnState state) {
        this.s = state;
        this.actions = new Actions(state, this);
        state.actions = actions;
        state.parting = new CallTermination(state, this);
    }

    /** Cancels what was asked for but has not been heard: a request, an announcement. */
    void dropPendingSpeech() {
        s.parting.stay();
        dropSpeech();
    }

    private void dropSpeech() {
        askAtNs = 0;
        request = null;
        if (!s.speaking.active()) {
            return;
        }
        long cancelled = s.speaking.token();
        long mark = s.fenceFor(cancelled);
        s.kill(mark);
        s.speaking.cancel(mark);
        s.hint = hintBefore;
        s.dialogue.cancelled(cancelled, "", 0);
        actions.cancel(cancelled);
        unheard(cancelled, true);
    }

    private void unheard(long token, boolean cancelled) {
        s.effects.publish((observer, call) -> observer.dropped(call, token, cancelled));
    }

    void respond(UserInput input, long nowNs) {
        turns++;
        s.history.user(s.userToken, input.text());
        s.publishHistory();
        boolean prepared = input.kind() == UserInput.Kind.SPEECH
                && s.grant.atOnce()
                && s.preemption.answers(input.text())
                && !s.fence.isDead(s.preemption.token());
        if (!prepared) {
            s.giveUp("it was not what the caller said");
        }
        s.fenceGivenUp(prepared ? s.preemption.before() : Token.NONE);
        if (!s.grant.expectResponse()) {
            s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, "no response expected");
            s.idleSinceNs = nowNs;
        } else if (prepared) {
            adopt(input, nowNs);
        } else {
            grantTo(s.tokens.grant(), false);
            ask(input, s.grant, nowNs);
        }
    }

    // ---- before the turn is over ------------------------------------------------------------------------------------

    /** Asks for the answer to what the caller seems to have said; nothing of it leaves the lane before {@link #adopt}. */
    void prepare(String whole, long nowNs) {
        long mark = s.tokens.grant();
        long token = s.tokens.grant();
        s.preemption.asked(token, mark, whole, s.turn.speechMs(), nowNs);
        s.metrics.preemptiveStarted.increment();
        s.effects.note("preempt", "asked before the turn is over: " + whole);
        UserInput input = new UserInput(UserInput.Kind.SPEECH, whole);
        s.dialogue.prepare(token, input, s.history.recentWith(s.userToken, whole));
    }

    /** What was asked for early is the answer: the turn begins with what there is of it. */
    private void adopt(UserInput input, long nowNs) {
        long token = s.preemption.token();
        long savedNs = nowNs - s.preemption.askedNs();
        HeldAnswer answer = s.preemption.adopted(nowNs);
        s.metrics.preemptiveAdopted.increment();
        s.metrics.preemptiveSaved.record(savedNs);
        s.effects.note("preempt", "adopted: asked " + savedNs / TurnState.MS + " ms ahead");
        grantTo(token, false);
        request = input;
        tries = 1;
        askAtNs = 0;
        firstAskNs = nowNs;
        announcedNs = nowNs;
        progressNs = nowNs;
        s.dialogue.adopted(token);
        answer.tell((kind, what) -> {
            switch (kind) {
                case TEXT -> text(token, (String) what, nowNs);
                case ACTION -> actions.wanted(token, (ActionCall) what, nowNs);
                case DONE -> textDone(token, (ListenHint) what, nowNs);
                default -> throw new IllegalStateException("an answer has no " + kind);
            }
        });
    }

    private void ask(UserInput input, TurnHints hints, long nowNs) {
        request = input;
        tries = 0;
        firstAskNs = nowNs + hints.autoResponseDelayMs() * TurnState.MS;
        askAtNs = firstAskNs;
        askIfDue(nowNs);
    }

    /** Asks the model, now or when a delay or a rate limit is over. */
    private void askIfDue(long nowNs) {
        if (request != null && askAtNs != 0 && nowNs - askAtNs >= 0) {
            askAtNs = 0;
            if (!s.speaking.active()) {
                // The wait was interrupted: nobody wants the answer any more.
                request = null;
                return;
            }
            tries++;
            announcedNs = nowNs;
            progressNs = nowNs;
            s.dialogue.respond(s.speaking.token(), request, s.history.recent());
        }
    }

    /**
     * The floor was given to the agent although nothing is being said: it answers what is not answered yet or goes on from
     * the history, by T04; where there is none it begins the conversation.
     */
    void infer(TurnHints hints, long nowNs) {
        if (s.history.isEmpty()) {
            announce(PromptReason.GREETING, nowNs);
            return;
        }
        beginAnnouncement(nowNs);
        String words = s.history.unanswered();
        ask(new UserInput(words.isEmpty() ? UserInput.Kind.TEXT : UserInput.Kind.SPEECH, words), hints, nowNs);
    }

    /** Asks the dialogue for a sentence nobody asked for; it is spoken by T04. */
    void announce(PromptReason occasion, long nowNs) {
        s.greeting = occasion == PromptReason.GREETING;
        s.dialogue.announce(beginAnnouncement(nowNs), occasion);
    }

    /** Speaks {@code text} by T04. Only in IDLE. */
    void say(String text, long nowNs) {
        s.greeting = false;
        beginAnnouncement(nowNs);
        s.say(text);
        s.speaking.textComplete();
    }

    private long beginAnnouncement(long nowNs) {
        dropPendingSpeech();
        long token = s.tokens.grant();
        announcedNs = nowNs;
        grantTo(token, true);
        return token;
    }

    /** One turn token, one holder (ITE-REQ-006). */
    private void grantTo(long token, boolean announcement) {
        if (s.speaking.active()) {
            s.metrics.turnTokenViolations.increment();
        }
        hintBefore = s.hint;
        s.greeting &= announcement;
        s.forgetUnsaid();
        s.speaking.begin(token, announcement, s.turn.policy().creditMs());
        if (s.farEnd.buffering().marks()) {
            s.speaking.playout().marked();
        }
        s.effects.publish((observer, call) -> observer.granted(call, token));
    }

    /** Whether {@code token} is not the present turn's; counted. */
    boolean stale(long token) {
        if (token == s.speaking.token() && token != Token.NONE && !s.fence.isDead(token)) {
            return false;
        }
        s.metrics.staleDropped.increment();
        return true;
    }

    void text(long token, String piece, long nowNs) {
        if (!stale(token)) {
            s.recovery.modelAnswers(nowNs);
            s.say(piece);
        }
    }

    void textDone(long token, ListenHint next, long nowNs) {
        if (stale(token)) {
            return;
        }
        request = null;
        s.recovery.modelAnswers(nowNs);
        if (next != null) {
            s.hint = next;
        }
        s.speaking.textComplete();
        settleIfMute(nowNs, "empty response");
    }

    void failed(long token, EngineFailure failure, long nowNs) {
        if (s.preemption.owns(token)) {
            // Nobody has asked yet: the turn asks as if this had not been tried.
            s.metrics.preemptiveFailed.increment();
            s.preemption.close(s.userToken);
            s.giveUp("failed: " + failure.message());
            return;
        }
        if (stale(token)) {
            return;
        }
        s.effects.note("engine", "dialogue: " + failure.message());
        s.effects.publish(
                (observer, call) -> observer.problem(call, failure.code(), failure.message(), failure.retryable()));
        if (EngineFailure.UNAVAILABLE.equals(failure.code())) {
            s.recovery.modelUnreachable(nowNs);
        }
        if (retried(failure, nowNs)) {
            return;
        }
        if (s.floor.in(FloorState.THINKING)) {
            fallBack(nowNs, failure.code());
        } else if (s.floor.in(FloorState.ACTION)) {
            dropPendingSpeech();
            s.floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, failure.code());
            say(words().trouble(), nowNs);
        } else {
            if (request != null && (tries > 1 || s.floor.in(FloorState.IDLE))) {
                s.say(words().trouble());
            }
            s.speaking.textComplete();
            settleIfMute(nowNs, failure.code());
        }
    }

    /** The model is gone: what was asked of it does not come any more. */
    void unanswered(EngineFailure failure, long nowNs) {
        if (s.speaking.active() && s.speaking.textDue() && askAtNs == 0) {
            failed(s.speaking.token(), failure, nowNs);
        }
    }

    /** The voice is gone: a turn of which nothing can be heard does not wait for playback. */
    void muted(long nowNs) {
        if (s.speaking.active()) {
            settleIfMute(nowNs, "voice lost");
        }
    }

    /** A model that is asked too often is asked again later, and the caller is told (VAN-05). */
    private boolean retried(EngineFailure failure, long nowNs) {
        boolean waiting = s.floor.in(FloorState.THINKING)
                || s.floor.in(FloorState.SPEAKING)
                || s.floor.in(FloorState.IDLE) && s.speaking.announcement();
        if (request == null || !waiting || !EngineFailure.RATE_LIMITED.equals(failure.code()) || tries > MAX_RETRIES) {
            return false;
        }
        int delayMs = Math.max(failure.retryAfterMs(), RETRY_MS << tries - 1);
        if (delayMs > MAX_RETRY_DELAY_MS) {
            return false;
        }
        askAtNs = nowNs + delayMs * TurnState.MS;
        s.effects.note("engine", "dialogue: asked too often; asked again in " + delayMs + " ms");
        if (tries == 1) {
            s.say(words().oneMoment() + " ");
        }
        return true;
    }

    /** T15, then the sentence of VAN-05 by T04. */
    private void fallBack(long nowNs, String why) {
        dropPendingSpeech();
        s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
        say(words().trouble(), nowNs);
    }

    /** A turn whose text is complete and that has nothing to play does not wait for playback. */
    void settleIfMute(long nowNs, String why) {
        if (!s.speaking.mute() || actions.running()) {
            return;
        }
        long mute = s.speaking.token();
        s.speaking.finish();
        if (!s.floor.in(FloorState.SPEAKING)) {
            unheard(mute, false);
        }
        if (s.floor.in(FloorState.THINKING)) {
            s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
            if (!s.parting.isWanted() && !actions.afterSpeech()) {
                say(words().noMatch(), nowNs);
            }
        } else if (s.floor.in(FloorState.SPEAKING)) {
            s.effects.publish((observer, call) -> observer.responseDone(call, Token.NONE, false, ""));
            s.floor.transition(FloorTrigger.AUDIO_COMPLETE, nowNs, why);
        }
        settled(nowNs);
    }

    /** What waits for the end of the agent's speech begins. */
    private void settled(long nowNs) {
        s.idleSinceNs = nowNs;
        s.parting.spoken(nowNs);
        actions.speechEnded(nowNs);
    }

    /** T14: the action was the whole answer. */
    void finishSilently(long nowNs) {
        long mute = s.speaking.token();
        long mark = s.tokens.grant();
        s.kill(mark);
        s.speaking.cancel(mark);
        unheard(mute, false);
        s.floor.transition(FloorTrigger.ACTION_DONE, nowNs, "no follow-up");
        settled(nowNs);
    }

    /** An action that ran when the turn was over: a failure is told by T04 where nobody has the floor. */
    void lateResult(long token, ActionResult result, long nowNs) {
        boolean free = s.floor.in(FloorState.IDLE) && !s.speaking.active() && !s.parting.leaving();
        if (result.success() || !free) {
            s.dialogue.actionResult(token, result);
        } else {
            s.dialogue.lateResult(beginAnnouncement(nowNs), result);
        }
    }

    void audio(long token, int clause, PcmChunk chunk, long nowNs) {
        if (stale(token)) {
            return;
        }
        s.recovery.synthesizerAnswers(nowNs);
        if (!s.speaking.audio(clause, chunk)) {
            s.metrics.strayEvents.increment();
            return;
        }
        playIfReady(nowNs);
    }

    /** T07 or T04: the first playable audio of the turn. */
    void playIfReady(long nowNs) {
        if (!s.speaking.active() || !s.speaking.playout().hasAudio()) {
            return;
        }
        if (s.floor.in(FloorState.THINKING)) {
            long responseNs = nowNs - s.speechEndNs;
            lastResponseMs = responseNs / TurnState.MS;
            worstResponseMs = Math.max(worstResponseMs, lastResponseMs);
            responsesMs[responses++ % responsesMs.length] = lastResponseMs;
            s.metrics.turnResponse.record(responseNs);
            progressNs = nowNs;
            s.floor.transition(FloorTrigger.RESPONSE_AUDIO, nowNs, "first audio");
            s.speechBegan();
            actions.speechBegan(nowNs);
        } else if (s.floor.in(FloorState.IDLE) && s.speaking.announcement()) {
            progressNs = nowNs;
            s.floor.transition(FloorTrigger.ANNOUNCE, nowNs, "first audio");
            s.speechBegan();
        }
    }

    void clauseDone(long token, int clause, long nowNs) {
        if (!stale(token)) {
            s.speaking.clauseDone(clause);
            settleIfMute(nowNs, "nothing to speak");
        }
    }

    void clauseFailed(long token, int clause, EngineFailure failure, long nowNs) {
        if (stale(token)) {
            return;
        }
        s.effects.note("engine", "synthesizer: " + failure.message());
        s.recovery.synthesizerFails(nowNs);
        s.speaking.clauseFailed(clause);
        settleIfMute(nowNs, failure.code());
    }

    /** T10: the turn has been played to its end; returns whether it is now over and ended in a question. */
    boolean completeIfPlayed(long nowNs) {
        boolean played =
                s.floor.in(FloorState.SPEAKING) && s.speaking.active() && !s.floor.yielding() && s.speaking.complete();
        if (!played || actions.running()) {
            return false;
        }
        long token = s.speaking.token();
        String text = s.speaking.playout().spokenText();
        s.said(token, text, false, text, nowNs);
        s.publishHistory();
        s.effects.note("agent", text);
        s.effects.control(EgressKind.END, token);
        s.speaking.finish();
        s.floor.transition(FloorTrigger.AUDIO_COMPLETE, nowNs, "played");
        s.dialogue.spoken(token);
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
        if (s.floor.in(FloorState.IDLE)) {
            idle(nowNs);
        } else if (s.floor.in(FloorState.THINKING)) {
            boolean late = nowNs - s.floor.enteredNs() >= s.turn.policy().responseMs() * TurnState.MS
                    && nowNs - firstAskNs >= s.turn.policy().responseMs() * TurnState.MS;
            if (late) {
                fallBack(nowNs, "response timeout");
            }
        } else if (s.floor.in(FloorState.SPEAKING)
                && !actions.running()
                && askAtNs == 0
                && nowNs - progressNs >= STALL_LIMIT_MS * TurnState.MS) {
            cutShort(nowNs);
        } else if (s.floor.in(FloorState.ACTION) && !actions.running()) {
            dropPendingSpeech();
            s.floor.transition(FloorTrigger.ACTION_DONE, nowNs, "no action is running");
            s.idleSinceNs = nowNs;
        }
    }

    /** The rest of a sentence never came: what was heard is history, the floor is free. */
    private void cutShort(long nowNs) {
        long token = s.speaking.token();
        long mark = s.tokens.grant();
        s.kill(mark);
        String heard = s.speaking.playout().heardText(nowNs, s.farEnd.delayMs());
        long heardMs = s.speaking.playout().heardMs(nowNs, s.farEnd.delayMs());
        s.effects.note("warning", "no audio for " + STALL_LIMIT_MS + " ms in the middle of a turn; heard: " + heard);
        s.listener.interrupted(
                InterruptionType.POLICY_YIELD, InterruptionSource.SYSTEM, "playout_stalled", token, nowNs, 0);
        s.floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, "playout stalled");
        s.said(token, heard, true, s.speaking.playout().text(), nowNs);
        s.publishHistory();
        s.speaking.cancel(mark);
        s.dialogue.cancelled(token, heard, heardMs);
        s.floor.transition(FloorTrigger.CLEANED_TO_IDLE, nowNs, "cleaned up");
        settled(nowNs);
        if (request != null) {
            say(words().trouble(), nowNs);
        }
    }

    private void idle(long nowNs) {
        if (s.parting.leaving()) {
            if (!actions.afterSpeech()) {
                s.parting.leaveIfDue(nowNs);
            }
            return;
        }
        if (s.speaking.active()) {
            if (askAtNs == 0 && nowNs - announcedNs >= ANNOUNCEMENT_LIMIT_MS * TurnState.MS) {
                // What was to follow it does: a goodbye that cannot be said still ends the call.
                dropSpeech();
                settled(nowNs);
            }
            return;
        }
        if (actions.afterSpeech()) {
            s.idleSinceNs = nowNs;
            return;
        }
        String guidance = s.recovery.takeGuidance(nowNs);
        if (!guidance.isEmpty()) {
            say(guidance, nowNs);
            return;
        }
        int noInputMs = s.turn.policy().noInputMs();
        if (noInputMs > 0 && s.farEnd.answered() && !s.asleep() && nowNs - s.idleSinceNs >= noInputMs * TurnState.MS) {
            s.idleSinceNs = nowNs;
            s.parting.silence(nowNs);
        }
    }

    /** The call ends: what was heard of the present turn is history, the rest is cancelled. */
    void end(boolean transferring, long nowNs) {
        s.giveUp("the call ends");
        if (s.floor.in(FloorState.SPEAKING) && s.speaking.active()) {
            String heard = s.speaking.playout().heardText(nowNs, s.farEnd.delayMs());
            s.said(s.speaking.token(), heard, true, s.speaking.playout().text(), nowNs);
            s.publishHistory();
        }
        s.kill(s.tokens.grant());
        if (s.speaking.active()) {
            s.speaking.cancel(s.fence.mark());
        }
        actions.end(transferring);
    }

    int turns() {
        return turns;
    }

    long lastResponseMs() {
        return lastResponseMs;
    }

    /** Over the last {@value #RESPONSES_KEPT} responses. */
    long responseMsP95() {
        int n = Math.min(responses, responsesMs.length);
        if (n == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(responsesMs, n);
        Arrays.sort(sorted);
        return sorted[(n * 95 + 99) / 100 - 1];
    }

    long worstResponseMs() {
        return worstResponseMs;
    }

    private SpokenGuidance words() {
        return s.turn.policy().guidance();
    }
}
