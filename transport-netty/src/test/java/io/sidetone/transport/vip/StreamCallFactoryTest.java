package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsHandshake;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session between two configurations: a lane and a loop are real, the configurations are two plans. */
@Tag("CARD-09")
class StreamCallFactoryTest {
    private static final StreamFormat FORMAT = new StreamFormat(StreamFormat.Encoding.L16_LE, 8_000);

    private final List<String> opening = new ArrayList<>();
    private final ActionInvoker ofFirst = actions();
    private final CallPlan first = plan("first", ofFirst);
    private final CallPlan second = plan("second", actions());
    private final EventLoops loops = EventLoops.open(1, "desk-test");
    private final Lanes lanes = new Lanes(
            new LaneSettings(1, 256, 2, WaitKind.BLOCKING), new CallFactory(CallObserver.none()), System::nanoTime);
    private CallPlan present = first;
    private StreamCallFactory callFactory;

    /** Two that are not the same. */
    private static ActionInvoker actions() {
        return (ActionInvoker) Proxy.newProxyInstance(
                ActionInvoker.class.getClassLoader(),
                new Class<?>[] {ActionInvoker.class},
                (self, method, given) -> null);
    }

    private CallPlan plan(String agent, ActionInvoker actions) {
        return new CallPlan(
                        agent,
                        new MockRecognizer(),
                        new MockDialogue(MockBehavior.DEFAULT, null),
                        new MockSynthesizer(1),
                        actions,
                        TurnPolicy.DEFAULT,
                        AlertThresholds.DEFAULT,
                        0)
                .onOpening(callId -> opening.add(agent + " " + callId));
    }

    @BeforeEach
    void open() {
        StreamRouter router = offer -> present;
        StreamCalls calls = new StreamCalls(
                loops,
                lanes,
                router,
                () -> 0,
                new Random(1),
                System::nanoTime,
                System::currentTimeMillis,
                RefusedCalls.NONE);
        WsHandshake handshake =
                new WsHandshake("/vip", "/vip", Map.of(), Map.of(), new DefaultHttpHeaders(), null, true, true);
        callFactory = new StreamCallFactory(calls, router, VipSettings.of(false), handshake, loops.next());
    }

    @AfterEach
    void close() {
        lanes.close();
        loops.close();
    }

    @Test
    void shouldOpenACallWithTheAgentWhoseActionsItHasWhenAReloadComesBetween() throws Exception {
        Initialization offer = new Initialization(null, "", "", "", Map.of(), FORMAT, FORMAT, false, false);
        VipCallFactory.Choice choice = callFactory.choose("01CALL", offer);
        assertThat(opening).as("the first configuration stays open").containsExactly("first 01CALL");
        present = second;
        assertThat(choice.actions()).isSameAs(ofFirst);
        loops.next()
                .submit(() -> choice.open(choice.actions(), new Silent(), null, 0))
                .get();
        assertThat(opening).containsExactly("first 01CALL", "first 01CALL");
    }

    private record Silent() implements StreamWire {
        @Override
        public boolean audio(byte[] payload, int length, long token, long positionMs) {
            return true;
        }

        @Override
        public void hangUp(EndCause cause) {}
    }
}
