package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gateways that send telephone events as a source of their own, or count them apart from the sound (RFC 4733 section 2.6). */
class KeysApartFromSoundTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final int SOUND = 0x1234;
    private static final int EVENTS = 101;

    private final RecordingSink sink = new RecordingSink();
    private final RtpCounters counters = new RtpCounters();
    private final RtpIngress ingress =
            new RtpIngress(new ReceiveWork(), 8_000, sink, counters, (buffer, index, length, source, nowNs) -> {});
    private final ByteBuf packet = Unpooled.buffer(512);
    private long nowMs;
    private int sound;

    private void send(int type, int sequence, int timestamp, int ssrc, byte[] payload) {
        packet.clear();
        RtpHeader.write(packet, false, type, sequence & 0xFFFF, timestamp, ssrc);
        packet.writeBytes(payload);
        ingress.onRtpPort(packet, CALLER, nowMs * 1_000_000L);
    }

    private void sound(int packets) {
        for (int i = 0; i < packets; i++) {
            send(0, 1_000 + sound, sound * 160, SOUND, new byte[160]);
            sound++;
            nowMs += 20;
        }
    }

    private void press(int digit, int timestamp, int ssrc, int first, boolean betweenSound) {
        for (int i = 1; i <= 8; i++) {
            int duration = Math.min(5, i) * 160;
            byte[] event = {(byte) digit, (byte) (i > 5 ? 0x8A : 10), (byte) (duration >> 8), (byte) duration};
            send(EVENTS, first + i, timestamp, ssrc, event);
            if (betweenSound) {
                sound(1);
            } else {
                nowMs += 20;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "77, 20000, true",
        "77, 20000, false",
        "77, 1003, true",
        "0x1234, 20000, true",
        "0x1234, 20000, false",
        "0x1234, 1800, true",
        "0x1234, 0, false"
    })
    void shouldHearKeysAndAllTheSound(String ssrc, int firstNumber, boolean betweenSound) {
        ingress.negotiated(
                new PayloadMap(List.of(AudioFormat.PCMU), EVENTS),
                true,
                CALLER,
                CALLER.getAddress(),
                OtherSources.NONE,
                0);
        sound(10);
        for (int digit = 1; digit <= 3; digit++) {
            press(digit, digit * 9_000, Integer.decode(ssrc), firstNumber, betweenSound);
            sound(10);
        }
        assertThat(sink.events.stream().filter(event -> event.startsWith("digit")))
                .containsExactly("digit 1 100", "digit 2 100", "digit 3 100");
        assertThat(sink.frames).as("all but the first packet, on probation").hasSize(sound - 1);
        assertThat(counters.value(RtpCounter.SSRC_CHANGED) + counters.value(RtpCounter.SEQUENCE_RESTARTED))
                .isZero();
        assertThat(counters.value(RtpCounter.LOST)).isZero();
    }
}
