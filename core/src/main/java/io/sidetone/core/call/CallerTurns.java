package io.sidetone.core.call;

import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.Occasion;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnSignal;

/** The caller's turns: from evidence and keys to a final transcript that the agent answers. Lane thread only. */
final class CallerTurns {
    private static final int MAX_QUEUED_DIGITS = 32;

    private final TurnState s;
    private final AgentTurns agent;
    private final Interruptions interruptions;
    private final StringBuilder digits = new StringBuilder();
    private String queuedDigits = "";
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
            case SPEECH_START -> takeFloor(nowNs, "speech", false);
            case YIELD -> interruptions.yield(nowNs);
            case COMMIT -> interruptions.commit(nowNs, "speech", false);
            case RESUME -> interruptions.resume(nowNs);
            case END_OF_TURN -> endInput(nowNs, "silence");
            case TURN_TOO_LONG -> endInput(nowNs, "longest turn");
            default -> throw new IllegalStateException("turn signal " + signal + " has no effect defined");
        }
    }

    /** T03 from IDLE, T09 from FINALIZING and THINKING: the caller speaks and nothing is being said. */
    private void takeFloor(long nowNs, String by, boolean byKeys) {
        queuedDigits = "";
        if (s.floor.in(FloorState.IDLE)) {
            agent.dropPendingSpeech();
            s.grantUser();
            s.floor.transition(FloorTrigger.INPUT_START, nowNs, by);
            s.notContinued();
        } else {
            boolean transcriptDue = s.floor.in(FloorState.FINALIZING);
            long onsetNs = s.turn.policy().onsetMs() * TurnState.MS;
            boolean continues =
                    nowNs - onsetNs - s.inputEndNs <= s.turn.policy().continuationMs() * TurnState.MS;
            s.continuedToken = continues && transcriptDue ? s.userToken : Token.NONE;
            s.continuedText = continues ? s.continuedText : "";
            if (continues && !transcriptDue) {
                s.history.withdrawUser(s.userToken);
            }
            agent.dropPendingSpeech();
            s.grantUser();
            s.floor.transition(FloorTrigger.BARGE_IN, nowNs, continues ? by + ", same turn" : by);
        }
        if (!byKeys) {
            s.listen(nowNs);
        }
    }

    private void endInput(long nowNs, String why) {
        s.floor.transition(FloorTrigger.INPUT_END, nowNs, why);
        s.inputEndNs = nowNs;
        s.speechEndNs = s.turn.lastSpeechNs();
        s.hearing.endUtterance(s.userToken);
        if (s.earlyFinal != null) {
            transcript(s.userToken, s.earlyFinal, nowNs);
        } else if (s.digitsOnly) {
            noMatch(nowNs, "keys only", Occasion.DIGITS_ONLY);
        }
    }

    void partial(long token, String text) {
        if (token != s.userToken || !listening()) {
            s.metrics.staleDropped.increment();
            return;
        }
        s.call.note("partial", text);
    }

    private boolean listening() {
        return s.floor.in(FloorState.LISTENING) || s.floor.in(FloorState.SPEAKING);
    }

    void transcript(long token, String text, long nowNs) {
        if (token == s.continuedToken && token != Token.NONE) {
            s.continuedText = join(s.continuedText, text);
            s.continuedToken = Token.NONE;
            return;
        }
        if (token != s.userToken || s.fence.isDead(token)) {
            s.metrics.staleDropped.increment();
            return;
        }
        if (listening()) {
            s.earlyFinal = text;
            return;
        }
        if (!s.floor.in(FloorState.FINALIZING)) {
            s.metrics.staleDropped.increment();
            return;
        }
        s.earlyFinal = null;
        String whole = join(s.continuedText, text);
        if (whole.isEmpty()) {
            noMatch(nowNs, "no words", Occasion.NO_MATCH);
            return;
        }
        s.call.note("transcript", whole);
        s.continuedText = whole;
        s.floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, "transcript");
        agent.respond(new UserInput(UserInput.Kind.SPEECH, whole));
    }

    private static String join(String first, String second) {
        String a = first.strip();
        String b = second.strip();
        return a.isEmpty() ? b : b.isEmpty() ? a : a + " " + b;
    }

    /** T15, then the agent asks again by T04 (VAN-03). */
    private void noMatch(long nowNs, String why, Occasion occasion) {
        noMatches++;
        s.notContinued();
        s.floor.transition(FloorTrigger.NO_RESPONSE, nowNs, why);
        agent.announce(occasion, nowNs);
    }

    void recognizerFailed(long token, EngineFailure failure, long nowNs) {
        s.call.note("engine", "recogniser: " + failure.message());
        if (token != s.userToken) {
            s.metrics.staleDropped.increment();
            return;
        }
        boolean exhausted = "exhausted".equals(failure.code());
        s.digitsOnly |= exhausted;
        if (digits.length() > 0) {
            return;
        }
        Occasion occasion = exhausted ? Occasion.DIGITS_ONLY : Occasion.NO_MATCH;
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
        s.call.note("digit", String.valueOf(digit));
        if (digit == s.hint.terminator() && digits.length() == 0 && justKeyed(nowNs)) {
            return;
        }
        switch (s.floor.state()) {
            case IDLE, FINALIZING, THINKING -> takeFloor(nowNs, "digit", true);
            case SPEAKING -> interruptions.commit(nowNs, "digit", true);
            case ACTION -> {
                s.floor.transition(FloorTrigger.INPUT_START, nowNs, "digit");
                if (queuedDigits.length() < MAX_QUEUED_DIGITS) {
                    queuedDigits += digit;
                    s.listener.pendingTurn("digits", nowNs);
                }
                return;
            }
            case LISTENING -> {}
            default -> {
                s.metrics.strayEvents.increment();
                return;
            }
        }
        s.hearing.cancelUtterance(s.userToken);
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

    /** A terminator behind an input that was complete without it belongs to that input. */
    private boolean justKeyed(long nowNs) {
        return keyed && nowNs - lastDigitNs < s.turn.policy().interDigitMs() * TurnState.MS;
    }

    private void endDigits(long nowNs) {
        String input = digits.toString();
        digits.setLength(0);
        keyed = true;
        s.notContinued();
        s.floor.transition(FloorTrigger.INPUT_END, nowNs, "digits");
        s.inputEndNs = nowNs;
        s.speechEndNs = nowNs;
        s.floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, "digits");
        s.call.note("transcript", input);
        agent.respond(new UserInput(UserInput.Kind.DIGITS, input));
    }

    /** Keys pressed while an action ran are the next input (T22). */
    private void applyQueued(long nowNs) {
        if (queuedDigits.isEmpty() || !s.floor.in(FloorState.IDLE) || s.speaking.active() || s.hangUpAfterSpeech) {
            return;
        }
        String queued = queuedDigits;
        takeFloor(nowNs, "queued digits", true);
        digits.append(queued);
        endDigits(nowNs);
    }

    void tick(long nowNs) {
        applyQueued(nowNs);
        if (s.floor.in(FloorState.LISTENING)
                && digits.length() > 0
                && nowNs - lastDigitNs >= s.turn.policy().interDigitMs() * TurnState.MS) {
            endDigits(nowNs);
        } else if (s.floor.in(FloorState.FINALIZING)
                && nowNs - s.floor.enteredNs() >= s.turn.policy().finalTranscriptMs() * TurnState.MS) {
            noMatch(nowNs, "transcript timeout", Occasion.NO_MATCH);
        }
    }

    /** T06: what the caller was saying is dropped. */
    void drop(long nowNs, String why) {
        s.hearing.cancelUtterance(s.userToken);
        digits.setLength(0);
        if (s.floor.in(FloorState.LISTENING)) {
            s.floor.transition(FloorTrigger.INPUT_CANCEL, nowNs, why);
        }
    }

    int noMatches() {
        return noMatches;
    }
}
