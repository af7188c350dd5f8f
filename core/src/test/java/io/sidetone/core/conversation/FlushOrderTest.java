package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallTap;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.playout.Buffering;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A clear that finds no room in the egress ring, while the event loop makes room at any moment. */
class FlushOrderTest extends CallScenario {
    private boolean loopRuns;

    /** What an event loop on another thread may do between two claims of the lane. */
    private CallTap making() {
        return (CallTap) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CallTap.class}, (proxy, method, args) -> {
                    if (method.getName().equals("frameRefused")
                            && loopRuns
                            && rig.egress().peek() != null) {
                        rig.egress().release();
                    }
                    return method.invoke(CallTap.NONE, args);
                });
    }

    private void tickWithoutLoop(int ms) {
        for (int t = 0; t < ms; t += 5) {
            rig.nowNs += 5_000_000L;
            rig.publishTick(rig.nowNs);
            rig.poll();
        }
    }

    @Test
    void shouldSendTheClearBeforeTheNextTurnWhenTheRingWasFull() {
        rig.buffering = new Buffering(60, false, true);
        rig.taps((lane, setup, publisher, sequence, nowNs) -> making());
        givenSpeaking(2_800);
        call.hear(quiet, 400);
        long old = engines.voice.token;
        for (EgressFrame filler = rig.egress().claim();
                filler != null;
                filler = rig.egress().claim()) {
            filler.kind = EgressKind.CONTINUE;
            filler.token = 0;
            rig.egress().publish();
        }
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(call.admission.fence().isDead(old)).isTrue();
        tickWithoutLoop(2_600);
        engines.llm.say("Next.");
        speakClause(0, 400, null);
        assertThat(engines.voice.token).isGreaterThan(old);
        loopRuns = true;
        tickWithoutLoop(200);
        loopRuns = false;
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (EgressFrame f = rig.egress().peek();
                    f != null;
                    f = rig.egress().peek()) {
                if (f.kind == EgressKind.FLUSH || f.kind == EgressKind.AUDIO && f.token == engines.voice.token) {
                    order.add(f.kind.name());
                }
                rig.egress().release();
            }
            tickWithoutLoop(40);
        }
        assertThat(call.state()).isNotEqualTo(FloorState.ENDED);
        assertThat(order).contains("FLUSH", "AUDIO").startsWith("FLUSH");
    }
}
