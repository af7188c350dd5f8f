package io.sidetone.transport.rtp.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.RtpHeader;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SrtpReceiverTest {
    private static final int HEADER = 12;
    private static final int PLAIN = HEADER + 160;
    private static final int SSRC = 0xCAFE;

    private final MasterKey key = MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(1));
    private SrtpReceiver receiver = new SrtpReceiver(key);
    private SrtpSender sender = new SrtpSender(key);

    private record Datagram(byte[] bytes, int length) {
        Datagram copy() {
            return new Datagram(bytes.clone(), length);
        }
    }

    private Datagram sent(int sequence) {
        return sent(sender, sequence, SSRC);
    }

    private static Datagram sent(SrtpSender sender, int sequence, int ssrc) {
        byte[] bytes = new byte[PacketCipher.MAX_PACKET_BYTES];
        ByteBuf out = Unpooled.wrappedBuffer(bytes).clear();
        RtpHeader.write(out, false, 0, sequence, sequence * 160, ssrc);
        Arrays.fill(bytes, HEADER, PLAIN, (byte) sequence);
        return new Datagram(bytes, sender.protectRtp(bytes, HEADER, PLAIN));
    }

    private static Datagram control(SrtpSender sender, int ssrc) {
        byte[] bytes = new byte[PacketCipher.MAX_PACKET_BYTES];
        PacketBytes.putInt(bytes, 0, 0x80C90001);
        PacketBytes.putInt(bytes, 4, ssrc);
        PacketBytes.putInt(bytes, 8, 0x01020304);
        return new Datagram(bytes, sender.protectRtcp(bytes, 12));
    }

    private int open(Datagram datagram) {
        return receiver.openRtp(datagram.bytes(), HEADER, datagram.length());
    }

    private int openControl(Datagram datagram) {
        return receiver.openRtcp(datagram.bytes(), datagram.length());
    }

    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldGiveBackWhatWasSentInEverySuite(CryptoSuite suite) {
        MasterKey ours = MasterKey.random(suite, new Random(3));
        sender = new SrtpSender(ours);
        receiver = new SrtpReceiver(ours);
        for (int i = 0; i < 5; i++) {
            Datagram packet = sent(i);
            assertThat(packet.bytes()[HEADER]).as("encrypted").isNotEqualTo((byte) i);
            assertThat(open(packet)).isEqualTo(PLAIN);
            assertThat(packet.bytes()[HEADER]).isEqualTo((byte) i);
            Datagram report = control(sender, SSRC);
            assertThat(PacketBytes.getInt(report.bytes(), 8)).isNotEqualTo(0x01020304);
            assertThat(openControl(report)).isEqualTo(12);
            assertThat(PacketBytes.getInt(report.bytes(), 8)).isEqualTo(0x01020304);
        }
    }

    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldRefuseWhatWasChangedAndLeaveItAsItIs(CryptoSuite suite) {
        MasterKey ours = MasterKey.random(suite, new Random(3));
        sender = new SrtpSender(ours);
        receiver = new SrtpReceiver(ours);
        Datagram packet = sent(1);
        Datagram report = control(sender, SSRC);
        for (int i = 0; i < packet.length(); i++) {
            Datagram changed = packet.copy();
            changed.bytes()[i] ^= 4;
            byte[] before = changed.bytes().clone();
            // CSRC count and extension move the payload; nobody reads them from the array.
            assertThat(open(changed)).as("byte %d", i).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
            assertThat(changed.bytes()).isEqualTo(before);
        }
        for (int i = 0; i < report.length(); i++) {
            Datagram changed = report.copy();
            changed.bytes()[i] ^= 4;
            assertThat(openControl(changed)).as("byte %d", i).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
        }
        assertThat(open(packet)).isEqualTo(PLAIN);
        assertThat(openControl(report)).isEqualTo(12);
    }

    @ParameterizedTest
    @EnumSource(CryptoSuite.class)
    void shouldRefuseWhatIsTooShort(CryptoSuite suite) {
        receiver = new SrtpReceiver(MasterKey.random(suite, new Random(3)));
        byte[] bytes = new byte[64];
        for (int length = HEADER; length < 64; length++) {
            assertThat(receiver.openRtp(bytes, HEADER, length)).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
        }
        for (int length = 2; length < 64; length++) {
            assertThat(receiver.openRtcp(bytes, length)).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
        }
    }

    @Test
    void shouldRefuseAnotherKey() {
        sender = new SrtpSender(MasterKey.random(key.suite(), new Random(2)));
        assertThat(open(sent(1))).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
        assertThat(openControl(control(sender, SSRC))).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
    }

    @Test
    void shouldTakeEveryPacketOnce() {
        Datagram first = sent(1);
        Datagram second = sent(2);
        Datagram report = control(sender, SSRC);
        assertThat(open(second.copy())).isEqualTo(PLAIN);
        assertThat(open(first.copy())).isEqualTo(PLAIN);
        assertThat(open(second)).isEqualTo(SrtpReceiver.REPLAYED);
        assertThat(open(first)).isEqualTo(SrtpReceiver.REPLAYED);
        assertThat(openControl(report.copy())).isEqualTo(12);
        assertThat(openControl(report)).isEqualTo(SrtpReceiver.REPLAYED);
    }

    @Test
    void shouldRefuseWhatIsTooOldToKnow() {
        Datagram old = sent(1);
        Datagram known = sent(2);
        assertThat(open(sent(1 + ReplayWindow.PACKETS))).isEqualTo(PLAIN);
        assertThat(open(old)).isEqualTo(SrtpReceiver.REPLAYED);
        assertThat(open(known)).isEqualTo(PLAIN);
    }

    /** 22 minutes of packets and more: three roll-overs, with a late packet at each. */
    @Test
    void shouldFollowTheRollOverOfALongCall() {
        Datagram late = null;
        for (int i = 65_000; i < 3 * 65_536 + 100; i++) {
            Datagram packet = sent(i & 0xFFFF);
            if ((i & 0xFFFF) == 0xFFFF) {
                late = packet;
                continue;
            }
            assertThat(open(packet)).as("packet %d", i).isEqualTo(PLAIN);
            if ((i & 0xFFFF) == 5) {
                assertThat(open(late)).as("late before packet %d", i).isEqualTo(PLAIN);
            }
        }
    }

    @Test
    void shouldTakeAStreamThatRolledOverBeforeItsFirstPacketCame() {
        sent(0xFFFE);
        sent(0xFFFF);
        assertThat(open(sent(0))).isEqualTo(PLAIN);
        assertThat(open(sent(1))).isEqualTo(PLAIN);
    }

    @Test
    void shouldRefuseWhatWouldLieBeforeTheFirstRollOver() {
        assertThat(open(sent(3))).isEqualTo(PLAIN);
        assertThat(open(sent(new SrtpSender(key), 0xFFFF, SSRC))).isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
    }

    @Test
    void shouldCountEachSourceForItself() {
        SrtpSender other = new SrtpSender(key);
        assertThat(open(sent(500))).isEqualTo(PLAIN);
        assertThat(open(sent(other, 1, 2))).isEqualTo(PLAIN);
        assertThat(open(sent(501))).isEqualTo(PLAIN);
        assertThat(open(sent(other, 2, 2))).isEqualTo(PLAIN);
    }

    @Test
    void shouldForgetTheSourceThatHasBeenSilentForLongest() {
        Datagram first = sent(1);
        assertThat(open(first.copy())).isEqualTo(PLAIN);
        for (int i = 1; i < SrtpReceiver.MAX_SOURCES; i++) {
            assertThat(open(sent(new SrtpSender(key), 1, i))).isEqualTo(PLAIN);
        }
        Datagram second = sent(2);
        assertThat(open(second.copy())).isEqualTo(PLAIN);
        assertThat(open(sent(new SrtpSender(key), 1, 1_000))).isEqualTo(PLAIN);
        assertThat(open(second)).as("still known").isEqualTo(SrtpReceiver.REPLAYED);
        assertThat(open(sent(new SrtpSender(key), 1, 1))).as("forgotten").isEqualTo(PLAIN);
    }

    @Test
    void shouldNotLetAStrangerMakeASourceKnown() {
        SrtpSender stranger = new SrtpSender(MasterKey.random(key.suite(), new Random(9)));
        assertThat(open(sent(1))).isEqualTo(PLAIN);
        Datagram replay = sent(2);
        assertThat(open(replay.copy())).isEqualTo(PLAIN);
        for (int i = 0; i < 3 * SrtpReceiver.MAX_SOURCES; i++) {
            open(sent(stranger, 1, i));
        }
        assertThat(open(replay)).isEqualTo(SrtpReceiver.REPLAYED);
    }

    private void renew(int rollOversOfSender) {
        MasterKey later = MasterKey.random(key.suite(), new Random(7));
        for (int i = 0; i < rollOversOfSender; i++) {
            assertThat(open(sent(0xA000))).isEqualTo(PLAIN);
            assertThat(open(sent(0xFFFF))).isEqualTo(PLAIN);
            assertThat(open(sent(0x4000))).isEqualTo(PLAIN);
        }
        sender = sender.renewed(later);
        receiver = receiver.renewed(later);
    }

    /** RFC 3711 section 3.3.1: after a re-keying the roll-over counter is never reset to zero. */
    @Test
    void shouldCountRollOversOnWhenTheKeyChanges() {
        assertThat(open(sent(0x4000))).isEqualTo(PLAIN);
        renew(3);
        Datagram packet = sent(0xA001);
        byte[] expected = sent(atRollOver(3), 0xA001, SSRC).bytes();
        assertThat(packet.bytes()).isEqualTo(expected);
        assertThat(open(packet.copy())).isEqualTo(PLAIN);
        assertThat(open(packet)).as("a replay under the new key").isEqualTo(SrtpReceiver.REPLAYED);
        assertThat(open(sent(0xFFFF))).isEqualTo(PLAIN);
        assertThat(open(sent(2))).as("the fourth").isEqualTo(PLAIN);
    }

    /** A sender with the key of {@link #renew} whose sequence numbers have rolled over so often. */
    private SrtpSender atRollOver(int count) {
        SrtpSender fresh = new SrtpSender(MasterKey.random(key.suite(), new Random(7)));
        for (int i = 0; i < count; i++) {
            sent(fresh, 0xFFFF, SSRC);
            sent(fresh, 0, SSRC);
        }
        return fresh;
    }

    @Test
    void shouldTakeAPeerThatCountsFromZeroWithANewKey() {
        assertThat(open(sent(0x4000))).isEqualTo(PLAIN);
        renew(3);
        sender = atRollOver(0);
        for (int sequence = 0xA001; sequence < 0xA010; sequence++) {
            assertThat(open(sent(sequence))).isEqualTo(PLAIN);
        }
        assertThat(open(sent(0xFFFF))).isEqualTo(PLAIN);
        assertThat(open(sent(0))).as("its first roll-over").isEqualTo(PLAIN);
        assertThat(open(sent(atRollOver(4), 1, SSRC)))
                .as("the other count is out")
                .isEqualTo(SrtpReceiver.NOT_AUTHENTIC);
    }

    @Test
    void shouldFindTheCountAgainWhenAKeyWasNeverUsed() {
        assertThat(open(sent(0x4000))).isEqualTo(PLAIN);
        renew(2);
        renew(0);
        assertThat(open(sent(0xA001))).isEqualTo(PLAIN);
    }

    @Test
    void shouldCountANewSourceFromZeroUnderANewKey() {
        assertThat(open(sent(0x4000))).isEqualTo(PLAIN);
        renew(2);
        Datagram other = sent(sender, 5, 0xBEEF);
        assertThat(other.bytes()).isEqualTo(sent(atRollOver(0), 5, 0xBEEF).bytes());
        assertThat(open(other)).isEqualTo(PLAIN);
    }

    /** RFC 3711 section 3.4: after a re-key the SRTCP index is not reset; it travels with each packet. */
    @Test
    void shouldCountReportsOnWhenTheKeyChangesAndTakeThoseThatBeginAnew() {
        for (int i = 1; i <= 5; i++) {
            assertThat(openControl(control(sender, SSRC))).isEqualTo(12);
        }
        renew(0);
        Datagram report = control(sender, SSRC);
        int word = PacketBytes.getInt(report.bytes(), report.length() - 10 - PacketCipher.INDEX_BYTES);
        assertThat(word & ~PacketCipher.ENCRYPTED).isEqualTo(6);
        assertThat(openControl(report.copy())).isEqualTo(12);
        assertThat(openControl(report)).isEqualTo(SrtpReceiver.REPLAYED);
        assertThat(openControl(control(atRollOver(0), SSRC))).as("index 1").isEqualTo(12);
        Datagram other = control(sender, 0xBEEF);
        word = PacketBytes.getInt(other.bytes(), other.length() - 10 - PacketCipher.INDEX_BYTES);
        assertThat(word & ~PacketCipher.ENCRYPTED).as("another source").isEqualTo(1);
    }
}
