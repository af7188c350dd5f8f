package io.sidetone.tools.softphone.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.tools.softphone.wire.PlayedSound;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallReportTest {
    private static final long MS = 1_000_000;
    private static final long ANSWER_NS = 50_000 * MS;

    private final List<AgentStream.Packet> packets = new ArrayList<>();
    private int sequence = 65_500;
    private int timestamp = -4_000;
    private long atMs;

    private CallReportTest agent(boolean voiced, int ms) {
        for (int i = 0; i < ms / 20; i++) {
            packets.add(new AgentStream.Packet(ANSWER_NS + atMs * MS, sequence++ & 0xFFFF, timestamp, 7, true, voiced));
            timestamp += 160;
            atMs += 20;
        }
        return this;
    }

    private CallReport report(PlayedSound... sounds) {
        return CallReport.of(ANSWER_NS - 12 * MS, ANSWER_NS, new AgentStream(packets), List.of(sounds));
    }

    private static PlayedSound sound(String file, long onsetMs, long endMs) {
        return new PlayedSound(file, ANSWER_NS + onsetMs * MS, ANSWER_NS + endMs * MS);
    }

    @Test
    void shouldTellWhoSpokeWhenWhenTheTruthIsKnown() {
        agent(false, 100).agent(true, 1_000).agent(false, 300).agent(true, 700);
        agent(false, 1_900).agent(true, 200);

        CallReport report = report(sound("a.wav", 2_500, 3_100));

        assertThat(report.answerMs()).isEqualTo(12);
        assertThat(report.firstAgentAudioMs()).isEqualTo(100);
        assertThat(report.agentTalk())
                .containsExactly(new CallReport.Span(100, 2_080), new CallReport.Span(4_000, 4_180));
        assertThat(report.plays()).containsExactly(new CallReport.Play("a.wav", 2_500.0, 3_100.0, null, 900.0));
        assertThat(report.packetsIn()).isEqualTo(210);
        assertThat(report.packetsLost()).isZero();
    }

    @Test
    void shouldMeasureFromOnsetToLastPacketWhenTheCallerInterrupts() {
        agent(true, 1_640).agent(false, 2_000).agent(true, 1_000);

        CallReport report = report(sound("stop.wav", 1_500, 2_400), sound("more.wav", 3_700, 3_900));

        assertThat(report.plays())
                .containsExactly(
                        new CallReport.Play("stop.wav", 1_500.0, 2_400.0, 120.0, 1_240.0),
                        new CallReport.Play("more.wav", 3_700.0, 3_900.0, 920.0, null));
    }

    @Test
    void shouldNotCreditTheAnswerToAnEarlierSoundWhenTheCallerSpokeAgain() {
        agent(false, 3_000).agent(true, 500);

        CallReport report = report(sound("a", 0, 500), sound("b", 1_000, 2_000));

        assertThat(report.plays().get(0).endToNextAgentMs()).isNull();
        assertThat(report.plays().get(1).endToNextAgentMs()).isEqualTo(1_000);
    }

    @Test
    void shouldLeaveTimesOutWhenNothingHappened() {
        agent(false, 200);

        CallReport report = report(new PlayedSound("mute.wav", PlayedSound.NEVER, PlayedSound.NEVER));

        assertThat(report.firstAgentAudioMs()).isNull();
        assertThat(report.agentTalk()).isEmpty();
        assertThat(report.plays()).containsExactly(new CallReport.Play("mute.wav", null, null, null, null));
    }

    @Test
    void shouldCountMissingPacketsOnceWhenOthersAreLateOrDouble() {
        agent(true, 2_000);
        AgentStream.Packet late = packets.remove(10);
        packets.remove(40);
        packets.remove(40);
        packets.add(12, late);
        packets.add(20, packets.get(19));

        assertThat(report().packetsLost()).isEqualTo(2);
        assertThat(report().packetsIn()).isEqualTo(99);
    }

    @Test
    void shouldNotTakeARestartForLossWhenNumbersJumpOrTheSourceChanges() {
        agent(true, 200);
        sequence = 20_000;
        agent(true, 200);

        assertThat(report().packetsLost()).isZero();
    }

    @Test
    void shouldTellHowLatePacketsAreWhenTheClocksDriftApart() {
        long seed = 20_240_501;
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            double lateMs = i % 100 == 99 ? 8 : random.nextDouble() * 0.2;
            // The peer's clock is 50 ppm slow: 5 ms in the 100 s of this call.
            long arrivalNs = ANSWER_NS + Math.round((i * 20 * 1.000_05 + lateMs) * MS);
            packets.add(new AgentStream.Packet(arrivalNs, i, i * 160, 1, true, false));
        }

        Percentiles pacing = report().pacing();

        assertThat(pacing.p50()).as("seed " + seed).isBetween(0.05, 0.45);
        assertThat(pacing.p99()).isLessThan(1);
        assertThat(pacing.max()).isCloseTo(8, within(0.6));
    }
}
