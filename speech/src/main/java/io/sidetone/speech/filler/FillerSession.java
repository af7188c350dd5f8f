package io.sidetone.speech.filler;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The session of one call. The lane asks, the model answers on its own thread; the lock is held for one comparison or
 * one event.
 */
final class FillerSession implements DialogueSession {
    private final CallContext call;
    private final DialogueEvents events;
    private final String filler;
    private final int afterMs;
    private final ScheduledExecutorService timer;
    private final LongAdder said;
    private final Object lock = new Object();
    private DialogueSession model;
    private long waiting;

    /** The turn that was asked ahead. */
    private long prepared;

    private ScheduledFuture<?> alarm;

    FillerSession(
            CallContext call,
            DialogueEvents events,
            String filler,
            int afterMs,
            ScheduledExecutorService timer,
            LongAdder said) {
        this.call = call;
        this.events = events;
        this.filler = filler;
        this.afterMs = afterMs;
        this.timer = timer;
        this.said = said;
    }

    void behind(DialogueSession session) {
        model = session;
    }

    private void expect(long token) {
        synchronized (lock) {
            settle();
            waiting = token;
            try {
                alarm = timer.schedule(() -> late(token), afterMs, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException ended) {
                waiting = 0;
            }
        }
    }

    /** Says the filler under the lock, so that no part of the answer comes before it. */
    private void late(long token) {
        synchronized (lock) {
            if (waiting == token && !call.fence().isDead(token)) {
                waiting = 0;
                said.increment();
                events.filler(token, filler);
            }
        }
    }

    private void begun(long token) {
        synchronized (lock) {
            if (waiting == token) {
                settle();
            }
            if (prepared == token) {
                prepared = 0;
            }
        }
    }

    private void settle() {
        waiting = 0;
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        expect(token);
        model.respond(token, input, history);
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        synchronized (lock) {
            settle();
            prepared = token;
        }
        model.prepare(token, input, history);
    }

    /** The caller waits from now on, unless the answer has already begun. */
    @Override
    public void adopted(long token) {
        synchronized (lock) {
            if (prepared == token) {
                prepared = 0;
                expect(token);
            }
        }
        model.adopted(token);
    }

    @Override
    public void discarded(long token) {
        begun(token);
        model.discarded(token);
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        model.announce(token, occasion);
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        model.actionResult(token, result);
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        model.lateResult(token, result);
    }

    @Override
    public void narratedState(String text) {
        model.narratedState(text);
    }

    @Override
    public void briefing(Instructions briefing) {
        model.briefing(briefing);
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        begun(token);
        model.cancelled(token, heardText, heardMs);
    }

    @Override
    public void spoken(long token) {
        model.spoken(token);
    }

    @Override
    public void close() {
        synchronized (lock) {
            settle();
        }
        model.close();
    }

    DialogueEvents answers() {
        return new DialogueEvents() {
            @Override
            public void ready() {
                events.ready();
            }

            @Override
            public void text(long token, String piece) {
                begun(token);
                events.text(token, piece);
            }

            @Override
            public void filler(long token, String words) {
                begun(token);
                events.filler(token, words);
            }

            @Override
            public void hasMore() {
                events.hasMore();
            }

            @Override
            public void sound(long token, List<PcmChunk> sound) {
                begun(token);
                events.sound(token, sound);
            }

            @Override
            public void interruptible(long token, InterruptibleBy by) {
                events.interruptible(token, by);
            }

            @Override
            public void action(long token, ActionCall action) {
                begun(token);
                events.action(token, action);
            }

            @Override
            public void done(long token, ListenHint hint) {
                begun(token);
                events.done(token, hint);
            }

            @Override
            public void failed(long token, EngineFailure failure) {
                begun(token);
                events.failed(token, failure);
            }

            @Override
            public void closed() {
                events.closed();
            }
        };
    }
}
