package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("CARD-04")
class LanePublisherTest {
    private final RingBuffer<LaneEvent> ring = RingBuffer.createMultiProducer(LaneEvent::new, 64);
    private final EventPoller<LaneEvent> poller = ring.newPoller();
    private final LongAdder refused = new LongAdder();
    private final LongAdder pending = new LongAdder();
    private final List<String> wakes = new ArrayList<>();
    private final LanePublisher publisher = new LanePublisher(ring, new Wakes(), 1, refused, pending);
    private final short[] frame = new short[160];

    LanePublisherTest() {
        ring.addGatingSequences(poller.getSequence());
    }

    private List<String> drain() throws Exception {
        List<String> seen = new ArrayList<>();
        EventPoller.PollState state;
        do {
            state = poller.poll((event, sequence, end) -> {
                seen.add(event.type + (event.type == LaneEventType.DIGIT ? " " + event.a : ""));
                return true;
            });
        } while (state == EventPoller.PollState.PROCESSING);
        return seen;
    }

    @Test
    void shouldRefuseTheNewestAudioWhenLessThanAQuarterIsFree() {
        int taken = 0;
        while (publisher.offerAudio(frame, 0, 160, 8000, 0, 0)) {
            taken++;
        }
        assertThat(taken).isEqualTo(64 - 16 + 1);
        assertThat(refused.sum()).isEqualTo(1);
        assertThat(publisher.overflowed()).isFalse();
    }

    @Test
    void shouldRefuseEvidenceLikeAudioAndNotDoomTheCall() throws Exception {
        assertThat(publisher.offerEvidence(20, 1, 0)).isTrue();
        while (publisher.offerAudio(frame, 0, 160, 8000, 0, 0)) {
            assertThat(publisher.overflowed()).isFalse();
        }
        assertThat(publisher.offerEvidence(40, 1, 0)).isFalse();
        assertThat(refused.sum()).isEqualTo(2);
        assertThat(publisher.refusedFrames()).isEqualTo(1);
        assertThat(pending.sum()).isZero();
        assertThat(drain()).startsWith("SPEECH_EVIDENCE", "AUDIO");
    }

    @Test
    void shouldNeverRefuseControlAndKeepItsOrderWhenTheRingIsFull() throws Exception {
        for (int i = 0; i < 200; i++) {
            publisher.publish(LaneEventType.DIGIT, 0, i, 0, null, 0);
        }
        assertThat(pending.sum()).isEqualTo(200 - 64);
        List<String> seen = new ArrayList<>(drain());
        while (pending.sum() > 0) {
            publisher.flush();
            seen.addAll(drain());
        }
        publisher.publish(LaneEventType.DIGIT, 0, 200, 0, null, 0);
        seen.addAll(drain());
        assertThat(seen).hasSize(201);
        for (int i = 0; i <= 200; i++) {
            assertThat(seen.get(i)).isEqualTo("DIGIT " + i);
        }
    }

    @Test
    void shouldDoomTheCallWhenEvenTheQueueIsFull() {
        for (int i = 0; i < 64 + LanePublisher.PENDING_CAPACITY; i++) {
            publisher.publish(LaneEventType.DIGIT, 0, i, 0, null, 0);
        }
        assertThat(publisher.overflowed()).isFalse();
        publisher.publish(LaneEventType.DIGIT, 0, 0, 0, null, 0);
        assertThat(publisher.overflowed()).isTrue();
    }

    @Test
    void shouldLetTheLaneSleepForFramesAndScoresAndWakeItForEvents() {
        publisher.offerAudio(frame, 0, 160, 8_000, 0, 1);
        publisher.offerBridged(frame, 0, 160, 8_000, 0, 2);
        publisher.offerEvidence(20, 0, 3);
        publisher.publish(LaneEventType.DIGIT, 0, '1', 100, null, 4);

        assertThat(wakes).containsExactly("soon 1", "soon 2", "soon 3", "now 4");
    }

    @ParameterizedTest
    @EnumSource(LaneEventType.class)
    void shouldLetTheLaneSleepOnlyForWhatComesManyTimesASecond(LaneEventType type) {
        publisher.publish(type, 0, 0, 0, null, 5);

        boolean waits = Set.of(LaneEventType.PLAYED, LaneEventType.MEDIA_ALIVE, LaneEventType.SYNTHESIS_AUDIO)
                .contains(type);
        assertThat(wakes).containsExactly(waits ? "soon 5" : "now 5");
    }

    @Test
    void shouldWakeNobodyWhenNothingWasTaken() {
        while (publisher.offerAudio(frame, 0, 160, 8_000, 0, 1)) {
            wakes.clear();
        }

        assertThat(wakes).isEmpty();
    }

    private final class Wakes implements LaneWake {
        @Override
        public void atOnce(long nowNs) {
            now(nowNs);
        }

        @Override
        public void now(long nowNs) {
            wakes.add("now " + nowNs);
        }

        @Override
        public void soon(long nowNs) {
            wakes.add("soon " + nowNs);
        }
    }
}
