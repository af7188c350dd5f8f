package io.sidetone.speech.relay;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.turn.event.AnswerTimes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells agents that speak text what happens in their calls beside the dialogue, where they asked for it. Calls are observed on lanes;
 * agents are told on their own loops.
 */
public final class RelayCalls implements CallObserver {
    private final Map<String, Agent> agents = new ConcurrentHashMap<>();

    /** An agent of one call. */
    final class Agent {
        private final String callId;
        private final RelayOptions options;
        private final RelayLine line;
        private final EventLoop loop;

        private Agent(String callId, RelayOptions options, RelayLine line, EventLoop loop) {
            this.callId = callId;
            this.options = options;
            this.line = line;
            this.loop = loop;
        }

        /** It was asked: it is the one that is told. */
        void asked() {
            if (options.partialPrompts() || options.turnMetrics()) {
                agents.put(callId, this);
            }
        }

        /** It is told no more. */
        void leave() {
            agents.remove(callId, this);
        }

        private void partial(String words) {
            if (options.partialPrompts()) {
                loop.execute(() -> line.partial(words));
            }
        }

        private void answered(AnswerTimes times) {
            if (options.turnMetrics()) {
                loop.execute(() -> line.metrics(times));
            }
        }
    }

    /** Returns an agent of a call, to be told what {@code options} say over {@code line}, on {@code loop}. */
    Agent agent(String callId, RelayOptions options, RelayLine line, EventLoop loop) {
        return new Agent(callId, options, line, loop);
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Partial partial) {
            partial(call.setup().who().callId(), partial.text());
        } else if (event instanceof ResponseDone done) {
            answered(call.setup().who().callId(), done.token(), call.answers().last());
        }
    }

    void partial(String callId, String words) {
        Agent agent = of(callId);
        if (agent != null) {
            agent.partial(words);
        }
    }

    /** The turn {@code token} was spoken; {@code times} are those of the last answer, or null. */
    void answered(String callId, long token, AnswerTimes times) {
        Agent agent = of(callId);
        if (agent != null && times != null && times.token() == token) {
            agent.answered(times);
        }
    }

    private Agent of(String callId) {
        return agents.isEmpty() ? null : agents.get(callId);
    }
}
