package io.sidetone.core.call.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.Caption;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.floor.FloorListener;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.playout.Playout;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.turn.PolicyProfiles;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallEffectsTest {
    private static final long MS = 1_000_000L;
    private static final long MARK = 48;

    private final List<String> log = new ArrayList<>();
    private final Fence fence = new Fence();
    private final LaneMetrics metrics = new LaneMetrics();
    private final EgressRing egress = new EgressRing(8, () -> log.add("egress, dead " + fence.isDead(MARK)));
    private final CallSetup setup = new CallSetup(
            new CallSetup.Identity(
                    "01TESTTESTTESTTEST00000001", "", "test", "desk", "", "", CallFacts.NONE, 0, 10_000, 0),
            CallSetup.Engines.of(null, null, null),
            CallSetup.Line.of(null, null),
            new CallSetup.Terms(PolicyProfiles.of("default"), null, "", null));
    private final CallRecord.Writer writer = new CallRecord.Writer(setup, null);
    private final CallTap tap = logging(CallTap.class, "tap");
    private RuntimeException defect;
    private final CallObserver observer = (call, event) -> {
        if (defect != null) {
            throw defect;
        }
        log.add("observer." + event.getClass().getSimpleName());
    };
    private final FloorMachine floor = new FloorMachine("test", logging(FloorListener.class, "floor"), 0);
    private final CallEffects effects = effects(new Buffering(60, false, true));

    private CallEffects effects(Buffering buffering) {
        FaultGuard guard = new FaultGuard("test", metrics);
        EgressControls controls = new EgressControls(new Media(), buffering, 0, new Playout(8_000), tap);
        ActionDispatch actions = new ActionDispatch(
                ServingAgent.first(setup, new CallContext("test", "desk", "", "", 0, fence)), null, guard);
        return new CallEffects(writer, observer, tap, floor, guard, fence, controls, actions, new Host());
    }

    @Test
    void shouldPassTheFenceBeforeTheFarEndIsClearedWhenATurnIsKilled() {
        effects.kill(MARK);
        assertThat(log).containsExactly("tap.fenced", "tap.control", "egress, dead true");
        assertThat(egress.peek().kind).isEqualTo(EgressKind.FLUSH);
        assertThat(egress.peek().token).isEqualTo(MARK);
    }

    @Test
    void shouldTellMediaInRealTimeNothingWhenATurnIsKilled() {
        effects(Buffering.NONE).kill(MARK);
        assertThat(fence.isDead(MARK)).isTrue();
        assertThat(egress.peek()).isNull();
    }

    @Test
    void shouldClearNothingWhenOnlyTheFenceMoves() {
        effects.fence(MARK);
        assertThat(fence.isDead(MARK)).isTrue();
        assertThat(egress.peek()).isNull();
    }

    @Test
    void shouldNoteAtTheTimeOfTheStep() {
        effects.at(250 * MS);
        effects.note("yield", "test");
        assertThat(writer.record().timeline().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.atMs()).isEqualTo(250);
            assertThat(entry.kind()).isEqualTo("yield");
        });
        assertThat(log).containsExactly("tap.note");
    }

    @Test
    void shouldPublishStatisticsWithTheHistory() {
        History history = new History();
        history.user(1, "hello");
        effects.history(history.snapshot());
        assertThat(writer.record().history().entries()).hasSize(1);
        assertThat(log).containsExactly("tap.history", "statistics");
    }

    @Test
    void shouldGoOnAndCountWhenAnObserverFails() {
        defect = new IllegalStateException("defect");
        effects.publish(new CallObserver.Granted(MARK));
        assertThat(metrics.value(LaneCounter.FAULTS)).isEqualTo(1);
    }

    @Test
    void shouldWriteTheCaptionBeforeAnyoneIsNotified() {
        effects.caption(new Caption(MARK, "One two", 3));
        assertThat(writer.record().caption().heardChars()).isEqualTo(3);
        assertThat(log).containsExactly("observer.Caption");
    }

    @SuppressWarnings("unchecked")
    private <T> T logging(Class<T> type, String name) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            log.add(name + "." + method.getName());
            return null;
        });
    }

    private final class Media implements MediaPort {
        @Override
        public EgressRing egress() {
            return egress;
        }

        @Override
        public int sampleRateHz() {
            return 8_000;
        }

        @Override
        public void release() {}
    }

    private final class Host implements CallEffects.Host {
        @Override
        public void end(EndCause cause, long nowNs) {
            log.add("end");
        }

        @Override
        public void request(ControlRequest request, long nowNs) {
            log.add("request");
        }

        @Override
        public CallStatistics statistics() {
            log.add("statistics");
            return CallStatistics.NONE;
        }
    }
}
