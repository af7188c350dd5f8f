package io.sidetone.transport.vip;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import java.io.IOException;

/** Times that the parts of the agent's present turn took, from the times of the floor's transitions (VIP 5.6, latency_metrics). */
final class LatencyReport {
    private static final double NS_PER_MS = 1e6;
    private static final long NONE = Long.MIN_VALUE;

    private long inputEndNs = NONE;
    private long responseNs = NONE;
    private long thinkingNs;
    private long actionNs;

    void moved(FloorTransition move) {
        if (move.from() == FloorState.LISTENING) {
            inputEndNs = move.to() == FloorState.FINALIZING ? move.nowNs() : NONE;
            responseNs = NONE;
            thinkingNs = 0;
            actionNs = 0;
        }
        if (move.from() == FloorState.THINKING) {
            thinkingNs += move.timeInFromNs();
        } else if (move.from() == FloorState.ACTION) {
            actionNs += move.timeInFromNs();
        }
        if (move.to() == FloorState.SPEAKING) {
            responseNs = inputEndNs == NONE ? NONE : move.nowNs() - inputEndNs;
            inputEndNs = NONE;
        }
    }

    /** Writes what is known of the turn; an announcement is no answer and has no times. */
    void write(JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("latency_metrics");
        if (responseNs != NONE) {
            out.writeNumberField("response_ms", Math.round(responseNs / NS_PER_MS));
            out.writeNumberField("thinking_ms", Math.round(thinkingNs / NS_PER_MS));
            out.writeNumberField("action_ms", Math.round(actionNs / NS_PER_MS));
        }
        out.writeEndObject();
    }
}
