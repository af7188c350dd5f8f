package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
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
    private static final int ENGINES_MS = TRANSCRIPT_MS + MODEL_MS + VOICE_MS;

    /** The detector makes a sound so much longer. */
    private static final long HANGOVER_MS = 140;

    /** Two frames: what is said is heard and sent in steps of 20 ms. */
    private static final long MAX_ADDED_MS = 40;

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
    @Tag("ITE-PERF-001")
    @Tag("ITE-PERF-001.a")
    @Tag("ITE-GUD-002")
    @Tag("ITE-GUD-002.a")
    void shouldAddLittleToWhatTheEnginesTakeWhenTheCallersTurnIsOver() {
        double silenceMs = 0;
        double addedMs = 0;
        for (int seed = 1; seed <= DIALOGS; seed++) {
            Dialog dialog = new Dialog();
            Response response = dialog.response(seed);
            assertThat(response.addedMs())
                    .as("ms that the engine adds, dialog %d", seed)
                    .isBetween(0L, MAX_ADDED_MS);
            long wholeMs = response.silenceMs() + ENGINES_MS + response.addedMs();
            assertThat(response.recordedMs())
                    .as("recorded: end-of-turn silence, engines and what is added, dialog %d", seed)
                    .isBetween(wholeMs - HANGOVER_MS, wholeMs);
            silenceMs += response.silenceMs();
            addedMs += response.addedMs();
        }
        System.out.printf(
                "speech stop to assistant start, mean of %d: end-of-turn silence %.0f ms, engines %d ms, added %.1f ms%n",
                DIALOGS, silenceMs / DIALOGS, ENGINES_MS, addedMs / DIALOGS);
        assertThat(silenceMs / DIALOGS)
                .as("end-of-turn silence as the policy has it")
                .isBetween(
                        (double) TurnPolicy.DEFAULT.endSilenceMs()
                                - TurnPolicy.DEFAULT.number(PolicyNumber.END_SILENCE_SOONER),
                        (double) TurnPolicy.DEFAULT.endSilenceMs()
                                + TurnPolicy.DEFAULT.number(PolicyNumber.END_SILENCE_LATER));
        assertThat(ENGINES_MS + addedMs / DIALOGS).as("ITE section 6").isLessThanOrEqualTo(300);
    }

    /** What one turn took, in ms; {@code recordedMs} as the metrics have it. */
    private record Response(long silenceMs, long addedMs, long recordedMs) {}

    private static final class Dialog extends CallScenario {
        /** Returns the milliseconds of agent audio after the caller's onset. */
        int interruption(int afterMs, long seed) {
            givenSpeaking(2_800);
            call.hear(quiet, afterMs);
            rig.sent.clear();
            call.hear(CallerVoice.talking(seed), 700);
            assertThat(call.record.statistics().bargeIns()).isEqualTo(1);
            int voiced = 0;
            for (LaneRig.Sent frame : rig.sent) {
                voiced += frame.silence() ? 0 : 20;
            }
            return voiced;
        }

        /** One turn: what the caller's silence took, and what was not the engines' between the decision and the voice. */
        Response response(long seed) {
            givenIdleAfterGreeting();
            call.hear(CallerVoice.talking(seed), 600);
            long spokenNs = rig.nowNs;
            while (call.state() != FloorState.FINALIZING) {
                call.hear(quiet, 20);
            }
            long stopNs = rig.moves.get(rig.moves.size() - 1).nowNs();
            call.hear(quiet, TRANSCRIPT_MS);
            engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
            rig.poll();
            call.hear(quiet, MODEL_MS);
            engines.llm.say("From nine to five.");
            rig.poll();
            call.hear(quiet, VOICE_MS);
            rig.sent.clear();
            speakClause(0, 400, null);
            call.hear(quiet, 40);
            assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
            assertThat(rig.sent).anyMatch(frame -> !frame.silence());
            long startNs = rig.moves.get(rig.moves.size() - 1).nowNs();
            long recordedNs = (long) rig.metrics().turnResponse.total().getMean();
            long sinceStopMs = (startNs - stopNs) / LaneRig.MS;
            return new Response((stopNs - spokenNs) / LaneRig.MS, sinceStopMs - ENGINES_MS, recordedNs / LaneRig.MS);
        }
    }
}
