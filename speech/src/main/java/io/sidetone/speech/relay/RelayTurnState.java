package io.sidetone.speech.relay;

import io.netty.channel.EventLoop;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.speech.dialogue.SpokenText;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.NetFailures;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** The turn that the agent's words belong to, and how long they may take. Event loop only. */
final class RelayTurnState {
    private final RelaySettings settings;
    private final DialogueEvents events;
    private final EventLoop loop;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final Runnable onLate;
    private final AtomicBoolean unmarked = new AtomicBoolean();
    private RelayTurn turn;
    private ScheduledFuture<?> watch;

    /**
     * Creates it; there is no turn.
     *
     * @param onLate runs before a turn fails whose words do not come in time
     */
    RelayTurnState(
            RelaySettings settings,
            DialogueEvents events,
            EventLoop loop,
            EngineMeter meter,
            LongSupplier clock,
            Runnable onLate) {
        this.settings = settings;
        this.events = events;
        this.loop = loop;
        this.meter = meter;
        this.clock = clock;
        this.onLate = onLate;
    }

    /** From now on words belong to {@code token}, and the first ones are awaited. */
    void expect(long token) {
        begin(token);
        meter.requests.increment();
        watch(settings.answerMs(), "an answer");
    }

    /** From now on words belong to {@code token}. */
    void begin(long token) {
        turn = new RelayTurn(token, clock.getAsLong(), new SpokenText(Set.of(), unmarked));
    }

    /** Returns whether there is one. */
    boolean present() {
        return turn != null;
    }

    /** Returns whether there is one, and more of it may come. */
    boolean open() {
        return turn != null && !turn.complete;
    }

    /** Returns whether it is open, and nothing of it has come. */
    boolean silent() {
        return open() && !turn.begun;
    }

    /** Returns whether {@code token} is it. */
    boolean is(long token) {
        return turn != null && turn.token == token;
    }

    /** Passes a piece of it on; returns why that is impossible, or null. */
    String say(PendingSpeech.Piece piece) {
        if (piece.silent()) {
            return null;
        }
        if (!turn.begun) {
            turn.begun = true;
            meter.first(clock.getAsLong() - turn.askedNs);
        }
        turn.characters += piece.text().length();
        if (turn.characters > RelayTalk.MAX_ANSWER) {
            return "an answer has at most " + RelayTalk.MAX_ANSWER + " characters";
        }
        if (piece.by() != null && piece.by() != turn.interruptible) {
            turn.interruptible = piece.by();
            events.interruptible(turn.token, piece.by());
        }
        if (piece.sound().isEmpty() && !piece.raw()) {
            text(turn.filter.add(piece.text()));
            watch(settings.silenceMs(), "the next token");
        } else {
            endText();
            text(piece.text());
            if (piece.raw()) {
                watch(settings.silenceMs(), "the next token");
            } else {
                events.sound(turn.token, piece.sound());
            }
        }
        return null;
    }

    private void text(String spoken) {
        if (!spoken.isEmpty()) {
            events.text(turn.token, spoken);
        }
    }

    /** Ends the words so far: what was held back of them is no mark. */
    private void endText() {
        text(turn.filter.end());
        turn.filter = new SpokenText(Set.of(), unmarked);
    }

    /** Asks for an action under it; its answer is awaited without a limit. */
    void act(ActionCall call) {
        cancelWatch();
        endText();
        events.action(turn.token, call);
    }

    /** Nothing more of it comes. */
    void complete() {
        endText();
        turn.complete = true;
        cancelWatch();
        meter.whole(clock.getAsLong() - turn.askedNs);
        events.done(turn.token, null);
    }

    /** Nothing of it has come, and nothing is to come. */
    void end() {
        turn.complete = true;
        events.done(turn.token, null);
    }

    /** Nothing more of it comes, unless that is within {@code ms}. */
    void completeIn(int ms, Runnable over) {
        cancelWatch();
        watch = loop.schedule(over, ms, TimeUnit.MILLISECONDS);
    }

    /** The agent cannot answer it; it fails. */
    void fail(EngineFailure failure) {
        long token = turn.token;
        stop();
        events.failed(token, failure);
    }

    /** It is over, and says nothing. */
    void stop() {
        cancelWatch();
        turn = null;
    }

    private void watch(int ms, String what) {
        cancelWatch();
        watch = loop.schedule(() -> late(what, ms), ms, TimeUnit.MILLISECONDS);
    }

    private void late(String what, int ms) {
        meter.failures.increment();
        onLate.run();
        fail(NetFailures.timeout(settings.access().name(), what, ms));
    }

    /** Ends the watch: what it waits for may take as long as it does. */
    void cancelWatch() {
        if (watch != null) {
            watch.cancel(false);
            watch = null;
        }
    }
}
