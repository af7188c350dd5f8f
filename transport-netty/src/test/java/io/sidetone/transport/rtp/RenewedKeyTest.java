package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.receive.ReceiveWork;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpDatagramSink;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import io.sidetone.transport.rtp.srtp.SrtpSession;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our stream, from the frame to the peer's ear, while keys and sources change. */
class RenewedKeyTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.10", 4_000);
    private static final int EVENTS = 101;

    private final Random random = new Random(6);
    private final RtpCounters counters = new RtpCounters();
    private final StubDatagramSink wire = new StubDatagramSink();
    private final SrtpSession session = new SrtpSession(new RtpCounters());
    private final SrtpSession peer = new SrtpSession(counters);
    private final RecordingSink ear = new RecordingSink();
    private final RtpIngress ingress =
            new RtpIngress(new ReceiveWork(), 8_000, ear, counters, (b, i, l, source, nowNs) -> {});
    private final List<String> events = new ArrayList<>();
    private RtpEgress egress = egress(0x1234, 0xFFF8, 80_000);
    private RtpEgress other;
    private long frames;

    private RtpEgress egress(int ssrc, int sequence, int timestamp) {
        RtpEgress made = new RtpEgress(
                new SendWork(),
                new Fence(),
                8_000,
                new SrtpDatagramSink(wire, session),
                new RtpCounters(),
                ssrc,
                sequence,
                timestamp);
        made.negotiated(AudioFormat.PCMU, EVENTS, true, 20);
        made.target(PEER);
        return made;
    }

    @BeforeEach
    void answer() {
        agree(CryptoSuite.AES_CM_128_HMAC_SHA1_80);
        PayloadMap map = new PayloadMap(List.of(AudioFormat.PCMU), EVENTS);
        ingress.negotiated(map, true, PEER, PEER.getAddress(), OtherSources.NONE, 0);
    }

    private void agree(CryptoSuite suite) {
        MasterKey ours = MasterKey.random(suite, random);
        MasterKey theirs = MasterKey.random(suite, random);
        session.negotiated(new SrtpKeys(ours, theirs), 101);
        peer.negotiated(new SrtpKeys(theirs, ours), 101);
    }

    private void send(int count) {
        EgressFrame frame = new EgressFrame();
        frame.samples = 160;
        frame.token = Token.of(1, 0);
        for (int i = 0; i < count; i++) {
            long nowNs = frames * 20_000_000L;
            frame.mediaIndex = frames++;
            if (other != null) {
                other.send(frame, new FenceAuditor(), nowNs);
            }
            egress.send(frame, new FenceAuditor(), nowNs);
            ByteBuf opened = peer.open(wire.last());
            if (opened != null) {
                if (RtpHeader.payloadType(opened, 0) == EVENTS) {
                    events.add((RtpHeader.marker(opened, 0) ? "M " : "") + RtpHeader.timestamp(opened, 0));
                }
                ingress.onRtpPort(opened, PEER, nowNs);
            }
            ingress.onTick(nowNs);
        }
    }

    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldGoOnWithAKeyThatIsHeldWhenTheMasterKeyChanges(CryptoSuite later) {
        send(3);
        egress.sendDigits("7", 200, status -> {});
        send(4);
        agree(later);
        send(10);
        // 10 packets of 20 ms, and the end twice more: one timestamp, one marker, although the numbers rolled over.
        assertThat(events).hasSize(12).startsWith("M 80480").endsWith("80480");
        assertThat(events.subList(1, 12)).containsOnly("80480");
        assertThat(ear.digits()).containsExactly("digit 7 200");
        assertThat(counters.value(RtpCounter.PACKETS_IN))
                .as("all but the first, on probation")
                .isEqualTo(16);
        assertThat(counters.value(RtpCounter.SRTP_NOT_AUTHENTIC)).isZero();
        assertThat(counters.value(RtpCounter.LOST)).isZero();
        assertThat(counters.value(RtpCounter.SSRC_CHANGED)).isZero();
    }

    @Test
    void shouldHearOneKeyWhenTheSourceChangesWhileItIsHeld() {
        send(3);
        egress.sendDigits("7", 200, status -> {});
        other = egress(0x9999, 500, 4_000_000);
        other.sendDigits("7", 200, status -> {});
        send(3);
        egress = other;
        other = null;
        send(15);
        assertThat(counters.value(RtpCounter.SSRC_CHANGED)).isEqualTo(1);
        assertThat(counters.value(RtpCounter.SRTP_NOT_AUTHENTIC)).isZero();
        assertThat(ear.digits()).containsExactly("digit 7 200");
    }
}
