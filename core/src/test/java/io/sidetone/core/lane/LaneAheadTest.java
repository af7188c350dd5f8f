package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.sidetone.core.metrics.LaneCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** What a lane takes before other events, and between two calls of a tick. */
class LaneAheadTest {
    private static final int CALLS = 12;
    private static final long CLOCK_STEP_NS = 10_000;

    private final List<String> seen = new ArrayList<>();
    private final CallTable table = new CallTable(CALLS + 4, 1);
    private final RingBuffer<LaneEvent> ring = RingBuffer.createMultiProducer(LaneEvent::new, 64);
    private final EventPoller<LaneEvent> poller = ring.newPoller();
    private final List<Admission> calls = new ArrayList<>();
    private boolean urgent;
    private boolean brokenOpen;
    private Runnable whenFirstIsTicked = () -> {};
    private Runnable whenSecondIsTicked = () -> {};
    private Runnable whenKeyed = () -> {};
    private long nowNs;

    private final LaneHandler handler = new LaneHandler(
            0,
            1,
            table,
            (open, sequence, admission, metrics, clock) -> call(admission),
            () -> nowNs += CLOCK_STEP_NS,
            new RingAhead(ring, this::takeUrgent));

    /** Says that something cannot wait, as the wake-up of a lane does. */
    private final LaneWake wake = new LaneWake() {
        @Override
        public void atOnce(long atNs) {
            urgent = true;
        }

        @Override
        public void now(long atNs) {}

        @Override
        public void soon(long atNs) {}
    };

    LaneAheadTest() throws Exception {
        ring.addGatingSequences(poller.getSequence());
        for (int i = 0; i < CALLS; i++) {
            calls.add(open());
        }
        handleAll();
        seen.clear();
    }

    private boolean takeUrgent() {
        boolean was = urgent;
        urgent = false;
        return was;
    }

    private LaneCall call(Admission admission) {
        if (brokenOpen) {
            throw new IllegalStateException("no call can be made");
        }
        return new NotedCall(admission);
    }

    private Admission open() {
        Admission admission =
                table.claim(handle -> new LanePublisher(ring, wake, handle, new LongAdder(), new LongAdder()));
        publish(admission, LaneEventType.OPEN);
        return admission;
    }

    private void publish(Admission admission, LaneEventType type) {
        admission.publisher().publish(type, 0, 0, 0, null, 0);
    }

    private void tick(long number) {
        long sequence = ring.next();
        LaneEvent event = ring.get(sequence);
        event.type = LaneEventType.TICK;
        event.a = number;
        ring.publish(sequence);
    }

    private void handleAll() throws Exception {
        while (poller.poll((event, sequence, endOfBatch) -> {
                    handler.onEvent(event, sequence, endOfBatch);
                    return true;
                })
                == EventPoller.PollState.PROCESSING) {
            assertThat(seen).hasSizeLessThan(1_000);
        }
    }

    @Test
    void shouldTakeAnEventBetweenTwoCallsOfATick() throws Exception {
        whenFirstIsTicked = () -> publish(calls.get(1), LaneEventType.DIGIT);
        tick(0);
        handleAll();
        assertThat(seen).containsExactly("0 TICK", "1 DIGIT", "4 TICK", "8 TICK");
    }

    @Test
    void shouldLetACallHaveItsTickBeforeItsEvent() throws Exception {
        whenFirstIsTicked = () -> {
            publish(calls.get(8), LaneEventType.DIGIT);
            publish(calls.get(0), LaneEventType.DIGIT);
        };
        tick(0);
        handleAll();
        assertThat(seen).containsExactly("0 TICK", "8 TICK", "8 DIGIT", "0 DIGIT", "4 TICK");
    }

    @Test
    void shouldLeaveBehindATickWhatIsOfACallThatHasAPartOfIt() throws Exception {
        whenFirstIsTicked = () -> {
            whenFirstIsTicked = () -> {};
            audio(2);
            publish(calls.get(1), LaneEventType.DIGIT);
            tick(4);
            publish(calls.get(4), LaneEventType.DIGIT);
            publish(calls.get(3), LaneEventType.DIGIT);
        };
        tick(0);
        handleAll();
        assertThat(seen)
                .containsExactly(
                        "0 TICK", "1 DIGIT", "3 DIGIT", "4 TICK", "8 TICK", "2 AUDIO", "4 TICK", "4 DIGIT", "0 TICK",
                        "8 TICK");
    }

    @Test
    void shouldTakeWhatWasNotYetPublishedAsSoonAsItIs() throws Exception {
        long[] gap = new long[1];
        whenFirstIsTicked = () -> {
            gap[0] = ring.next();
            publish(calls.get(1), LaneEventType.DIGIT);
        };
        whenSecondIsTicked = () -> {
            LaneEvent event = ring.get(gap[0]);
            event.type = LaneEventType.ANSWERED;
            event.handle = calls.get(2).handle();
            ring.publish(gap[0]);
        };
        tick(0);
        handleAll();
        assertThat(seen).containsExactly("0 TICK", "4 TICK", "1 DIGIT", "8 TICK", "2 ANSWERED");
    }

    @Test
    void shouldServeAllCallsOfATickWhenAnEventFailsOutsideItsCall() throws Exception {
        whenFirstIsTicked = () -> {
            brokenOpen = true;
            publish(open(), LaneEventType.DIGIT);
        };
        tick(0);
        assertThatThrownBy(this::handleAll).hasRootCauseMessage("no call can be made");
        assertThat(seen).containsExactly("0 TICK", "4 TICK", "8 TICK");

        LaneEvent digit = new LaneEvent();
        digit.type = LaneEventType.DIGIT;
        digit.handle = calls.get(1).handle();
        handler.onEvent(digit, ring.getCursor() + 1, true);
        assertThat(handler.metrics().laneCycle.total().getMinValue())
                .as("the shortest time of an event, in ns")
                .isGreaterThan(CLOCK_STEP_NS / 2);
    }

    @Test
    void shouldTakeFramesThatCanWaitAfterTheTick() throws Exception {
        whenFirstIsTicked = () -> audio(2);
        tick(0);
        handleAll();
        assertThat(seen).containsExactly("0 TICK", "4 TICK", "8 TICK", "2 AUDIO");
    }

    @Test
    void shouldTakeAKeyBeforeFramesOfOtherCallsAndAfterThoseOfItsOwn() throws Exception {
        audio(2);
        audio(1);
        audio(3);
        publish(calls.get(1), LaneEventType.DIGIT);
        handleAll();
        assertThat(seen).containsExactly("1 AUDIO", "1 DIGIT", "2 AUDIO", "3 AUDIO");
    }

    @Test
    void shouldServeTheTickWhenACallSendsOneKeyAfterTheOther() throws Exception {
        int[] keys = new int[1];
        whenKeyed = () -> {
            if (keys[0]++ < 20) {
                publish(calls.get(1), LaneEventType.DIGIT);
            }
        };
        whenFirstIsTicked = whenKeyed;
        tick(0);
        handleAll();
        assertThat(seen)
                .startsWith("0 TICK", "1 DIGIT", "4 TICK", "1 DIGIT", "8 TICK", "1 DIGIT")
                .hasSize(23);
    }

    @Test
    void shouldKeepTheOrderOfEachCallWhateverComes() throws Exception {
        long seed = Long.getLong("sidetone.seed", 20261130L);
        System.out.println("LaneAheadTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<List<String>> published = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            published.add(new ArrayList<>());
        }
        whenFirstIsTicked = () -> somebody(random, published);
        whenSecondIsTicked = () -> somebody(random, published);
        for (int tick = 0; tick < 2_000; tick++) {
            for (int i = random.nextInt(8); i > 0; i--) {
                somebody(random, published);
            }
            tick(4 * tick);
            for (int call = 0; call < CALLS; call += 4) {
                published.get(call).add("TICK");
            }
            for (int i = random.nextInt(8); i > 0; i--) {
                somebody(random, published);
            }
            if (random.nextInt(3) > 0) {
                handleAll();
                for (int call = 0; call < CALLS; call++) {
                    String name = call + " ";
                    assertThat(seen.stream().filter(each -> each.startsWith(name)))
                            .as("call %d, seed %d", call, seed)
                            .containsExactlyElementsOf(published.get(call).stream()
                                    .map(name::concat)
                                    .toList());
                    published.get(call).clear();
                }
                seen.clear();
            }
        }
    }

    private void somebody(SplittableRandom random, List<List<String>> published) {
        int call = random.nextInt(CALLS);
        if (ring.remainingCapacity() < 16) {
            return;
        }
        if (random.nextInt(4) == 0) {
            publish(calls.get(call), LaneEventType.DIGIT);
            published.get(call).add("DIGIT");
        } else {
            audio(call);
            published.get(call).add("AUDIO");
        }
    }

    private void audio(int call) {
        calls.get(call).publisher().offerAudio(new short[160], 0, 160, 8_000, 0, 0);
    }

    @Test
    void shouldGiveACallThatCameMeanwhileNoPartOfTheTick() throws Exception {
        whenFirstIsTicked = () -> {
            whenFirstIsTicked = () -> {};
            publish(open(), LaneEventType.DIGIT);
            tick(4);
        };
        tick(0);
        handleAll();
        assertThat(seen)
                .containsExactly(
                        "0 TICK", "12 OPEN", "12 DIGIT", "4 TICK", "8 TICK", "0 TICK", "4 TICK", "8 TICK", "12 TICK");
        assertThat(handler.metrics().value(LaneCounter.STRAY_EVENTS)).isZero();
    }

    private final class NotedCall implements LaneCall {
        private final int index;
        private long last = -1;

        NotedCall(Admission admission) {
            index = CallHandle.index(admission.handle());
        }

        private void note(String what, long sequence) {
            assertThat(sequence).as("the order in the ring").isGreaterThan(last);
            last = sequence;
            seen.add(index + " " + what);
        }

        @Override
        public void open(long sequence, long now) {
            note("OPEN", sequence);
        }

        @Override
        public void onEvent(LaneEvent event, long sequence) {
            note(event.type().name(), sequence);
            if (event.type() == LaneEventType.DIGIT) {
                whenKeyed.run();
            }
        }

        @Override
        public void onTick(long deadlineNs, long now, long sequence) {
            note("TICK", sequence);
            if (index == 0) {
                whenFirstIsTicked.run();
            } else if (index == 4) {
                whenSecondIsTicked.run();
            }
        }

        @Override
        public void fault(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void handled() {}

        @Override
        public boolean ended() {
            return false;
        }

        @Override
        public void closed() {}
    }
}
