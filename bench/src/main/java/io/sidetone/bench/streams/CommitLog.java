package io.sidetone.bench.streams;

import io.sidetone.bench.callers.Callers;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Records every interruption of every call, and the carrier's message that triggered it. */
final class CommitLog implements CallTaps {
    private final Queue<Commit> commits = new ConcurrentLinkedQueue<>();
    private final LongAdder refused = new LongAdder();

    /** Returns a line for each interruption so far. Any thread. */
    String lines() {
        StringBuilder text = new StringBuilder();
        commits.forEach(commit -> text.append(commit.line()).append('\n'));
        return text.toString();
    }

    /** Returns the number of frames that egress rings refused. Any thread. */
    long refused() {
        return refused.sum();
    }

    @Override
    public CallTap open(int lane, CallSetup setup, LanePublisher publisher, long sequence, long nowNs) {
        return new Tap(setup.who().externalId(), setup.line().media().sampleRateHz() / Callers.PER_SECOND);
    }

    /** Records one call; lane thread. */
    private final class Tap implements CallTap {
        private final String name;
        private final int frameSamples;
        private long frame;
        private boolean key;

        Tap(String name, int frameSamples) {
            this.name = name;
            this.frameSamples = frameSamples;
        }

        @Override
        public void input(LaneEvent event, long sequence) {
            key = event.type() == LaneEventType.DIGIT;
            if (event.type() == LaneEventType.AUDIO) {
                frame = event.a() / frameSamples + 1;
            }
        }

        @Override
        public CallObserver observer(CallObserver given) {
            return CallObserver.all(given, (call, event) -> {
                if (event instanceof FloorTransition move) {
                    if (move.to() == FloorState.INTERRUPTED) {
                        commits.add(new Commit(name, frame, key, move.nowNs()));
                    }
                }
            });
        }

        @Override
        public void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {
            key = false;
        }

        @Override
        public void frameRefused() {
            refused.increment();
        }
    }
}
