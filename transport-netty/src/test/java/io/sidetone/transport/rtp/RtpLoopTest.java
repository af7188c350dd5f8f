package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.lane.CallHandle;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.egress.SendGathering;
import io.sidetone.transport.rtp.stats.RtpCounter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class RtpLoopTest {
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private final List<Integer> carried = new ArrayList<>();
    private boolean ended;
    private long nowNs = 1_000_000_000L;
    private final RtpLoop loop = new RtpLoop(
            task -> {
                if (ended) {
                    throw new RejectedExecutionException();
                }
                queue.add(task);
            },
            carried::add,
            () -> nowNs,
            2,
            8,
            new UnprovenTargets());

    private static final class Call implements EgressLoop.Member {
        private final long handle;
        private final List<Long> frames = new ArrayList<>();
        private int timers;
        private boolean throwing;
        private Runnable onFrame = () -> {};

        private Call(int index, int generation) {
            this.handle = CallHandle.of(index, generation);
        }

        @Override
        public long handle() {
            return handle;
        }

        @Override
        public void onFrame(EgressFrame frame, FenceAuditor auditor, long nowNs) {
            if (throwing) {
                throw new IllegalStateException("defect");
            }
            frames.add(frame.mediaIndex);
            onFrame.run();
        }

        @Override
        public void onTimer(long nowNs) {
            timers++;
            if (throwing) {
                throw new IllegalStateException("defect");
            }
        }
    }

    private void publish(int lane, long handle, long mediaIndex) {
        EgressRing ring = loop.egress(lane);
        EgressFrame frame = ring.claim();
        assertThat(frame).isNotNull();
        frame.handle = handle;
        frame.mediaIndex = mediaIndex;
        frame.dueNs = nowNs - 250_000;
        ring.publish();
    }

    private void run() {
        while (!queue.isEmpty()) {
            queue.poll().run();
        }
    }

    @Test
    void shouldTimeAYieldUntilItsLastFrameIsWritten() {
        Call call = new Call(3, 0);
        loop.register(call);
        publish(0, call.handle, 1);
        EgressFrame last = loop.egress(0).claim();
        last.handle = call.handle;
        last.yieldNs = nowNs - 20_000_000;
        loop.egress(0).publish();
        loop.egress(0).wakeUp();
        run();
        assertThat(call.frames).hasSize(2);
        assertThat(loop.out().yields().total().getTotalCount()).isEqualTo(1);
        assertThat(loop.out().yields().total().getMaxValue()).isBetween(20_000_000L, 20_400_000L);
    }

    @Test
    void shouldGatherWhatADrainSendsButNotBeyondTheEndOfAYield() {
        List<String> order = new ArrayList<>();
        loop.gather(new SendGathering() {
            @Override
            public void begin() {
                order.add("begin");
            }

            @Override
            public void end() {
                order.add("end");
                nowNs += 1_000_000;
            }
        });
        Call call = new Call(3, 0);
        loop.register(call);
        call.onFrame = () -> order.add("frame");
        publish(0, call.handle, 1);
        EgressFrame last = loop.egress(0).claim();
        last.handle = call.handle;
        last.yieldNs = nowNs - 20_000_000;
        loop.egress(0).publish();
        publish(0, call.handle, 3);
        loop.egress(0).wakeUp();
        run();
        assertThat(order).containsExactly("begin", "frame", "frame", "end", "begin", "frame", "end");
        assertThat(loop.out().yields().total().getMaxValue())
                .as("the last frame has been sent when the yield is timed")
                .isGreaterThanOrEqualTo(21_000_000L);
        order.clear();
        loop.egress(0).wakeUp();
        run();
        assertThat(order).isEmpty();
    }

    /** A frame must not wait long behind the fence that let it pass, whatever the frames after it take. */
    @Test
    void shouldSendWhatIsGatheredEverySixteenFrames() {
        RtpLoop large = new RtpLoop(queue::add, carried::add, () -> nowNs, 1, 64, new UnprovenTargets());
        List<Integer> together = new ArrayList<>();
        Call call = new Call(3, 0);
        large.register(call);
        large.gather(new SendGathering() {
            private int before;

            @Override
            public void begin() {
                before = call.frames.size();
            }

            @Override
            public void end() {
                together.add(call.frames.size() - before);
            }
        });
        for (int i = 0; i < 40; i++) {
            large.egress(0).claim().handle = call.handle;
            large.egress(0).publish();
        }
        large.egress(0).wakeUp();
        run();
        assertThat(together).containsExactly(16, 16, 8);
    }

    @Test
    void shouldSendWhatIsGatheredAlthoughAFrameEndsTheDrain() {
        int[] open = new int[1];
        loop.gather(new SendGathering() {
            @Override
            public void begin() {
                open[0]++;
            }

            @Override
            public void end() {
                open[0]--;
            }
        });
        Call call = new Call(3, 0);
        loop.register(call);
        call.onFrame = () -> {
            throw new AssertionError("a defect");
        };
        publish(0, call.handle, 1);
        loop.egress(0).wakeUp();
        assertThatThrownBy(this::run).isInstanceOf(AssertionError.class);
        assertThat(open[0]).isZero();
    }

    @Test
    void shouldWakeOncePerTickAndFindEachFramesCall() {
        Call first = new Call(3, 0);
        Call second = new Call(4000, 7);
        loop.register(first);
        loop.register(second);
        publish(0, first.handle, 1);
        publish(0, second.handle, 2);
        publish(0, first.handle, 3);
        loop.egress(0).wakeUp();
        loop.egress(0).wakeUp();
        assertThat(queue).hasSize(1);
        publish(1, second.handle, 4);
        loop.egress(1).wakeUp();
        run();
        assertThat(first.frames).containsExactly(1L, 3L);
        assertThat(second.frames).containsExactly(2L, 4L);
    }

    @Test
    void shouldSayHowManyCallsItCarries() {
        Call old = new Call(3, 0);
        Call newer = new Call(3, 1);
        Call other = new Call(4000, 7);
        loop.register(old);
        loop.register(newer);
        loop.register(other);
        loop.unregister(old);
        loop.unregister(newer);
        loop.unregister(newer);
        assertThat(carried).containsExactly(1, 2, 1);
    }

    @Test
    void shouldDropFramesOfAnOlderGenerationAndOfCallsThatLeft() {
        Call old = new Call(3, 0);
        Call present = new Call(3, 1);
        loop.register(old);
        loop.register(present);
        loop.unregister(old);
        publish(0, old.handle, 1);
        publish(0, present.handle, 2);
        publish(0, CallHandle.of(99_999, 0), 3);
        publish(0, CallHandle.NONE, 4);
        loop.egress(0).wakeUp();
        run();
        assertThat(old.frames).isEmpty();
        assertThat(present.frames).containsExactly(2L);
        loop.unregister(present);
        publish(0, present.handle, 5);
        loop.egress(0).wakeUp();
        run();
        assertThat(loop.counters().value(RtpCounter.FRAME_WITHOUT_CALL)).isEqualTo(4);
    }

    @Test
    void shouldRecordHowLateEachFrameIs() {
        Call call = new Call(0, 0);
        loop.register(call);
        publish(0, call.handle, 1);
        publish(0, call.handle, 2);
        loop.egress(0).wakeUp();
        run();
        assertThat(loop.out().lateness().total().getTotalCount()).isEqualTo(2);
        publish(0, call.handle, 3);
        nowNs += 5_000_000;
        loop.egress(0).wakeUp();
        run();
        assertThat(loop.out().lateness().total().getMaxValue()).isBetween(5_100_000L, 5_400_000L);
        publish(0, call.handle, 4);
        nowNs -= 10_000_000;
        loop.egress(0).wakeUp();
        run();
        assertThat(loop.out().lateness().total().getMinValue())
                .as("an early frame is not late")
                .isZero();
        assertThat(loop.out().lateness().total().getTotalCount()).isEqualTo(4);
    }

    @Test
    void shouldSurviveADefectInOneCall() {
        Call broken = new Call(0, 0);
        broken.throwing = true;
        Call healthy = new Call(1, 0);
        loop.register(broken);
        loop.register(healthy);
        publish(0, broken.handle, 1);
        publish(0, healthy.handle, 2);
        loop.egress(0).wakeUp();
        run();
        loop.onTimer(nowNs);
        assertThat(healthy.frames).containsExactly(2L);
        assertThat(healthy.timers).isEqualTo(1);
        assertThat(loop.counters().value(RtpCounter.HANDLER_ERROR)).isEqualTo(2);
    }

    @Test
    void shouldGiveWayAfterOneRingful() {
        Call call = new Call(0, 0);
        loop.register(call);
        for (int i = 0; i < 8; i++) {
            publish(0, call.handle, i);
        }
        loop.egress(0).wakeUp();
        queue.poll().run();
        assertThat(call.frames).hasSize(8);
        assertThat(queue).hasSize(1);
        publish(0, call.handle, 8);
        run();
        assertThat(call.frames).hasSize(9);
        assertThat(queue).isEmpty();
    }

    @Test
    void shouldNotFailTheLaneWhenTheLoopHasEnded() {
        ended = true;
        publish(0, CallHandle.of(0, 0), 1);
        loop.egress(0).wakeUp();
        assertThat(queue).isEmpty();
    }
}
