package io.sidetone.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneRig;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How quickly the engine reacts over sample dialogs, on event time. Engines answer as quickly as fast ones do. */
@Tag("ITE-PERF-001")
@Tag("ITE-GUD-002")
class ReactionTimeTest {
    private static final int DIALOGS = 20;
    private static final int TRANSCRIPT_MS = 60;
    private static final int MODEL_MS = 120;
    private static final int VOICE_MS = 80;

    @Test
    void shouldFallSilentWithin200MsOnAverageWhenTheCallerSpeaks() {
        double sumMs = 0;
        for (int seed = 1; seed <= DIALOGS; seed++) {
            Dialog dialog = new Dialog();
            int ms = dialog.interruption(new SplittableRandom(seed).nextInt(30, 110) * 20, seed);
            assertThat(ms).as("ms until silence, dialog %d", seed).isBetween(20, 250);
            sumMs += ms;
        }
        System.out.printf("speech start to interruption, mean of %d: %.0f ms%n", DIALOGS, sumMs / DIALOGS);
        assertThat(sumMs / DIALOGS).isLessThanOrEqualTo(200);
    }

    @Test
    void shouldSpeakWithin300MsOnAverageWhenTheCallersTurnIsOver() {
        double sumMs = 0;
        for (int seed = 1; seed <= DIALOGS; seed++) {
            sumMs += new Dialog().response(seed);
        }
        System.out.printf("speech stop to assistant start, mean of %d: %.0f ms%n", DIALOGS, sumMs / DIALOGS);
        assertThat(sumMs / DIALOGS).isBetween((double) TRANSCRIPT_MS + MODEL_MS + VOICE_MS, 300.0);
    }

    private static final class Dialog extends CallScenario {
        /** Returns the milliseconds of agent audio after the caller's onset. */
        int interruption(int afterMs, long seed) {
            givenSpeaking(2_800);
            call.hear(quiet, afterMs);
            rig.sent.clear();
            call.hear(CallerVoice.talking(seed), 600);
            assertThat(call.record.statistics().bargeIns()).isEqualTo(1);
            int voiced = 0;
            for (LaneRig.Sent frame : rig.sent) {
                voiced += frame.silence() ? 0 : 20;
            }
            return voiced;
        }

        /** Returns the milliseconds from the decision that the caller's turn is over to the agent's first audio. */
        long response(long seed) {
            givenIdleAfterGreeting();
            call.hear(CallerVoice.talking(seed), 600);
            while (call.state() != FloorState.FINALIZING) {
                call.hear(quiet, 20);
            }
            long stopNs = rig.moves.get(rig.moves.size() - 1).nowNs();
            call.hear(quiet, TRANSCRIPT_MS);
            engines.ears.events.finalTranscript(engines.ears.token, "opening hours please");
            rig.poll();
            call.hear(quiet, MODEL_MS);
            engines.mind.say("From nine to five.");
            rig.poll();
            call.hear(quiet, VOICE_MS);
            rig.sent.clear();
            speakClause(0, 400, null);
            call.hear(quiet, 40);
            assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
            assertThat(rig.sent).anyMatch(frame -> !frame.silence());
            return (rig.moves.get(rig.moves.size() - 1).nowNs() - stopNs) / LaneRig.MS;
        }
    }
}
