package io.sidetone.speech.deepgram;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.SocketRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Synthesis for one call: turns, their clauses and credit. Methods of the port pass to the event loop, which owns all
 * state. {@link SpeakStream} keeps what the service speaks at present.
 */
final class DeepgramSynthesisSession implements SynthesisSession, DeepgramSocket.Owner {
    static final String CLOSE = "{\"type\":\"Close\"}";

    private static final int MAX_CLAUSE_CHARS = 2_000;
    private static final int MAX_CLAUSES = 256;

    private final Fence fence;
    private final SynthesisEvents events;
    private final EngineMeter meter;
    private final EventLoop loop;
    private final int sampleRateHz;
    private final DeepgramSocket socket;
    private final SpeakStream stream;
    private final Deque<SpokenTurn> turns = new ArrayDeque<>();
    private volatile long cancelledThrough = Token.NONE;
    private boolean over;

    DeepgramSynthesisSession(
            EngineNet net,
            SocketRequest request,
            DeepgramSynthesizerSettings settings,
            CallContext call,
            SynthesisEvents events,
            EngineMeter meter,
            LongSupplier clock) {
        this.fence = call.fence();
        this.events = events;
        this.meter = meter;
        this.loop = net.next();
        this.sampleRateHz = settings.access().sampleRateHz();
        this.socket = new DeepgramSocket(net, loop, request, meter, clock, this);
        this.stream =
                new SpeakStream(socket, settings, meter, request.deadlines().firstByteMs(), this::step);
    }

    void open() {
        socket.open();
    }

    // ---- the lane ---------------------------------------------------------------------------------------------------

    @Override
    public void speak(long token, int clause, String text) {
        hand(() -> accept(new SpokenClause(token, clause, text)));
    }

    @Override
    public void credit(long token, int ms) {
        hand(() -> {
            SpokenTurn turn = turn(token);
            if (turn != null && ms > 0) {
                turn.grant(ms);
                step();
            }
        });
    }

    @Override
    public void cancel(long throughToken) {
        cancelledThrough = Math.max(cancelledThrough, throughToken);
        hand(this::step);
    }

    @Override
    public void close() {
        hand(() -> {
            over = true;
            turns.clear();
            stream.stop();
            socket.finish(CLOSE);
        });
    }

    private void hand(Runnable work) {
        try {
            loop.execute(work);
        } catch (RejectedExecutionException loopEnded) {
            // The server stops; the call still waits for the end of its session.
            over = true;
            socket.finish(CLOSE);
        }
    }

    // ---- clauses of the lane ----------------------------------------------------------------------------------------

    private boolean dead(long token) {
        return token <= cancelledThrough || fence.isDead(token);
    }

    /** Returns the turn of {@code token}; creates it if it is later than all others; null for a past turn. */
    private SpokenTurn turn(long token) {
        if (over || dead(token)) {
            return null;
        }
        for (SpokenTurn turn : turns) {
            if (turn.token == token) {
                return turn;
            }
        }
        if (!turns.isEmpty() && turns.peekLast().token > token) {
            return null;
        }
        turns.removeIf(past -> past.empty() && stream.turn() != past);
        SpokenTurn begun = new SpokenTurn(token, sampleRateHz);
        turns.add(begun);
        return begun;
    }

    private void accept(SpokenClause clause) {
        SpokenTurn turn = turn(clause.token());
        if (turn == null && !over && !dead(clause.token())) {
            refuse(clause, rejected("a later turn is being spoken already"));
            return;
        }
        if (turn == null) {
            meter.cancelled.increment();
            return;
        }
        meter.requests.increment();
        if (!socket.up()) {
            refuse(clause, NetFailures.closed(socket.service(), 0, "the session is gone"));
        } else if (clause.text().length() > MAX_CLAUSE_CHARS) {
            refuse(
                    clause,
                    rejected("a clause of " + clause.text().length() + " characters exceeds " + MAX_CLAUSE_CHARS
                            + "; cut the text into clauses"));
        } else if (turn.waiting.size() >= MAX_CLAUSES) {
            refuse(clause, rejected(MAX_CLAUSES + " clauses are waiting already; wait for some to be spoken"));
        } else {
            turn.waiting.add(clause);
            step();
        }
    }

    private static EngineFailure rejected(String why) {
        return EngineFailure.ofRequest("rejected", why);
    }

    private void refuse(SpokenClause clause, EngineFailure failure) {
        meter.failures.increment();
        events.failed(clause.token(), clause.index(), failure);
    }

    /** Does what is possible now: drops cancelled turns, publishes audio within credit, requests the next clauses. */
    private void step() {
        if (over) {
            return;
        }
        dropDead();
        for (SpokenTurn turn : turns) {
            turn.publish(events);
        }
        while (askNext()) {
            // Each batch has one clause.
        }
        for (SpokenTurn turn : turns) {
            turn.publish(events);
        }
    }

    private boolean askNext() {
        for (SpokenTurn turn : turns) {
            if (!turn.waiting.isEmpty()) {
                return stream.take(turn);
            }
        }
        return false;
    }

    private void dropDead() {
        int known = turns.size();
        turns.removeIf(turn -> {
            boolean gone = dead(turn.token);
            meter.cancelled.add(gone ? turn.unfinished().size() : 0);
            return gone;
        });
        if (turns.size() < known && stream.turn() != null && dead(stream.turn().token)) {
            meter.cancelled.add(stream.clauses());
            stream.clear();
        }
    }

    // ---- messages of the service ------------------------------------------------------------------------------------

    @Override
    public void opened() {
        events.ready();
    }

    @Override
    public boolean audio(ByteBuf bytes) {
        dropDead();
        stream.audio(bytes);
        step();
        return true;
    }

    @Override
    public boolean message(String type, JsonNode message) {
        boolean known = stream.message(type, message);
        step();
        return known;
    }

    @Override
    public void lost(EngineFailure failure) {
        stream.lost(failure);
        List<SpokenClause> unfinished = new ArrayList<>();
        for (SpokenTurn turn : turns) {
            if (!dead(turn.token)) {
                unfinished.addAll(turn.unfinished());
            }
        }
        turns.clear();
        events.failed(Token.NONE, 0, failure);
        for (SpokenClause clause : unfinished) {
            refuse(clause, failure);
        }
    }

    @Override
    public void released() {
        events.closed();
    }
}
