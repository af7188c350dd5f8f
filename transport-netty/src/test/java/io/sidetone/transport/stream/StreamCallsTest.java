package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCalls;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The desk of stream calls, with a lane behind it. */
class StreamCallsTest {
    private static final int PLACES = 2;

    private EventLoops loops;
    private Lanes lanes;
    private boolean agent = true;
    private int retryAfterSeconds;
    private StreamCalls calls;

    @BeforeEach
    void open() {
        loops = EventLoops.open(1, "stream-test");
        lanes = new Lanes(
                new LaneSettings(1, 256, PLACES, WaitKind.BLOCKING),
                new CallFactory(CallObserver.none()),
                System::nanoTime);
        CallPlan plan = PlainStream.plan("mock").withIntroduction(caller -> {
            throw new IllegalStateException("a defect in the introduction of " + caller);
        });
        calls = new StreamCalls(
                loops,
                lanes,
                offer -> agent ? plan : null,
                () -> retryAfterSeconds,
                new Random(1),
                System::nanoTime,
                System::currentTimeMillis,
                RefusedCalls.NONE);
    }

    @AfterEach
    void close() {
        lanes.close();
        loops.close();
    }

    private Throwable openOne() {
        StreamOffer offer = PlainStream.offer("", "", "", Map.of());
        var loop = loops.next();
        return catchThrowableOfType(ExecutionException.class, () -> loop.submit(
                                () -> calls.open(offer, new PlainStream(), null, loop, 0))
                        .get())
                .getCause();
    }

    @Test
    void shouldKeepNoPlaceForACallThatCouldNotBeSetUp() {
        for (int i = 0; i < 3 * PLACES; i++) {
            assertThat(openOne()).isInstanceOf(IllegalStateException.class).hasMessageContaining("a defect");
            assertThat(lanes.activeCalls()).isZero();
        }
    }

    @Test
    void shouldRefuseWithoutTakingAPlace() {
        agent = false;
        assertThat(openOne())
                .isInstanceOfSatisfying(StreamRefusedException.class, refused -> assertThat(refused.status())
                        .isEqualTo(StreamRefusedException.NOBODY));
        agent = true;
        retryAfterSeconds = 5;
        assertThat(openOne())
                .isInstanceOfSatisfying(StreamRefusedException.class, refused -> assertThat(refused.status())
                        .isEqualTo(StreamRefusedException.NO_ROOM));
        assertThat(lanes.activeCalls()).isZero();
    }
}
