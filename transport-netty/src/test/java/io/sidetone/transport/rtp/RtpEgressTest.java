package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.tone.Tone;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private final RtpEgress egress = new RtpEgress(new SendWork(), fence, 8_000, sink, counters, SSRC, 65_534, BASE);
    private final EgressFrame frame = new EgressFrame();
    private final long turn = Token.of(10, 0);

    @BeforeEach
    void answer() {
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
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
        G711.PCMU.encode(frame.pcm, 0, 160, expected, 0);
        return expected;
    }

    private static byte[] silence() {
        byte[] expected = new byte[160];
        Arrays.fill(expected, G711.PCMU.silence());
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
        assertThat(auditor.counters().value(FenceCounter.STALE_DROPPED)).isEqualTo(1);
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isZero();
        assertThat(counters.value(RtpCounter.STALE_REPLACED)).isEqualTo(1);
    }

    @Test
    @Tag("CARD-06")
    void shouldCountARaceWhenTheFencePassesDuringTheWrite() {
        sink.beforeSend = () -> fence.advance(Token.of(11, 0));
        send(0);
        sink.beforeSend = () -> {};
        send(1);
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isEqualTo(1);
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
        assertThat(auditor.counters().value(FenceCounter.STALE_DROPPED)).isEqualTo(1);
    }

    @Test
    @Tag("CARD-06")
    void shouldCountARaceWhenTheFencePassesAPacketThatWaitsForOthers() {
        sink.gathers = true;
        send(0);
        fence.advance(Token.of(11, 0));
        send(1);
        assertThat(auditor.counters().value(FenceCounter.STALE_DROPPED)).isEqualTo(1);
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES))
                .as("before it is sent")
                .isZero();
        auditor.gatheredWritten();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isEqualTo(1);
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
    }

    @Test
    void shouldSendSilenceThatBelongsToNoTurnWhateverTheFence() {
        fence.advance(Token.of(1000, 0));
        frame.token = Token.UNFENCED;
        frame.silence = true;
        send(0);
        assertThat(payload(sink.last())).isEqualTo(silence());
        assertThat(auditor.counters().value(FenceCounter.STALE_DROPPED)).isZero();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isZero();
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
        egress.negotiated(AudioFormat.PCMU, 101, false, 20);
        send(1);
        send(2);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
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
        egress.negotiated(AudioFormat.PCMA, 101, true, 20);
        send(1);
        byte[] expected = new byte[160];
        G711.PCMA.encode(frame.pcm, 0, 160, expected, 0);
        assertThat(payload(sink.last())).isEqualTo(expected);
        assertThat(RtpHeader.payloadType(sink.last(), 0)).isEqualTo(8);
        assertThat(RtpHeader.sequence(sink.last(), 0)).isEqualTo(65_535);
        assertThat(RtpHeader.timestamp(sink.last(), 0)).isEqualTo(BASE + 160);
        assertThat(RtpHeader.ssrc(sink.last(), 0)).isEqualTo(SSRC);
    }

    @Test
    void shouldSendNothingAgainstTheDirectionOrWithoutAnAddress() {
        egress.negotiated(AudioFormat.PCMU, 101, false, 20);
        send(0);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
        egress.target(null);
        send(1);
        assertThat(sink.sent).isEmpty();
        assertThat(counters.value(RtpCounter.SEND_HELD)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.SEND_NO_TARGET)).isEqualTo(1);
    }

    @Test
    void shouldSendSilenceForAFrameThatDoesNotFitTheCodec() {
        frame.sampleRateHz = 16_000;
        frame.room(320);
        frame.samples = 320;
        send(0);
        assertThat(payload(sink.last())).isEqualTo(silence());
        assertThat(counters.value(RtpCounter.FRAME_MISMATCH)).isEqualTo(1);
    }

    private String event(int packet) {
        ByteBuf sent = sink.sent.get(packet);
        return RtpHeader.payloadType(sent, 0) + (RtpHeader.marker(sent, 0) ? " M " : " ") + RtpHeader.sequence(sent, 0)
                + " " + (RtpHeader.timestamp(sent, 0) - BASE) / 160 + " " + ByteBufUtil.hexDump(payload(sent));
    }

    @Test
    @Tag("VIP-06")
    void shouldSendDigitsInPlaceOfAudioWhateverTheFence() {
        List<Integer> outcome = new ArrayList<>();
        send(0);
        assertThat(egress.sendDigits("7", 60, outcome::add)).isTrue();
        send(1);
        fence.advance(Token.of(11, 0));
        for (int i = 2; i < 8; i++) {
            send(i);
        }
        assertThat(event(1)).isEqualTo("101 M 65535 1 070a00a0");
        assertThat(event(2)).isEqualTo("101 0 1 070a0140");
        assertThat(event(3)).isEqualTo("101 1 1 078a01e0");
        assertThat(event(5)).isEqualTo("101 3 1 078a01e0");
        assertThat(outcome).containsExactly(200);
        ByteBuf audio = sink.sent.get(6);
        assertThat(RtpHeader.payloadType(audio, 0)).isZero();
        assertThat(RtpHeader.marker(audio, 0)).isTrue();
        assertThat(RtpHeader.sequence(audio, 0)).isEqualTo(4);
        assertThat(RtpHeader.timestamp(audio, 0)).isEqualTo(BASE + 6 * 160);
        assertThat(counters.value(RtpCounter.EVENT_PACKETS_OUT)).isEqualTo(5);
        assertThat(counters.value(RtpCounter.BYTES_OUT)).isEqualTo(3 * 160 + 5 * 4);
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
    }

    @Test
    void shouldUseTheNumberThePeerOfferedAndTonesWhenThereIsNone() {
        egress.negotiated(AudioFormat.PCMU, 96, true, 20);
        egress.sendDigits("1", 40, status -> {});
        send(0);
        assertThat(event(0)).startsWith("96 M");
        egress.negotiated(AudioFormat.PCMA, PayloadMap.NO_TELEPHONE_EVENT, true, 20);
        egress.sendDigits("1", 40, status -> {});
        for (int i = 1; i < 5; i++) {
            send(i);
        }
        assertThat(sink.sent).allMatch(packet -> packet == sink.sent.get(0) || RtpHeader.payloadType(packet, 0) == 8);
        byte[] expected = new byte[160];
        short[] pcm = new short[160];
        Tone.dtmf('1', 8_000, -13).fill(pcm, 0, 160);
        G711.PCMA.encode(pcm, 0, 160, expected, 0);
        assertThat(payload(sink.sent.get(3))).isEqualTo(expected);
    }

    @Test
    void shouldTellTheWholeEventAlthoughTheSocketIsBlockedAndForgetItOnHold() {
        List<Integer> outcome = new ArrayList<>();
        egress.sendDigits("12", 60, outcome::add);
        send(0);
        sink.blocked = true;
        send(1);
        sink.blocked = false;
        for (int i = 2; i < 6; i++) {
            send(i);
        }
        assertThat(event(1)).isEqualTo("101 65535 0 010a0140");
        assertThat(event(4)).isEqualTo("101 2 0 018a01e0");
        for (int i = 6; i < 9; i++) {
            send(i);
        }
        assertThat(event(7)).isEqualTo("101 M 5 8 020a00a0");
        egress.negotiated(AudioFormat.PCMU, 101, false, 20);
        send(9);
        egress.negotiated(AudioFormat.PCMU, 101, true, 20);
        send(10);
        assertThat(event(8)).startsWith("0 M 6 10 ");
        assertThat(outcome).containsExactly(200);
    }

    @Test
    void shouldPassOnTheMarkerOfTheFrame() {
        send(0);
        frame.marker = true;
        send(7);
        assertThat(RtpHeader.marker(sink.last(), 0)).isTrue();
    }
}
