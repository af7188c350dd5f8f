package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.dialogue.Talk;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Failures;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One call with an agent that speaks ConversationRelay. Text belongs to the turn that was asked for last;
 * what the agent had sent before it read of an interruption is dropped. A lost connection ends the session, and the call opens
 * another.
 */
final class RelayTalk implements Talk, RelayLine.Listener {
    /** An agent that answers no ping is heard again after this. */
    static final int MUTED_LIMIT_MS = 1_000;

    static final int MAX_MESSAGE_BYTES = 64 << 10;
    static final int MAX_ANSWER = 20_000;
    static final int BAD_IN_A_ROW = 10;

    private final RelayLine line;
    private final RelaySettings settings;
    private final DialogueEvents events;
    private final EventLoop loop;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final ChatSentences sentences;
    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, String> agentIds = new HashMap<>();
    private final StringBuilder early = new StringBuilder();
    private boolean earlyComplete;
    private final StringBuilder own = new StringBuilder();
    private boolean ownComplete;
    private String prompted = "";
    private String handoff = "";
    private RelayTurn turn;
    private long lastToken;
    private ScheduledFuture<?> watch;
    private Object muted;
    private final CutAnswer cut = new CutAnswer();
    private boolean greeted;
    private boolean ending;
    private boolean closing;
    private int actions;
    private int badInARow;

    RelayTalk(
            RelayLine line,
            RelaySettings settings,
            ChatSentences sentences,
            DialogueEvents events,
            EventLoop loop,
            EngineMeter meter,
            LongSupplier clock) {
        this.line = line;
        this.settings = settings;
        this.sentences = sentences;
        this.events = events;
        this.loop = loop;
        this.meter = meter;
        this.clock = clock;
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void begin() {
        line.open(this);
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        expect(token);
        boolean only = hasMore() && (input.text().isEmpty() || input.text().equals(prompted));
        sayOwn(only);
        if (only || turn.complete) {
            return;
        }
        prompted = input.text();
        if (input.kind() == UserInput.Kind.DIGITS) {
            line.keys(input.text(), history);
        } else {
            line.prompt(input.text(), history);
        }
    }

    /** Whether the agent has sent what is not said yet, because nobody had asked. */
    private boolean hasMore() {
        return own.length() > 0 || ending;
    }

    /** Says that in the present turn, which is over then where {@code only} that was wanted of it. */
    private void sayOwn(boolean only) {
        String said = own.toString();
        boolean whole = ownComplete;
        own.setLength(0);
        ownComplete = false;
        say(said);
        if (ending) {
            hangUp(handoff);
        } else if (whole && only) {
            complete();
        }
    }

    /** The agent says something although nobody asked it: it is asked to go on when the floor is free. */
    private void unasked(String text, boolean last) {
        if (own.length() + text.length() > MAX_ANSWER) {
            bad("what is said unasked has at most " + MAX_ANSWER + " characters");
            return;
        }
        boolean first = own.length() == 0;
        own.append(text);
        ownComplete = last && own.length() > 0;
        if (first && own.length() > 0) {
            events.hasMore();
        }
    }

    /** From now on text belongs to {@code token}. */
    private void expect(long token) {
        turn = new RelayTurn(token, clock.getAsLong());
        lastToken = token;
        greeted = true;
        meter.requests.increment();
        watch(settings.answerMs(), "an answer");
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        String sentence = sentences.of(occasion);
        if (occasion == PromptReason.GREETING && greeted && hasMore()) {
            expect(token);
            sayOwn(true);
            return;
        }
        if (occasion == PromptReason.GREETING && sentence.isBlank()) {
            awaitGreeting(token);
            return;
        }
        stop();
        lastToken = token;
        greeted = true;
        if (ending) {
            turn = new RelayTurn(token, clock.getAsLong());
            hangUp(handoff);
            return;
        }
        if (!sentence.isBlank()) {
            events.text(token, sentence);
        }
        events.done(token, null);
    }

    private void awaitGreeting(long token) {
        expect(token);
        cancelWatch();
        if (early.length() == 0) {
            watch = loop.schedule(this::notGreeted, line.greet(), TimeUnit.MILLISECONDS);
            return;
        }
        String said = early.toString();
        early.setLength(0);
        piece(said, earlyComplete);
    }

    private void notGreeted() {
        turn.complete = true;
        events.done(turn.token, null);
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        if (token != lastToken) {
            return;
        }
        boolean complete = turn == null || turn.complete;
        cut.cut(complete);
        if (!complete) {
            meter.cancelled.increment();
        }
        stop();
        line.interrupt(heardText, heardMs);
        mute();
    }

    /** What the agent sends before it has read this far is of the answer that was cut. */
    private void mute() {
        Object mine = new Object();
        muted = mine;
        Runnable over = () -> muted = muted == mine ? null : muted;
        line.barrier(over);
        loop.schedule(over, MUTED_LIMIT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        String id = agentIds.remove(result.invocationId());
        if (id == null) {
            return;
        }
        if (turn != null && turn.token == token) {
            expect(token);
        }
        line.result(id, result);
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        expect(token);
        line.result(agentIds.getOrDefault(result.invocationId(), ""), result);
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        throw new IllegalStateException("the agent is not asked ahead");
    }

    @Override
    public void adopted(long token) {
        throw new IllegalStateException("the agent is not asked ahead");
    }

    @Override
    public void discarded(long token) {
        throw new IllegalStateException("the agent is not asked ahead");
    }

    @Override
    public void narratedState(String text) {}

    @Override
    public void briefing(Instructions briefing) {}

    @Override
    public void spoken(long token) {
        if (turn != null && turn.token == token) {
            turn = null;
        }
    }

    @Override
    public void stop() {
        cancelWatch();
        turn = null;
    }

    @Override
    public void close() {
        closing = true;
        stop();
        line.close();
    }

    // ---- the agent's side -------------------------------------------------------------------------------------------

    @Override
    public void opened() {
        events.ready();
    }

    @Override
    public void lost(EngineFailure failure) {
        if (!closing) {
            closing = true;
            meter.failures.increment();
            stop();
            events.failed(0, failure);
        }
    }

    @Override
    public void unreadable(String why) {
        bad(why);
    }

    /** An answer ends so where its text did not say it; actions that are still carried out have it go on. */
    @Override
    public void answerEnded() {
        if (turn != null && !turn.complete && agentIds.isEmpty()) {
            complete();
        }
    }

    @Override
    public void answerFailed(EngineFailure failure) {
        meter.failures.increment();
        if (turn != null && !turn.complete) {
            long token = turn.token;
            stop();
            events.failed(token, failure);
        }
    }

    @Override
    public void message(String text) {
        AgentMessage read = AgentMessage.read(json, text);
        if (read instanceof AgentMessage.Bad bad) {
            bad(bad.why());
            return;
        }
        badInARow = 0;
        if (read instanceof AgentMessage.Unsupported unsupported) {
            meter.unexpected.increment();
            line.error(unsupported.type() + " is not carried out here");
        } else if (muted != null) {
            meter.lateDropped.increment();
        } else if (read instanceof AgentMessage.Text said) {
            piece(said.token(), said.last());
        } else if (read instanceof AgentMessage.End end) {
            hangUp(end.handoffData());
        } else if (read instanceof AgentMessage.Digits digits) {
            act("", ActionCall.SEND_DIGITS, Map.of("digits", digits.digits()));
        } else if (read instanceof AgentMessage.Act act) {
            act(act.id(), act.name(), act.parameters());
        }
    }

    private void bad(String why) {
        meter.unexpected.increment();
        if (++badInARow >= BAD_IN_A_ROW) {
            line.close();
            lost(Failures.broken(
                    settings.service(), "sent " + BAD_IN_A_ROW + " bad messages in a row; the last: " + why));
            return;
        }
        line.error(why);
    }

    private void piece(String text, boolean last) {
        if (turn == null && !greeted && early.length() + text.length() <= MAX_ANSWER) {
            early.append(text);
            earlyComplete |= last;
            return;
        }
        boolean asked = turn != null && !turn.complete && turn.characters == 0;
        if (cut.owns(text, last, asked, clock.getAsLong())) {
            meter.lateDropped.increment();
            return;
        }
        if (turn == null || turn.complete) {
            unasked(text, last);
            return;
        }
        say(text);
        if (last) {
            complete();
        }
    }

    private void say(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (turn.characters == 0) {
            meter.first(clock.getAsLong() - turn.askedNs);
        }
        turn.characters += text.length();
        if (turn.characters > MAX_ANSWER) {
            bad("an answer has at most " + MAX_ANSWER + " characters");
            return;
        }
        events.text(turn.token, text);
        watch(settings.silenceMs(), "the next token");
    }

    private void complete() {
        turn.complete = true;
        cancelWatch();
        meter.whole(clock.getAsLong() - turn.askedNs);
        events.done(turn.token, null);
    }

    /** The call ends after what was said; where nothing is being said, at once. */
    private void hangUp(String handoffData) {
        if (turn == null) {
            ending = true;
            handoff = handoffData;
            events.hasMore();
            return;
        }
        ending = false;
        Map<String, Object> parameters = handoffData.isEmpty() ? Map.of() : Map.of("handoffData", handoffData);
        events.action(turn.token, new ActionCall(nextId(), ActionCall.HANG_UP, parameters, true));
        if (!turn.complete) {
            complete();
        }
    }

    private void act(String id, String name, Map<String, Object> parameters) {
        if (turn == null) {
            bad("'" + name + "' came when nobody had asked; actions belong into an answer");
            return;
        }
        String invocationId = nextId();
        agentIds.put(invocationId, id);
        cancelWatch();
        events.action(turn.token, new ActionCall(invocationId, name, parameters, false));
    }

    private String nextId() {
        return "relay-" + ++actions;
    }

    private void watch(int ms, String what) {
        cancelWatch();
        watch = loop.schedule(() -> late(what, ms), ms, TimeUnit.MILLISECONDS);
    }

    private void late(String what, int ms) {
        meter.failures.increment();
        long token = turn.token;
        cut.cut(false);
        stop();
        events.failed(token, Failures.timeout(settings.service(), what, ms));
    }

    private void cancelWatch() {
        if (watch != null) {
            watch.cancel(false);
            watch = null;
        }
    }
}
