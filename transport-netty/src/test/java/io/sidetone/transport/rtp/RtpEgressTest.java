package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.audio.codec.Pcma;
import io.sidetone.audio.codec.Pcmu;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.Token;
import io.sidetone.core.playout.EgressFrame;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CARD-03")
class RtpEgressTest {
    private static final InetSocketAddress CALLER = new InetSocketAddress("192.0.2.10", 4000);
    private static final int SSRC = 0x01020304;
    private static final int BASE = 0xFFFFFFB0;

    private final Fence fence = new Fence();
    private final FenceAuditor auditor = new FenceAuditor();
    private final StubDatagramSink sink = new StubDatagramSink();
    private final RtpCounters counters = new RtpCounters();
    private final RtpEgress egress = new RtpEgress(fence, sink, counters, SSRC, 65_534, BASE);
    private final EgressFrame frame = new EgressFrame();
    private final long turn = Token.of(10, 0);

    @BeforeEach
    void answer() {
        egress.negotiated(AudioFormat.PCMU, true);
        egress.target(CALLER);
        frame.samples = 160;
        frame.token = turn;
        Arrays.fill(frame.pcm, 0, 160, (short) 1000);
    }

    private void send(long mediaIndex) {
        frame.mediaIndex = mediaIndex;
        egress.send(frame, auditor, mediaIndex * 20_000_000L);
    }

    private byte[] payload(ByteBuf packet) {
        return ByteBufUtil.getBytes(packet, RtpHeader.LENGTH, packet.readableBytes() - RtpHeader.LENGTH);
    }

    private byte[] tone() {
        byte[] expected = new byte[160];
        Pcmu.INSTANCE.encode(frame.pcm, 0, 160, expected, 0);
        return expected;
    }

    private static byte[] silence() {
        byte[] expected = new byte[160];
        Arrays.fill(expected, Pcmu.SILENCE);
        return expected;
    }

    @Test
    void shouldSendFramesWithContinuousNumbersAcrossTheWrap() {
        for (int i = 0; i < 4; i++) {
            send(i);
            ByteBuf packet = sink.last();
            assertThat(packet.readableBytes()).isEqualTo(172);
            assertThat(RtpHeader.payloadOffset(packet, 0, 172)).isEqualTo(12);
            assertThat(RtpHeader.marker(packet, 0)).isEqualTo(i == 0);
            assertThat(RtpHeader.payloadType(packet, 0)).isZero();
            assertThat(RtpHeader.sequence(packet, 0)).isEqualTo(65_534 + i & 0xFFFF);
            assertThat(RtpHeader.timestamp(packet, 0)).isEqualTo(BASE + i * 160);
            assertThat(RtpHeader.ssrc(packet, 0)).isEqualTo(SSRC);
            assertThat(payload(packet)).isEqualTo(tone());
        }
        assertThat(sink.lastRemote).isEqualTo(CALLER);
        assertThat(counters.value(RtpCounter.PACKETS_OUT)).isEqualTo(4);
        assertThat(counters.value(RtpCounter.BYTES_OUT)).isEqualTo(640);
        assertThat(egress.timestampAt(3 * 20_000_000L + 10_000_000L)).isEqualTo(BASE + 3 * 160 + 80);
    }

    @Test
    @Tag("VIP-06")
    @Tag("CARD-06")
    void shouldReplaceAFrameOfACancelledTurnBySilenceSoThatTheStreamGoesOn() {
        send(0);
        fence.advance(Token.of(11, 0));
        send(1);
        frame.token = Token.of(12, 0);
        send(2);
        assertThat(payload(sink.sent.get(0))).isEqualTo(tone());
        assertThat(payload(sink.sent.get(1))).isEqualTo(silence());
        assertThat(payload(sink.sent.get(2))).isEqualTo(tone());
        assertThat(RtpHeader.sequence(sink.sent.get(2), 0)).isZero();
        assertThat(auditor.staleDropped().value()).isEqualTo(1);
        assertThat(auditor.staleFramesSent().value()).isZero();
        assertThat(auditor.fenceRaces().value()).isZero();
        assertThat(counters.value(RtpCounter.STALE_REPLACED)).isEqualTo(1);
    }

    @Test
    @Tag("CARD-06")
    void shouldCountARaceWhenTheFencePassesDuringTheWrite() {
        sink.beforeSend = () -> fence.advance(Token.of(11, 0));
        send(0);
        sink.beforeSend = () -> {};
        send(1);
        assertThat(auditor.fenceRaces().value()).isEqualTo(1);
        assertThat(auditor.staleFramesSent().value()).isZero();
        assertThat(auditor.staleDropped().value()).isEqualTo(1);
    }

    @Test
    void shouldSendSilenceThatBelongsToNoTurnWhateverTheFence() {
        fence.advance(Token.of(1000, 0));
        frame.token = Token.UNFENCED;
        frame.silence = true;
        send(0);
        assertThat(payload(sink.last())).isEqualTo(silence());
        assertThat(auditor.staleDropped().value()).isZero();
        assertThat(auditor.fenceRaces().value()).isZero();
    }

    @Test
    void shouldDropAndCountWhenTheSocketIsBlocked() {
        send(0);
        sink.blocked = true;
        send(1);
        send(2);
        sink.blocked = false;
        send(3);
        assertThat(counters.value(RtpCounter.SEND_BLOCKED)).isEqualTo(2);
        assertThat(RtpHeader.sequence(sink.last(), 0)).isEqualTo(65_535);
        assertThat(RtpHeader.timestamp(sink.last(), 0)).isEqualTo(BASE + 3 * 160);
    }

    @Test
    void shouldGoOnAfterHoldWithTheSameSourceAndAMarker() {
        send(0);
        egress.hold(true);
        send(1);
        send(2);
        egress.hold(false);
        send(3);
        send(4);
        assertThat(sink.sent).hasSize(3);
        assertThat(RtpHeader.marker(sink.sent.get(1), 0)).isTrue();
        assertThat(RtpHeader.marker(sink.sent.get(2), 0)).isFalse();
        assertThat(RtpHeader.sequence(sink.sent.get(1), 0)).isEqualTo(65_535);
        assertThat(RtpHeader.timestamp(sink.sent.get(1), 0)).isEqualTo(BASE + 3 * 160);
        assertThat(RtpHeader.ssrc(sink.sent.get(1), 0)).isEqualTo(SSRC);
        assertThat(counters.value(RtpCounter.SEND_HELD)).isEqualTo(2);
    }

    @Test
    void shouldChangeTheCodecWithoutABreak() {
        send(0);
        egress.negotiated(AudioFormat.PCMA, true);
        send(1);
        byte[] expected = new byte[160];
        Pcma.INSTANCE.encode(frame.pcm, 0, 160, expected, 0);
        assertThat(payload(sink.last())).isEqualTo(expected);
        assertThat(RtpHeader.payloadType(sink.last(), 0)).isEqualTo(8);
        assertThat(RtpHeader.sequence(sink.last(), 0)).isEqualTo(65_535);
        assertThat(RtpHeader.timestamp(sink.last(), 0)).isEqualTo(BASE + 160);
        assertThat(RtpHeader.ssrc(sink.last(), 0)).isEqualTo(SSRC);
    }

    @Test
    void shouldSendNothingAgainstTheDirectionOrWithoutAnAddress() {
        egress.negotiated(AudioFormat.PCMU, false);
        send(0);
        egress.negotiated(AudioFormat.PCMU, true);
        egress.target(null);
        send(1);
        assertThat(sink.sent).isEmpty();
        assertThat(counters.value(RtpCounter.SEND_HELD)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.SEND_NO_TARGET)).isEqualTo(1);
    }

    @Test
    void shouldSendSilenceForAFrameThatDoesNotFitTheCodec() {
        frame.sampleRateHz = 16_000;
        frame.samples = 320;
        send(0);
        assertThat(payload(sink.last())).isEqualTo(silence());
        assertThat(counters.value(RtpCounter.FRAME_MISMATCH)).isEqualTo(1);
    }

    @Test
    void shouldPassOnTheMarkerOfTheFrame() {
        send(0);
        frame.marker = true;
        send(7);
        assertThat(RtpHeader.marker(sink.last(), 0)).isTrue();
    }
}
