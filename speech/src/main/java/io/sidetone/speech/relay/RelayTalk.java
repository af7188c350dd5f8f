package io.sidetone.speech.relay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.dialogue.DialogueConversation;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.NetFailures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One call with an agent that speaks ConversationRelay. Text belongs to the turn that was asked for last;
 * what the agent had sent before it read of an interruption is dropped. A lost connection ends the session, and the call opens
 * another.
 */
final class RelayTalk implements DialogueConversation, RelayLine.Listener {
    /** An agent that answers no ping is heard again after this. */
    static final int MUTED_LIMIT_MS = 1_000;

    static final int MAX_MESSAGE_BYTES = 64 << 10;
    static final int MAX_ANSWER = 20_000;
    static final int BAD_IN_A_ROW = 10;

    /** An answer that goes on behind a sound does so within this. */
    static final int AFTER_SOUND_MS = 500;

    private final RelayLine line;
    private final RelaySettings settings;
    private final DialogueEvents events;
    private final EventLoop loop;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final ChatSentences sentences;
    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, String> agentIds = new HashMap<>();
    private final PendingSpeech early = new PendingSpeech();
    private final PendingSpeech own = new PendingSpeech();
    private final RelaySounds sounds;
    private final RelayCalls.Agent agent;
    private final RelayTurnState turn;
    private String prompted = "";
    private String handoff = "";
    private final LanguageChange language = new LanguageChange();
    private long lastToken;
    private Object muted;
    private final InterruptedAnswer cut = new InterruptedAnswer();
    private boolean greeted;
    private boolean ending;
    private boolean closing;
    private int actions;
    private int badInARow;

    RelayTalk(
            RelayLine line,
            RelaySettings settings,
            RelaySounds sounds,
            RelayCalls.Agent agent,
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
        this.sounds = sounds;
        this.agent = agent;
        this.turn = new RelayTurnState(settings, events, loop, meter, clock, () -> cut.cut(false));
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
        if (only || !turn.open()) {
            return;
        }
        prompted = input.text();
        if (input.kind() == UserInput.Kind.DIGITS) {
            line.keys(input.text(), history);
        } else {
            line.prompt(input.text(), history);
        }
    }

    /** Returns whether the agent has sent what is not said or done yet, because nobody had asked. */
    private boolean hasMore() {
        return !own.isEmpty() || ending || language.wanted();
    }

    /** Says that in the present turn, which is over then where {@code only} that was wanted of it. */
    private void sayOwn(boolean only) {
        if (language.wanted()) {
            changeTo(language.take(), only);
            return;
        }
        boolean whole = own.drain(this::say);
        if (ending) {
            hangUp(handoff);
        } else if (whole && only) {
            turn.complete();
        }
    }

    /** The agent says something although nobody asked it: it is asked to go on when the floor is free. */
    private void unasked(PendingSpeech.Piece piece, boolean last) {
        boolean first = own.isEmpty();
        if (!own.add(piece, last)) {
            bad("what is said unasked has at most " + MAX_ANSWER + " characters");
        } else if (first && !own.isEmpty()) {
            askForMore();
        }
    }

    /** Asks for more, unless the language is being changed: what is said in another one waits for it. */
    private void askForMore() {
        if (!language.under()) {
            events.hasMore();
        }
    }

    private void expect(long token) {
        turn.expect(token);
        asked(token);
    }

    private void asked(long token) {
        lastToken = token;
        greeted = true;
        agent.asked();
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
        asked(token);
        if (ending) {
            turn.begin(token);
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
        if (early.isEmpty()) {
            turn.completeIn(line.greet(), this::notGreeted);
            return;
        }
        turn.cancelWatch();
        if (early.drain(this::say)) {
            turn.complete();
        }
    }

    private void notGreeted() {
        turn.end();
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        if (token != lastToken) {
            return;
        }
        if (language.under()) {
            // It belongs to the answer that was cut.
            own.clear();
        }
        boolean open = turn.open();
        cut.cut(!open);
        if (open) {
            meter.cancelled.increment();
        }
        stop();
        line.interrupt(heardText, heardMs);
        mute();
    }

    /** Mutes what the agent sends before it has read this far: it is of the answer that was cut. */
    private void mute() {
        Object mine = new Object();
        muted = mine;
        Runnable over = () -> muted = muted == mine ? null : muted;
        line.barrier(over);
        loop.schedule(over, MUTED_LIMIT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        if (language.ended(result)) {
            switched(result);
        }
        String id = agentIds.get(result.invocationId());
        if (id == null) {
            return;
        }
        if (!result.scheduled()) {
            agentIds.remove(result.invocationId());
        }
        if (turn.is(token)) {
            expect(token);
        }
        line.result(id, result);
    }

    /** The call goes on in another language, or does not: what waited for that is said. */
    private void switched(ActionResult result) {
        if (result.success()) {
            line.language(language.to());
        } else {
            line.error("language '" + language.to() + "': " + result.code() + ", " + result.values());
        }
        if (hasMore()) {
            events.hasMore();
        }
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
        if (turn.is(token)) {
            turn.stop();
        }
    }

    @Override
    public void stop() {
        turn.stop();
        sounds.drop();
    }

    @Override
    public void close() {
        closing = true;
        stop();
        agent.leave();
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
        if (sounds.busy()) {
            sounds.behind(new AgentMessage.Text("", true, null, false));
        } else if (!turn.open()) {
            own.ended();
        } else if (agentIds.isEmpty()) {
            turn.complete();
        }
    }

    @Override
    public void answerFailed(EngineFailure failure) {
        meter.failures.increment();
        if (turn.open()) {
            sounds.drop();
            turn.fail(failure);
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
        if (muted != null) {
            meter.lateDropped.increment();
        } else if (!sounds.busy()) {
            take(read);
        } else if (!sounds.behind(read)) {
            bad("more than " + RelaySounds.MAX_BEHIND + " messages wait for a sound");
        }
    }

    private void take(AgentMessage message) {
        if (message instanceof AgentMessage.Text said) {
            piece(new PendingSpeech.Piece(said.token(), List.of(), said.by(), said.raw()), said.last());
        } else if (message instanceof AgentMessage.Play play) {
            turn.cancelWatch();
            sounds.fetch(play.source(), play.times(), new Sound(play));
        } else if (message instanceof AgentMessage.Language next) {
            speak(next.language());
        } else if (message instanceof AgentMessage.End end) {
            hangUp(end.handoffData());
        } else if (message instanceof AgentMessage.Digits digits) {
            act("", ActionCall.SEND_DIGITS, Map.of("digits", digits.digits()));
        } else if (message instanceof AgentMessage.Act act) {
            act(act.id(), act.name(), act.parameters());
        }
    }

    /** A sound of the agent's is here, or there is none: what was sent behind it is taken. */
    private final class Sound implements RelaySounds.Listener {
        private final AgentMessage.Play play;

        Sound(AgentMessage.Play play) {
            this.play = play;
        }

        @Override
        public void here(List<PcmChunk> sound) {
            piece(new PendingSpeech.Piece("", sound, play.by(), false), false);
            goOn();
        }

        @Override
        public void refused(String why) {
            meter.unexpected.increment();
            line.error(why);
            goOn();
        }

        /** An answer may end with a sound, which does not say that it is the last of it. */
        private void goOn() {
            if (turn.open()) {
                turn.completeIn(AFTER_SOUND_MS, turn::complete);
            }
            sounds.drain(RelayTalk.this::take);
        }
    }

    /** Changes the language of what is said from now on; the present turn ends before it. */
    private void speak(String next) {
        if (language.under()) {
            bad("the language is being changed already");
        } else if (turn.open()) {
            changeTo(next, true);
        } else {
            language.want(next);
            events.hasMore();
        }
    }

    private void changeTo(String next, boolean whole) {
        String id = nextId();
        language.begin(id, next);
        turn.act(new ActionCall(id, ActionCall.HAND_OVER, Map.of("language", next), true));
        if (whole) {
            turn.complete();
        }
    }

    private void bad(String why) {
        meter.unexpected.increment();
        if (++badInARow >= BAD_IN_A_ROW) {
            line.close();
            lost(NetFailures.broken(
                    settings.access().name(), "sent " + BAD_IN_A_ROW + " bad messages in a row; the last: " + why));
            return;
        }
        line.error(why);
    }

    private void piece(PendingSpeech.Piece piece, boolean last) {
        if (!turn.present() && !greeted) {
            early.add(piece, last);
            return;
        }
        if (cut.owns(piece.silent(), last, turn.silent(), clock.getAsLong())) {
            meter.lateDropped.increment();
            return;
        }
        if (!turn.open()) {
            unasked(piece, last);
            return;
        }
        say(piece);
        if (last) {
            turn.complete();
        }
    }

    private void say(PendingSpeech.Piece piece) {
        String problem = turn.say(piece);
        if (problem != null) {
            bad(problem);
        }
    }

    /** The call ends after what was said; where nothing is being said, at once. */
    private void hangUp(String handoffData) {
        if (!turn.present()) {
            ending = true;
            handoff = handoffData;
            events.hasMore();
            return;
        }
        ending = false;
        Map<String, Object> parameters = handoffData.isEmpty() ? Map.of() : Map.of("handoffData", handoffData);
        boolean open = turn.open();
        turn.act(new ActionCall(nextId(), ActionCall.HANG_UP, parameters, true));
        if (open) {
            turn.complete();
        }
    }

    private void act(String id, String name, Map<String, Object> parameters) {
        if (!turn.present()) {
            bad("'" + name + "' came when nobody had asked; actions belong into an answer");
            return;
        }
        String invocationId = nextId();
        agentIds.put(invocationId, id);
        String next = LanguageChange.of(name, parameters);
        if (!next.isEmpty()) {
            language.begin(invocationId, next);
        }
        turn.act(new ActionCall(invocationId, name, parameters, false));
    }

    private String nextId() {
        return "relay-" + ++actions;
    }
}
