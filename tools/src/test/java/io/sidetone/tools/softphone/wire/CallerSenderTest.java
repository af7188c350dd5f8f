package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.frame.Level;
import io.sidetone.tools.scenario.file.LineFaults;
import io.sidetone.tools.softphone.Speech;
import io.sidetone.tools.softphone.measure.AgentStream;
import io.sidetone.tools.softphone.measure.PacketLoss;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CallerSenderTest {
    private static final long FRAME_NS = 20_000_000;

    private final PacketLog sent = new PacketLog();
    private final CallerTrack track = new CallerTrack();
    private final List<Long> doneMs = new ArrayList<>();
    private final AgentDecoder decoder = new AgentDecoder(sent, 8_000);
    private CallerSender sender = sender(101);
    private boolean held;
    private long nowNs;

    private CallerSender sender(int eventPayloadType) {
        CallerSender made = new CallerSender(
                new LineFormat(G711.PCMU, 0, eventPayloadType), 42, packet -> !held && sent.add(packet, nowNs), track);
        made.onActionDone(atNs -> doneMs.add(atNs / 1_000_000));
        return made;
    }

    private static LineImpairment line(long seed, double loss, double noise) {
        return new LineImpairment(8_000, new LineFaults(loss, noise), seed, new SplittableRandom(seed));
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            sender.step(nowNs);
            nowNs += FRAME_NS;
        }
    }

    private boolean voiced(int i) {
        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        int samples = decoder.decode(i, pcm);
        return samples > 0 && Level.isAgentAudio(pcm, 0, samples);
    }

    @Test
    void shouldSendOnePacketEveryTwentyMsWithoutGapsWhenSoundsComeAndGo() {
        steps(10);
        sender.play(new CallerSound("a", Speech.sentence(1, 300)));
        steps(30);

        assertThat(sent.size()).isEqualTo(40);
        for (int i = 1; i < 40; i++) {
            assertThat(sent.sequence(i)).isEqualTo(sent.sequence(i - 1) + 1 & 0xFFFF);
            assertThat(sent.timestamp(i) - sent.timestamp(i - 1)).isEqualTo(160);
            assertThat(sent.ssrc(i)).isEqualTo(sent.ssrc(0));
            assertThat(voiced(i) && (i < 10 || i >= 25)).isFalse();
        }
        assertThat(voiced(10)).isTrue();
        assertThat(track.pcm()).hasSize(40 * 160);
    }

    @Test
    void shouldUseUpNoNumbersWhileTheCallIsOnHold() {
        steps(10);
        held = true;
        steps(20);
        held = false;
        steps(10);

        assertThat(sent.size()).isEqualTo(20);
        for (int i = 1; i < 20; i++) {
            assertThat(sent.sequence(i)).isEqualTo(sent.sequence(i - 1) + 1 & 0xFFFF);
            assertThat(sent.timestamp(i) - sent.timestamp(i - 1)).isEqualTo(i == 10 ? 21 * 160 : 160);
        }
        assertThat(PacketLoss.of(AgentStream.of(sent, 8_000))).isZero();
    }

    @Test
    void shouldTellTheRealOnsetWhenTheFileBeginsAndEndsWithSilence() {
        sender.play(
                new CallerSound("a", Speech.join(Speech.silence(500), Speech.sentence(1, 400), Speech.silence(1_000))));
        steps(120);

        assertThat(track.sounds()).containsExactly(new PlayedSound("a", 500 * 1_000_000L, 880 * 1_000_000L));
        assertThat(doneMs).containsExactly(880L);
    }

    @Test
    void shouldTellNoOnsetWhenNobodyCanHearTheSound() {
        sender.play(new CallerSound("mute", Speech.silence(100)));
        steps(20);
        sender.play(new CallerSound("empty", new short[0]));
        steps(20);

        assertThat(track.sounds()).allMatch(sound -> !sound.audible()).hasSize(2);
        assertThat(doneMs).containsExactly(80L, 400L);
    }

    @Test
    void shouldSendEventsWithOneTimestampAndThreeEndsWhenKeysArePressed() {
        List<byte[]> packets = new ArrayList<>();
        sender = new CallerSender(
                new LineFormat(G711.PCMU, 0, 101),
                42,
                packet -> {
                    byte[] copy = new byte[packet.remaining()];
                    packet.get(copy);
                    return packets.add(copy);
                },
                track);
        sender.dial("5#");
        steps(26);

        List<ByteBuffer> events = packets.stream()
                .map(ByteBuffer::wrap)
                .filter(packet -> RtpDatagram.payloadType(packet) == 101)
                .toList();
        assertThat(events).hasSize(20);
        for (int key = 0; key < 2; key++) {
            for (int i = 0; i < 10; i++) {
                ByteBuffer event = events.get(10 * key + i);
                assertThat(event.get(12)).isEqualTo((byte) (key == 0 ? 5 : 11));
                assertThat((event.get(13) & 0x80) != 0).as("end").isEqualTo(i >= 7);
                assertThat(event.getShort(14)).isEqualTo((short) (160 * Math.min(8, i + 1)));
                assertThat((event.get(1) & 0x80) != 0).as("marker").isEqualTo(i == 0);
                assertThat(RtpDatagram.timestamp(event)).isEqualTo(RtpDatagram.timestamp(events.get(10 * key)));
            }
        }
        assertThat(track.keys()).containsExactly(new CallerTrack.Keys("5#", 0, 500 * 1_000_000L));
    }

    @Test
    void shouldSendNoiseInsteadWhenThePeerTakesNoKeys() {
        sender = sender(LineFormat.NO_EVENTS);
        sender.dial("5");
        steps(13);

        assertThat(sender.takesKeys()).isFalse();
        assertThat(sent.size()).isEqualTo(13);
        assertThat(sent.payloadType(3)).isZero();
        assertThat(doneMs).containsExactly(240L);
    }

    @Test
    void shouldLosePacketsAndSoundNoisyOnAFaultyLine() {
        sender.faulty(line(7, 25, -40));
        steps(400);
        assertThat(sent.size()).isBetween(250, 350);
        assertThat(sent.sequence(sent.size() - 1) - sent.sequence(0) & 0xFFFF)
                .as("lost packets have numbers, too")
                .isBetween(390, 399);
        int noisy = 0;
        for (int i = 0; i < sent.size(); i++) {
            noisy += voiced(i) ? 1 : 0;
        }
        assertThat(noisy).as("packets above -45 dBov").isGreaterThan(sent.size() * 9 / 10);

        assertThat(numbers(7)).as("the same seed loses the same packets").isEqualTo(numbers(7));
        assertThat(numbers(7)).isNotEqualTo(numbers(8));
    }

    private List<Short> numbers(long seed) {
        List<Short> numbers = new ArrayList<>();
        sender = new CallerSender(
                new LineFormat(G711.PCMU, 0, 101), 42, packet -> numbers.add(packet.getShort(2)), track);
        sender.faulty(line(seed, 25, -40));
        steps(100);
        return numbers;
    }

    @Test
    void shouldChangeNothingOnALineWithoutFaults() {
        sender.faulty(line(7, 0, -96));
        steps(100);
        assertThat(sent.size()).isEqualTo(100);
        assertThat(voiced(50)).isFalse();
    }
}
