package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.codec.G722;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.tone.Tone;
import io.sidetone.audio.wav.Wav;
import io.sidetone.tools.softphone.measure.AgentStream;
import io.sidetone.tools.softphone.measure.StereoRecording;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A line of 16 kHz under an RTP clock of 8 kHz. */
class WidebandLineTest {
    private static final int RATE_HZ = 16_000;
    private static final long FRAME_NS = 20_000_000;

    private long at;
    private final PacketLog log = new PacketLog();
    private final CallerTrack track = new CallerTrack();
    private final CallerSender sender =
            new CallerSender(new LineFormat(new G722(), LineFormat.G722, 101), 5, packet -> log.add(packet, at), track);

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            sender.step(at);
            at += FRAME_NS;
        }
    }

    private static CallerSound tone(int sampleRateHz, double hz, int ms) {
        short[] pcm = new short[sampleRateHz / 1_000 * ms];
        Tone.sine(hz, sampleRateHz, -15).fill(pcm, 0, pcm.length);
        return new CallerSound("tone", sampleRateHz, pcm);
    }

    private static double part(short[] pcm, int from, int to, double hz) {
        double c = 0;
        double s = 0;
        for (int i = from; i < to; i++) {
            c += pcm[i] * Math.cos(2 * Math.PI * hz * i / RATE_HZ);
            s += pcm[i] * Math.sin(2 * Math.PI * hz * i / RATE_HZ);
        }
        return 2 * Math.hypot(c, s) / (to - from);
    }

    @Test
    void shouldSendAndRecordWidebandWithTimestampsOfTheRtpClock() {
        sender.play(tone(RATE_HZ, 6_000, 1_000));
        steps(60);
        for (int i = 1; i < log.size(); i++) {
            assertThat(log.payloadType(i)).isEqualTo(9);
            assertThat(log.timestamp(i) - log.timestamp(i - 1)).isEqualTo(160);
        }
        Wav wav = StereoRecording.of(RATE_HZ, track, log).wav();
        assertThat(wav.sampleRateHz()).isEqualTo(RATE_HZ);
        assertThat(wav.samples()).isEqualTo(60 * 320);
        double peak = 32_768 * Math.sqrt(2) * Math.pow(10, -15 / 20.0);
        assertThat(part(wav.channel(0), 3_200, 12_800, 6_000)).isBetween(0.99 * peak, 1.01 * peak);
        assertThat(part(wav.channel(1), 3_200, 12_800, 6_000)).isBetween(0.9 * peak, 1.1 * peak);
        assertThat(AgentStream.of(log, RATE_HZ).packets().subList(2, 48)).allMatch(AgentStream.Packet::voiced);
    }

    @Test
    void shouldConvertASoundOfAnotherRate() {
        sender.play(tone(8_000, 1_000, 1_000));
        steps(60);
        Wav wav = StereoRecording.of(RATE_HZ, track, log).wav();
        double peak = 32_768 * Math.sqrt(2) * Math.pow(10, -15 / 20.0);
        assertThat(part(wav.channel(1), 3_200, 12_800, 1_000)).isBetween(0.95 * peak, 1.05 * peak);
        assertThat(Level.isAgentAudio(wav.channel(1), 18_000, 320)).isFalse();
    }

    @Test
    void shouldPressKeysInUnitsOfTheRtpClock() {
        sender.dial("1");
        steps(8);
        assertThat(log.timestamp(7)).isEqualTo(log.timestamp(0));
        steps(10);
        assertThat(log.timestamp(log.size() - 1) - log.timestamp(0)).isEqualTo(17 * 160);
    }

    @Test
    void shouldHearBothRatesAndAnotherSourceAtTheRateAskedFor() {
        G722 agent = new G722();
        Tone wide = Tone.sine(2_000, RATE_HZ, -15);
        Tone narrow = Tone.sine(2_000, 8_000, -15);
        short[] pcm = new short[320];
        for (int i = 0; i < 60; i++) {
            ByteBuffer packet = ByteBuffer.allocate(172);
            boolean law = i >= 20 && i < 40;
            packet.putShort((short) (law ? 0x8000 : 0x8009))
                    .putShort((short) i)
                    .putInt(160 * i)
                    .putInt(i < 40 ? 1 : 2);
            if (law) {
                narrow.fill(pcm, 0, 160);
                G711.PCMU.encode(pcm, 0, 160, packet.array(), 12);
            } else {
                agent = i == 40 ? new G722() : agent;
                wide.fill(pcm, 0, 320);
                agent.encode(pcm, 0, 320, packet.array(), 12);
            }
            log.add(packet.position(172).flip(), i * FRAME_NS);
        }
        short[] heard =
                StereoRecording.of(RATE_HZ, new CallerTrack(), log).wav().channel(1);
        double peak = 32_768 * Math.sqrt(2) * Math.pow(10, -15 / 20.0);
        assertThat(heard).hasSize(60 * 320);
        for (int second = 0; second < 3; second++) {
            int from = second * 6_400;
            assertThat(part(heard, from + 640, from + 6_000, 2_000)).isBetween(0.95 * peak, 1.05 * peak);
        }
        AgentDecoder decoder = new AgentDecoder(log, 8_000);
        short[] out = new short[AgentDecoder.MAX_SAMPLES];
        for (int i = 0; i < 60; i++) {
            assertThat(decoder.decode(i, out)).isEqualTo(160);
        }
    }
}
