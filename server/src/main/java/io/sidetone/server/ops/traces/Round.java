package io.sidetone.server.ops.traces;

import io.sidetone.core.turn.event.Interruption;
import java.util.ArrayList;
import java.util.List;

/** The caller's words and the agent's answer: one span of a trace, as far as known. Trace thread only. */
final class Round {
    private static final int MOST = 64;

    final long startNs;
    final List<EngineRequest> requests = new ArrayList<>();
    final List<ActionSpan> actions = new ArrayList<>();
    long userToken;
    long agentToken;
    long listenedNs;
    long lastSpeechNs;
    long endpointNs;
    long speakNs;
    long voicedNs;
    long spokenNs;
    long endNs;
    boolean dropped;
    long interruptedNs;
    Interruption interruption;
    String endCause = "";
    String said = "";
    String heard = "";

    /** An action of the agent. */
    static final class ActionSpan {
        final String id;
        final String name;
        final long token;
        final long beganNs;
        long endedNs;
        String code = "";

        ActionSpan(String id, String name, long token, long beganNs) {
            this.id = id;
            this.name = name;
            this.token = token;
            this.beganNs = beganNs;
        }
    }

    Round(long startNs) {
        this.startNs = startNs;
    }

    boolean owns(long token) {
        return token != 0 && (token == userToken || token == agentToken);
    }

    boolean roomy() {
        return requests.size() < MOST && actions.size() < MOST;
    }

    boolean closed() {
        return endNs != 0;
    }

    void close(long nowNs) {
        if (!closed()) {
            endNs = nowNs;
            if (speakNs != 0 && spokenNs < speakNs) {
                spokenNs = nowNs;
            }
        }
    }

    /** The time of its first step. */
    long firstNs() {
        long first = startNs;
        for (EngineRequest each : requests) {
            first = Math.min(first, each.askedNs);
        }
        return lastSpeechNs == 0 ? first : Math.min(first, lastSpeechNs);
    }

    /** The time of its last step. */
    long lastNs() {
        long last = Math.max(endNs, Math.max(spokenNs, interruptedNs));
        for (EngineRequest each : requests) {
            last = Math.max(last, each.lastNs);
        }
        for (ActionSpan each : actions) {
            last = Math.max(last, each.endedNs);
        }
        return last;
    }
}
