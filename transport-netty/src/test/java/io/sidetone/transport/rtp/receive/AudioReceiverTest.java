package io.sidetone.transport.rtp.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AudioReceiverTest {
    private static final long MS = 1_000_000L;
    private static final byte TONE = 0x10;

    private final List<Long> positions = new ArrayList<>();
    private final List<short[]> frames = new ArrayList<>();
    private final RtpCounters counters = new RtpCounters();
    private final AudioReceiver receiver = new AudioReceiver(
            new ReceiveWork(),
            8000,
            new MediaSink() {
                @Override
                public boolean onAudio(
                        short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
                    positions.add(streamSamples);
                    frames.add(Arrays.copyOfRange(pcm, offset, offset + samples));
                    return true;
                }

                @Override
                public void onFirstMedia(long nowNs) {}

                @Override
                public void onRefused(InetSocketAddress source, InetSocketAddress announced, long nowNs) {}

                @Override
                public void onAlive(long nowNs) {}

                @Override
                public void bridge(LanePublisher other) {}

                @Override
                public void onFarDelay(int delayMs, long nowNs) {}

                @Override
                public void onDigit(char digit, int durationMs, long nowNs) {}
            },
            counters);
    private final byte[] payload = new byte[1500];
    private long nowMs;

    private void packet(int timestamp, int ms) {
        Arrays.fill(payload, TONE);
        receiver.onPayload(G711.PCMU, timestamp, payload, ms * 8, nowMs * MS);
        nowMs += ms;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 30, 40, 60})
    void shouldMakeTheSameFramesOfAnyPacketLength(int ms) {
        for (int i = 0; i < 1200 / ms; i++) {
            packet(7 + i * ms * 8, ms);
        }
        assertThat(positions).hasSize(60);
        for (int i = 0; i < 60; i++) {
            assertThat(positions.get(i)).isEqualTo(i * 160L);
            assertThat(frames.get(i)).containsOnly(G711.PCMU.level(TONE));
        }
    }

    @Test
    void shouldCompleteAnUnfinishedFrameWithSilenceBeforeAGap() {
        packet(0, 30);
        nowMs += 30;
        packet(480, 30);
        assertThat(positions).containsExactly(0L, 160L, 480L);
        short[] completed = frames.get(1);
        assertThat(Arrays.copyOfRange(completed, 0, 80)).containsOnly(G711.PCMU.level(TONE));
        assertThat(Arrays.copyOfRange(completed, 80, 160)).containsOnly((short) 0);
    }

    @Test
    void shouldFillAGapThatIsShorterThanTheUnfinishedFrame() {
        packet(0, 10);
        packet(120, 10);
        packet(200, 10);
        assertThat(positions).containsExactly(0L);
        assertThat(Arrays.copyOfRange(frames.get(0), 80, 120)).containsOnly((short) 0);
        assertThat(Arrays.copyOfRange(frames.get(0), 120, 160)).containsOnly(G711.PCMU.level(TONE));
        assertThat(receiver.streamSamples()).isEqualTo(280);
    }

    @Test
    void shouldFollowTheTimestampOverALongPause() {
        packet(0, 20);
        nowMs += 600_000;
        packet(160 + 600_000 * 8, 20);
        assertThat(positions).containsExactly(0L, 160L + 4_800_000L);
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldDisbelieveATimestampFarAheadOfTime() {
        packet(0, 20);
        packet(160 + 6 * 8000, 20);
        packet(160 + 6 * 8000 + 160, 20);
        assertThat(positions).containsExactly(0L, 160L, 320L);
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isEqualTo(1);
    }

    @Test
    void shouldNeverGoBack() {
        packet(100_000, 20);
        packet(50_000, 20);
        packet(50_160, 20);
        packet(50_240, 20);
        assertThat(positions).containsExactly(0L, 160L, 320L, 480L);
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isEqualTo(2);
    }

    @Test
    void shouldGoOnByArrivalAfterARestart() {
        packet(0, 20);
        nowMs += 500;
        receiver.restart();
        packet(123_456, 20);
        assertThat(positions).containsExactly(0L, 160L + 4000L);
        assertThat(counters.value(RtpCounter.TIMESTAMP_JUMP)).isZero();
    }

    @Test
    void shouldIgnoreAnEmptyPayload() {
        packet(0, 20);
        receiver.onPayload(G711.PCMU, 99_999, payload, 0, nowMs * MS);
        packet(160, 20);
        assertThat(positions).containsExactly(0L, 160L);
    }

    @Test
    void shouldTolerateAClockThatRunsFast() {
        for (int i = 0; i < 20_000; i++) {
            Arrays.fill(payload, TONE);
            receiver.onPayload(G711.PCMU, i * 160, payload, 160, i * (20 * MS - 20 * MS / 1000));
        }
        assertThat(positions).hasSize(20_000);
    }
}
