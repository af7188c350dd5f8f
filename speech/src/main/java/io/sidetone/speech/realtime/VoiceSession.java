package io.sidetone.speech.realtime;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The synthesis session of a realtime model, on the lane; {@link ResponseFlow} publishes its events. Credit allocates
 * nothing within a turn.
 */
final class VoiceSession implements SynthesisSession, RealtimePart {
    private final RealtimeModel model;
    private final RealtimeCall call;

    /** Receives the voice's events. Event loop only. */
    final SynthesisEvents events;

    /** All grants so far, in ms. */
    private final AtomicLong granted = new AtomicLong();

    private final Runnable pump;
    private long laneToken = Token.NONE;
    private boolean closed;
    private boolean over;

    VoiceSession(RealtimeModel model, RealtimeCall call, SynthesisEvents events) {
        this.model = model;
        this.call = call;
        this.events = events;
        this.pump = () -> call.talk().pump();
    }

    /** Every turn begins without credit. */
    private void turn(long token) {
        if (token > laneToken) {
            laneToken = token;
            long base = granted.get();
            call.execute(() -> call.talk().turn(token).credited(base));
        }
    }

    @Override
    public void speak(long token, int clause, String text) {
        if (!closed) {
            turn(token);
            call.execute(() -> call.talk().turn(token).speak(clause, text));
        }
    }

    @Override
    public void credit(long token, int ms) {
        if (!closed && ms > 0) {
            turn(token);
            if (token == laneToken) {
                granted.addAndGet(ms);
                call.execute(pump);
            }
        }
    }

    @Override
    public void cancel(long throughToken) {
        if (!closed) {
            call.execute(() -> call.cancelThrough(throughToken));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            model.leave(call);
            call.execute(() -> {
                over = true;
                call.detach(this);
            });
        }
    }

    long grantedMs() {
        return granted.get();
    }

    @Override
    public void ready() {
        events.ready();
    }

    @Override
    public void failed(EngineFailure failure) {
        if (!over) {
            events.failed(Token.NONE, 0, failure);
        }
    }

    @Override
    public void closed() {
        events.closed();
    }

    boolean over() {
        return over;
    }
}
