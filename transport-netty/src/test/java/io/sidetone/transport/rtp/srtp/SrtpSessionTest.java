package io.sidetone.transport.rtp.srtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.StubDatagramSink;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SrtpSessionTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.10", 4_000);
    private static final CryptoSuite SUITE = CryptoSuite.AES_CM_128_HMAC_SHA1_80;

    private final Random random = new Random(5);
    private final MasterKey ours = MasterKey.random(SUITE, random);
    private final MasterKey theirs = MasterKey.random(SUITE, random);
    private final RtpCounters counters = new RtpCounters();
    private final RtpCounters peerCounters = new RtpCounters();
    private final SrtpSession session = new SrtpSession(counters);
    private final SrtpSession peer = new SrtpSession(peerCounters);
    private final StubDatagramSink wire = new StubDatagramSink();
    private final SrtpDatagramSink sink = new SrtpDatagramSink(wire, session);
    private final SrtpDatagramSink peerSink = new SrtpDatagramSink(wire, peer);

    private ByteBuf sent(SrtpDatagramSink by, int sequence) {
        return sent(by, sequence, 0);
    }

    private ByteBuf sent(SrtpDatagramSink by, int sequence, int payloadType) {
        ByteBuf packet = by.claim();
        RtpHeader.write(packet, false, payloadType, sequence, 160 * sequence, 7);
        packet.writeBytes(new byte[] {1, 2, 3, 4});
        by.send(PEER);
        return wire.last();
    }

    private void agree(MasterKey own, MasterKey other) {
        session.negotiated(new SrtpKeys(own, other), 101);
        peer.negotiated(new SrtpKeys(other, own), 101);
    }

    @Test
    void shouldPassEverythingAsItIsWithoutKeys() {
        ByteBuf packet = sent(sink, 1);
        assertThat(packet.readableBytes()).isEqualTo(16);
        assertThat(session.open(packet)).isSameAs(packet);
        assertThat(session.suiteName()).isNull();
    }

    @Test
    void shouldProtectBothDirectionsWithTheirOwnKeys() {
        agree(ours, theirs);
        ByteBuf packet = sent(sink, 1);
        assertThat(packet.readableBytes()).isEqualTo(26);
        assertThat(session.open(packet)).as("of our own key").isNull();
        assertThat(ByteBufUtil.getBytes(peer.open(packet), 12, 4)).containsExactly(1, 2, 3, 4);
        assertThat(session.open(sent(peerSink, 1)).readableBytes()).isEqualTo(16);
        assertThat(session.suiteName()).isEqualTo("AES_CM_128_HMAC_SHA1_80");
    }

    @Test
    void shouldRefuseAndCountPlainAndReplayedPackets() {
        ByteBuf plain = sent(sink, 1);
        agree(ours, theirs);
        assertThat(peer.open(plain)).isNull();
        ByteBuf packet = sent(sink, 2);
        assertThat(peer.open(packet)).isNotNull();
        assertThat(peer.open(packet)).isNull();
        assertThat(peerCounters.value(RtpCounter.SRTP_NOT_AUTHENTIC)).isEqualTo(1);
        assertThat(peerCounters.value(RtpCounter.SRTP_REPLAYED)).isEqualTo(1);
    }

    @Test
    void shouldKeepCountersAndWindowWhenTheKeysStay() {
        agree(ours, theirs);
        ByteBuf old = sent(sink, 0xFFFF);
        assertThat(peer.open(old)).isNotNull();
        assertThat(peer.open(sent(sink, 0))).as("rolled over").isNotNull();
        agree(MasterKey.of(SUITE, bytes(ours)), MasterKey.of(SUITE, bytes(theirs)));
        assertThat(peer.open(old)).as("replayed").isNull();
        assertThat(peer.open(sent(sink, 1))).as("still rolled over").isNotNull();
    }

    /** Hold with music of another device and back: what was recorded under the first key stays known. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void shouldRefuseWhatWasSaidUnderAFormerKeyWhenItComesBack(int keysBetween) {
        agree(ours, theirs);
        List<byte[]> recorded = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ByteBuf packet = sent(sink, i);
            recorded.add(ByteBufUtil.getBytes(packet));
            assertThat(peer.open(packet)).isNotNull();
        }
        for (int i = 0; i < keysBetween; i++) {
            peer.negotiated(i == 1 ? null : new SrtpKeys(theirs, MasterKey.random(SUITE, random)), 101);
        }
        peer.negotiated(new SrtpKeys(theirs, ours), 101);
        assertThat(recorded).allSatisfy(old -> assertThat(peer.open(Unpooled.wrappedBuffer(old)))
                .isNull());
        assertThat(peer.open(sent(sink, 100))).isNotNull();
    }

    @Test
    void shouldFollowAStreamThatRolledOverUnderAnotherKeyBackToItsFirst() {
        agree(ours, theirs);
        assertThat(peer.open(sent(sink, 60_000))).isNotNull();
        MasterKey between = MasterKey.random(SUITE, random);
        agree(between, theirs);
        assertThat(peer.open(sent(sink, 65_000))).isNotNull();
        assertThat(peer.open(sent(sink, 20_000))).isNotNull();
        assertThat(peer.open(sent(sink, 50_000))).isNotNull();
        agree(ours, theirs);
        assertThat(peer.open(sent(sink, 60_001)))
                .as("the index of the roll-over before")
                .isNotNull();
        assertThat(peer.open(sent(sink, 60_002))).isNotNull();
    }

    private static byte[] bytes(MasterKey key) {
        return Base64.getDecoder().decode(key.base64());
    }

    @Test
    void shouldCountRollOversOnWithNewKeysInBothDirections() {
        agree(ours, theirs);
        for (SrtpDatagramSink by : new SrtpDatagramSink[] {sink, peerSink}) {
            SrtpSession at = by == sink ? peer : session;
            assertThat(at.open(sent(by, 0xFFFF))).isNotNull();
            assertThat(at.open(sent(by, 0))).isNotNull();
        }
        MasterKey renewed = MasterKey.random(SUITE, random);
        agree(renewed, MasterKey.random(SUITE, random));
        ByteBuf packet = sent(sink, 1);
        byte[] rolledOver = ByteBufUtil.getBytes(packet);
        assertThat(new CounterModeOnce(renewed).opens(rolledOver, 0x1_0001L)).isTrue();
        assertThat(peer.open(packet)).isNotNull();
        assertThat(session.open(sent(peerSink, 1))).isNotNull();
    }

    /** Opens one packet at a known index. */
    private record CounterModeOnce(MasterKey key) {
        boolean opens(byte[] packet, long index) {
            return new SessionKeys(key).rtp().openRtp(packet, 12, packet.length, 7, index) == 16;
        }
    }

    @Test
    void shouldBeginAnewWhenEncryptionWasOffInBetween() {
        agree(ours, theirs);
        sent(sink, 0xFFFF);
        sent(sink, 0);
        session.negotiated(null, 101);
        MasterKey renewed = MasterKey.random(SUITE, random);
        agree(renewed, theirs);
        assertThat(new CounterModeOnce(renewed).opens(ByteBufUtil.getBytes(sent(sink, 1)), 1))
                .isTrue();
    }

    @Test
    void shouldTakeTheFormerKeyUntilTheNewOneIsUsed() {
        agree(ours, theirs);
        ByteBuf onTheWay = sent(sink, 1).copy();
        ByteBuf later = sent(sink, 2).copy();
        MasterKey renewed = MasterKey.random(SUITE, random);
        agree(renewed, theirs);
        assertThat(peer.open(onTheWay)).isNotNull();
        assertThat(peer.open(sent(sink, 3))).isNotNull();
        assertThat(peer.open(later)).as("the former key is gone").isNull();
    }

    /** The last packet of a telephone event is sent three times; some telephones send it with the same number each time. */
    @Test
    void shouldNotTakeTheRepeatedEndOfAKeyForAReplay() {
        agree(ours, theirs);
        ByteBuf key = sent(sink, 1, 101).copy();
        ByteBuf sound = sent(sink, 2, 0).copy();
        assertThat(peer.open(key)).isNotNull();
        assertThat(peer.open(sound)).isNotNull();
        assertThat(peer.open(key)).isNull();
        assertThat(peer.open(sound)).isNull();
        assertThat(peerCounters.value(RtpCounter.DUPLICATE)).isEqualTo(1);
        assertThat(peerCounters.value(RtpCounter.SRTP_REPLAYED)).isEqualTo(1);
    }

    @Test
    void shouldPassWhatIsNeitherRtpNorRtcp() {
        agree(ours, theirs);
        ByteBuf stun = Unpooled.wrappedBuffer(new byte[20]);
        assertThat(session.open(stun)).isSameAs(stun);
        assertThat(session.open(Unpooled.wrappedBuffer(new byte[] {(byte) 0x80, 0, 0})))
                .isNull();
        assertThat(counters.value(RtpCounter.MALFORMED)).isEqualTo(1);
    }

    @Test
    void shouldSendPlainAgainWhenTheKeysAreGone() {
        agree(ours, theirs);
        session.negotiated(null, 101);
        assertThat(sent(sink, 1).readableBytes()).isEqualTo(16);
        assertThat(session.suiteName()).isNull();
    }

    @Test
    void shouldShowNoKeyInAnyText() {
        SrtpKeys keys = new SrtpKeys(ours, theirs);
        assertThat(keys.toString()).contains("AES_CM_128_HMAC_SHA1_80 ***").doesNotContain(ours.base64());
        assertThatThrownBy(() -> MasterKey.of(SUITE, new byte[16])).hasMessageContaining("16 bytes");
        assertThatThrownBy(() -> new SrtpKeys(ours, MasterKey.random(CryptoSuite.AEAD_AES_128_GCM, random)))
                .hasMessageContaining("AEAD_AES_128_GCM");
    }
}
