package io.sidetone.tools.softphone.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.wav.Wav;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.wire.CallerSender;
import io.sidetone.tools.softphone.wire.CallerTrack;
import io.sidetone.tools.softphone.wire.LineFormat;
import io.sidetone.tools.softphone.wire.PacketLog;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StereoRecordingTest {
    private static final long MS = 1_000_000;
    private static final short LOUD = 16_000;

    private final CallerTrack caller = new CallerTrack();
    private final CallerSender sender = new CallerSender(new LineFormat(G711.PCMU, 0, 101), 3, packet -> true, caller);
    private final PacketLog agent = new PacketLog();

    private void agentPacket(int timestamp, double arrivalMs, boolean loud) {
        short[] pcm = new short[160];
        Arrays.fill(pcm, loud ? LOUD : 0);
        byte[] payload = new byte[160];
        G711.PCMU.encode(pcm, 0, 160, payload, 0);
        ByteBuffer packet = ByteBuffer.allocate(172);
        packet.putShort((short) 0x8000).putShort((short) 0).putInt(timestamp).putInt(1);
        agent.add(packet.put(payload).flip(), Math.round(arrivalMs * MS));
    }

    private void callerFrames(long firstMs, int loudFrame, int frames) {
        short[] pcm = new short[160];
        Arrays.fill(pcm, LOUD);
        for (int i = 0; i < frames; i++) {
            if (i == loudFrame) {
                sender.play(new CallerSound("a", pcm));
            }
            sender.step((firstMs + 20L * i) * MS);
        }
    }

    private static int firstLoud(Wav wav, int channel) {
        for (int i = 0; i < wav.samples(); i++) {
            if (wav.sample(channel, i) > LOUD / 2) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void shouldPutBothSidesWhereTheyWereOnTheWireWhenOneBeginsLater() {
        callerFrames(1_000, 50, 100);
        for (int i = 0; i < 100; i++) {
            agentPacket(160 * i, 1_037.5 + 20 * i, i == 30);
        }

        StereoRecording recording = StereoRecording.of(8_000, caller, agent);

        assertThat(recording.originNs()).isEqualTo(1_000 * MS);
        assertThat(recording.wav().sampleRateHz()).isEqualTo(8_000);
        assertThat(firstLoud(recording.wav(), 0)).isEqualTo(50 * 160);
        assertThat(firstLoud(recording.wav(), 1)).isEqualTo((int) ((37.5 + 600) * 8));
    }

    @Test
    void shouldLeaveNoScarsWhenPacketsComeUnevenlyAndInDisorder() {
        callerFrames(0, -1, 20);
        for (int i = 0; i < 50; i++) {
            agentPacket(160 * (i % 2 == 0 ? i + 1 : i - 1), 20 * i + (i % 3) * 9, true);
        }

        short[] right = StereoRecording.of(8_000, caller, agent).wav().channel(1);

        int holes = 0;
        for (int i = firstLoud(Wav.mono(8_000, right), 0); i < right.length; i++) {
            holes += right[i] < LOUD / 2 ? 1 : 0;
        }
        assertThat(holes).isZero();
    }

    @Test
    void shouldKeepTheTimestampsPlaceWhenTheMachineStoodStill() {
        callerFrames(0, -1, 100);
        for (int i = 0; i < 100; i++) {
            agentPacket(160 * i, i < 20 || i > 29 ? 20 * i : 600, i == 25 || i == 50);
        }

        assertLoudPackets(StereoRecording.of(8_000, caller, agent), 25, 50);
    }

    /** A cold process reads its first packets late and all at once; the clock of the agent has not moved. */
    @Test
    void shouldKeepTheTimestampsPlaceWhenTheFirstPacketsWereReadLate() {
        callerFrames(200, -1, 100);
        for (int i = 0; i < 100; i++) {
            agentPacket(160 * i, Math.max(400, 20 * i), i == 5 || i == 30 || i == 50);
        }

        StereoRecording recording = StereoRecording.of(8_000, caller, agent);

        assertThat(recording.originNs()).isZero();
        assertLoudPackets(recording, 5, 30, 50);
    }

    @Test
    void shouldKeepTheTimestampsPlaceWhenTheMachineStoodStillForLong() {
        callerFrames(0, -1, 100);
        for (int i = 0; i < 200; i++) {
            agentPacket(160 * i, i < 20 || i > 110 ? 20 * i : 2_200, i == 25 || i == 100 || i == 150);
        }

        assertLoudPackets(StereoRecording.of(8_000, caller, agent), 25, 100, 150);
    }

    @Test
    void shouldKeepTheTimestampsPlaceWhenTheMachineStoodStillAtTheEnd() {
        callerFrames(0, -1, 100);
        for (int i = 0; i < 100; i++) {
            agentPacket(160 * i, i < 20 ? 20 * i : 1_980, i == 25);
        }

        assertLoudPackets(StereoRecording.of(8_000, caller, agent), 25);
    }

    /** By 300 ms ahead, and by as much back. */
    @ParameterizedTest
    @ValueSource(ints = {2_400, -2_400})
    void shouldFollowTheArrivalFromTheFirstPacketOnWhenTheClockMovedALittle(int moved) {
        callerFrames(0, -1, 200);
        for (int i = 0; i < 200; i++) {
            agentPacket(160 * i + (i < 100 ? 0 : moved), 20 * i, i == 30 || i == 101 || i == 150);
        }

        assertLoudPackets(StereoRecording.of(8_000, caller, agent), 30, 101, 150);
    }

    private static void assertLoudPackets(StereoRecording recording, Integer... packets) {
        short[] right = recording.wav().channel(1);
        for (int i = 0; i < right.length; i++) {
            assertThat(right[i] > LOUD / 2)
                    .as("sample %d", i)
                    .isEqualTo(List.of(packets).contains(i / 160));
        }
    }

    @Test
    void shouldFollowTheArrivalWhenTheTimestampsJump() {
        callerFrames(0, -1, 200);
        for (int i = 0; i < 50; i++) {
            agentPacket(160 * i, 20 * i, false);
        }
        agentPacket(1_000_000, 2_000, true);

        assertThat(firstLoud(StereoRecording.of(8_000, caller, agent).wav(), 1)).isEqualTo(16_000);
    }

    @Test
    void shouldHoldOneSideWhenTheOtherNeverSpoke() {
        callerFrames(0, 1, 10);

        assertThat(StereoRecording.of(8_000, caller, agent).wav().samples()).isEqualTo(1_600);
        assertThat(StereoRecording.of(8_000, new CallerTrack(), new PacketLog())
                        .wav()
                        .samples())
                .isZero();
    }
}
