package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.codec.G711;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets as long as the peer asks for (RFC 4566 section 6, ptime and maxptime). */
class PacketTimeTest {
    private static final int BASE = 0xFFFFFF00;

    private final Fence fence = new Fence();
    private final FenceAuditor auditor = new FenceAuditor();
    private final StubDatagramSink sink = new StubDatagramSink();
    private final RtpEgress egress =
            new RtpEgress(new SendWork(), fence, 8_000, sink, new RtpCounters(), 7, 65_530, BASE);
    private final EgressFrame frame = new EgressFrame();

    private void negotiated(AudioFormat format, int packetMs) {
        egress.negotiated(format, 101, true, packetMs);
        egress.target(new InetSocketAddress("192.0.2.10", 4000));
        frame.samples = 160;
        frame.token = Token.of(10, 0);
    }

    private void send(long index) {
        Arrays.fill(frame.pcm, 0, 160, (short) (100 * (index % 50)));
        frame.mediaIndex = index;
        egress.send(frame, auditor, index * 20_000_000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 30, 40, 50, 60})
    void shouldSendTheSameSoundInPacketsOfTheLengthAskedFor(int packetMs) {
        negotiated(AudioFormat.PCMU, packetMs);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        byte[] encoded = new byte[160];
        for (int i = 0; i < 30; i++) {
            send(i);
            G711.PCMU.encode(frame.pcm, 0, 160, encoded, 0);
            expected.writeBytes(encoded);
        }
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        for (int i = 0; i < sink.sent.size(); i++) {
            ByteBuf packet = sink.sent.get(i);
            assertThat(packet.readableBytes()).isEqualTo(12 + packetMs * 8);
            assertThat(RtpHeader.sequence(packet, 0)).isEqualTo(65_530 + i & 0xFFFF);
            assertThat(RtpHeader.timestamp(packet, 0)).isEqualTo(BASE + i * packetMs * 8);
            assertThat(RtpHeader.marker(packet, 0)).isEqualTo(i == 0);
            byte[] payload = new byte[packetMs * 8];
            packet.getBytes(12, payload);
            sent.writeBytes(payload);
        }
        assertThat(sent.toByteArray()).isEqualTo(Arrays.copyOf(expected.toByteArray(), sent.size()));
        assertThat(sink.sent).hasSize(600 / packetMs);
    }

    @Test
    void shouldCutWidebandToo() {
        negotiated(AudioFormat.G722, 10);
        send(0);
        assertThat(sink.sent).hasSize(2).allMatch(packet -> packet.readableBytes() == 12 + 80);
    }

    /** What waits for its packet when the turn is cancelled is silence in it, and never counts as stale. */
    @ParameterizedTest
    @CsvSource({"40, 1", "60, 1", "60, 2", "30, 1"})
    void shouldSendSilenceForWhatWasCancelledWhileItWaited(int packetMs, int before) {
        negotiated(AudioFormat.PCMU, packetMs);
        for (int i = 1; i <= before; i++) {
            send(i);
        }
        int waiting = sink.sent.size();
        fence.advance(Token.of(11, 0));
        frame.token = Token.of(12, 0);
        for (int i = before + 1; i < 8; i++) {
            send(i);
        }
        ByteBuf first = sink.sent.get(waiting);
        assertThat(first.getByte(12)).isEqualTo(G711.PCMU.silence());
        assertThat(first.getByte(first.readableBytes() - 1)).isNotEqualTo(G711.PCMU.silence());
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isZero();
    }

    @Test
    void shouldSendWhatWaitsBeforeAPauseAndBeforeAKey() {
        negotiated(AudioFormat.PCMU, 60);
        send(1);
        send(9);
        assertThat(sink.last().readableBytes()).as("20 ms alone").isEqualTo(12 + 160);
        assertThat(RtpHeader.timestamp(sink.last(), 0)).isEqualTo(BASE + 160);
        egress.sendDigits("5", 40, status -> {});
        send(10);
        assertThat(sink.sent).hasSize(3);
        assertThat(RtpHeader.payloadType(sink.sent.get(1), 0)).isZero();
        assertThat(RtpHeader.payloadType(sink.sent.get(2), 0)).isEqualTo(101);
        for (int i = 11; i < 20; i++) {
            send(i);
        }
        assertThat(sink.last().readableBytes()).isEqualTo(12 + 480);
    }
}
