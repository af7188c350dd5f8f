package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.playout.HoldMusic;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller hears who waits for us; each call is replayed afterwards. */
class HoldMusicScenarioTest extends CallScenario {
    private static final int LOUD = 8_000;

    @BeforeEach
    void givenMusic() {
        short[] tone = new short[20_000];
        for (int i = 0; i < tone.length; i++) {
            tone[i] = (short) (LOUD * StrictMath.sin(2 * StrictMath.PI * 300.7 * i / 16_000));
        }
        rig.holdMusic = new HoldMusic(Wav.mono(16_000, tone)).at(RATE);
    }

    private void hold(int request, boolean on) {
        call.publish(LaneEventType.HOLD_REQUEST, 0, on ? 1 : 0, null);
        call.progress(request, 200, true);
        rig.sent.clear();
    }

    private List<LaneRig.Sent> sentIn(long ms) {
        rig.sent.clear();
        rig.advance(ms);
        return List.copyOf(rig.sent);
    }

    @Test
    void shouldPlayTheLoopWithoutAClickWhileWeHold() {
        givenIdleAfterGreeting();
        hold(0, true);
        List<LaneRig.Sent> music = sentIn(5_000);
        assertThat(music).hasSize(250).allMatch(frame -> !frame.silence() && frame.token() == Token.UNFENCED);
        assertThat(music)
                .extracting(LaneRig.Sent::marker)
                .startsWith(true)
                .filteredOn(marker -> marker)
                .hasSize(1);
        int before = 0;
        int steepest = 0;
        for (LaneRig.Sent frame : music) {
            for (short sample : frame.pcm()) {
                steepest = Math.max(steepest, Math.abs(sample - before));
                before = sample;
            }
        }
        // A sine of this pitch rises by 1,890 a sample at most; two that are blended hardly more.
        assertThat(steepest).isBetween(1_700, 2_400);
        hold(1, false);
        assertThat(sentIn(200)).hasSize(10).allMatch(LaneRig.Sent::silence);
    }

    @Test
    void shouldSendNothingWhileTheCallerHoldsUsToo() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.HOLD, 0, 1, null);
        assertThat(sentIn(200)).isEmpty();
        hold(0, true);
        assertThat(sentIn(200)).isEmpty();
        call.publish(LaneEventType.HOLD, 0, 0, null);
        assertThat(sentIn(200)).hasSize(10).noneMatch(LaneRig.Sent::silence);
    }

    @Test
    void shouldPlayWhileAPersonIsCalledWhereTheAgentIsSilent() {
        givenSpeaking(1_000);
        call.publish(LaneEventType.TRANSFER_REQUEST, 0, 0, "sip:desk@example.com");
        assertThat(sentIn(800)).allMatch(frame -> frame.token() != Token.UNFENCED);
        rig.advance(400);
        assertThat(sentIn(400)).hasSize(20).allMatch(frame -> !frame.silence() && frame.token() == Token.UNFENCED);
        call.progress(0, 603, true);
        assertThat(sentIn(400)).hasSize(20).allMatch(LaneRig.Sent::silence);
    }

    @Test
    void shouldSendNothingOnHoldWhenThereIsNoMusic() {
        rig.holdMusic = List.of();
        givenIdleAfterGreeting();
        hold(0, true);
        assertThat(sentIn(200)).isEmpty();
    }
}
