package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.Caption;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneRig;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the agent says, shown as it is heard. */
@Tag("ITE-REQ-011")
class CaptionScenarioTest extends CallScenario {
    private static final String TEXT = "We are open from nine to five.";

    @Test
    void shouldShowEachWordWhenHalfOfItWasHeard() {
        givenSpeaking(2_800);
        rig.captions.clear();
        long startNs = rig.nowNs;
        for (int at = 0; at < 2_800; at += 20) {
            int before = rig.captions.size();
            call.hear(quiet, 20);
            if (rig.captions.size() > before) {
                // Sent so far, less the 60 ms that a frame takes to the caller's ear.
                long heardMs = (rig.nowNs - startNs) / LaneRig.MS - 60;
                assertThat((heardMs - 200) % 400).as("ms into a word of 400 ms").isBetween(-40L, 40L);
            }
        }
        call.hear(quiet, 400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        List<String> shown =
                rig.captions.stream().map(Caption::heard).distinct().toList();
        assertThat(shown)
                .containsExactly(
                        "We",
                        "We are",
                        "We are open",
                        "We are open from",
                        "We are open from nine",
                        "We are open from nine to",
                        TEXT);
    }

    @Test
    void shouldEndWithWhatHistorySaysWhenTheCallerInterrupts() {
        givenSpeaking(2_800);
        rig.captions.clear();
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        History.Entry cut = last(call.record.history().entries());
        assertThat(cut.interrupted()).isTrue();
        assertThat(last(rig.captions).heard()).isEqualTo(cut.text()).isNotEmpty();
        assertThat(last(rig.captions).text()).isEqualTo(TEXT);
        int shown = rig.captions.size();
        call.hear(quiet, 1_000);
        assertThat(rig.captions).as("nothing after the end of the turn").hasSize(shown);
        for (int i = 1; i < shown; i++) {
            assertThat(rig.captions.get(i).heardChars())
                    .isGreaterThanOrEqualTo(rig.captions.get(i - 1).heardChars());
        }
    }
}
