package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.lane.LanePublisher;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a sentence when the lane, or what feeds it, stands still in the middle of it. */
@Tag("CARD-04")
class HeldLaneScenarioTest extends CallScenario {
    /** Longer than any silence that ends a turn. */
    private static final int HELD_MS = 1_500;

    private static final int OTHER_CALLS = 60;
    private static final int FRAMES_OF_HELD = HELD_MS / 20;

    @Test
    void shouldHearASentenceWholeWhenTheLaneWasHeldAndItsRingHadRoom() {
        givenIdleAfterGreeting();
        call.hear(talking, 600);
        int before = engines.stt.frames;
        assertThat(call.hearUnserved(talking, HELD_MS, () -> {})).isZero();
        rig.poll();
        rig.collect();
        assertThat(engines.stt.frames - before).isEqualTo(FRAMES_OF_HELD);
        call.hear(talking, 300);
        call.hear(quiet, 1_500);
        assertThat(utterances()).as("utterances of one sentence").isEqualTo(1);
        assertThat(audioNotes()).isEmpty();
        assertThat(call.record.statistics().framesRefused()).isZero();
    }

    @Test
    void shouldCountAndTellTheFramesThatTheRingOfAHeldLaneRefused() {
        givenIdleAfterGreeting();
        call.hear(talking, 600);
        LanePublisher others = rig.claim().publisher();
        short[] frame = new short[160];
        Runnable load = () -> {
            for (int i = 0; i < OTHER_CALLS; i++) {
                others.offerAudio(frame, 0, frame.length, RATE, 0, rig.nowNs);
            }
        };
        int heldMs = 0;
        while (call.hearUnserved(talking, 20, load) == 0) {
            heldMs += 20;
        }
        int refused = 1 + call.hearUnserved(talking, HELD_MS, load);
        assertThat(heldMs)
                .as("ms until a ring of 4096 slots refuses %d calls", OTHER_CALLS)
                .isGreaterThan(735);
        assertThat(refused).isEqualTo(1 + FRAMES_OF_HELD);
        rig.poll();
        rig.collect();
        call.hear(talking, 300);
        call.hear(quiet, 1_500);
        assertThat(utterances()).as("the sentence is cut in two").isEqualTo(2);
        assertThat(audioNotes()).hasSize(1).first().asString().contains(refused + " frames");
        assertThat(call.record.statistics().framesRefused()).isEqualTo(refused);
    }

    @Test
    void shouldTellThatAudioCameLateWhenWhatFeedsTheLaneWasHeld() {
        givenIdleAfterGreeting();
        call.hear(talking, 600);
        rig.advance(HELD_MS);
        call.hear(talking, 600);
        call.hear(quiet, 1_500);
        assertThat(utterances()).as("the sentence is cut in two").isEqualTo(2);
        assertThat(audioNotes()).hasSize(1).first().asString().contains("no frame of the caller for 1520 ms");
        assertThat(call.record.statistics().framesRefused()).isZero();
    }

    private long utterances() {
        return engines.stt.asked.stream().filter("start"::equals).count();
    }

    private List<String> audioNotes() {
        return call.record.timeline().entries().stream()
                .filter(entry -> entry.kind().equals("audio"))
                .map(TimelineEntry::text)
                .toList();
    }
}
