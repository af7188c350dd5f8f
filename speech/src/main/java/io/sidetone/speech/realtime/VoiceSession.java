package io.sidetone.speech.realtime;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.voice.TurnCredit;
import io.sidetone.speech.voice.TurnCredits;

/**
 * The synthesis session of a realtime model, on the lane; {@link ResponseFlow} publishes its events. Credit allocates
 * nothing within a turn.
 */
final class VoiceSession implements SynthesisSession, RealtimePart {
    private final RealtimeModel model;
    private final RealtimeCall call;

    /** Receives the voice's events. Event loop only. */
    final SynthesisEvents events;

    private final Runnable pump;
    private final TurnCredits credits = new TurnCredits();
    private boolean closed;
    private boolean over;

    VoiceSession(RealtimeModel model, RealtimeCall call, SynthesisEvents events) {
        this.model = model;
        this.call = call;
        this.events = events;
        this.pump = () -> call.talk().pump();
    }

    /** Every turn begins without credit. */
    private TurnCredit turn(long token) {
        TurnCredit before = credits.latest();
        TurnCredit credit = credits.of(token);
        if (credits.latest() != before) {
            call.execute(() -> call.talk().turn(token).credited(credit));
        }
        return credit;
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
        if (!closed && turn(token).grant(ms)) {
            call.execute(pump);
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
