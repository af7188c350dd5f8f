package io.sidetone.transport.rtp.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.packet.SourceKey;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose a packet is that comes to a pair of many calls. */
class SharedPairTest {
    private static final InetSocketAddress ALICE = address("192.0.2.1", 4_000);
    private static final InetSocketAddress BOB = address("192.0.2.1", 4_002);

    private final RtpCounters counters = new RtpCounters();
    private final SharedPair pair =
            new SharedPair(new EmbeddedChannel(), new EmbeddedChannel(), counters, new FenceAuditor());
    private final Call alice = new Call("alice");
    private final Call bob = new Call("bob");

    private record Call(String name) implements DatagramReceiver {
        @Override
        public void onDatagram(boolean rtcpPort, ByteBuf datagram, InetSocketAddress source, long nowNs) {}

        @Override
        public void onSocketError() {}
    }

    private static InetSocketAddress address(String host, int port) {
        return new InetSocketAddress(host, port);
    }

    private static InetSocketAddress next(InetSocketAddress rtp) {
        return new InetSocketAddress(rtp.getAddress(), rtp.getPort() + 1);
    }

    private static PacketSources announced(InetSocketAddress rtp) {
        return new PacketSources(rtp, next(rtp));
    }

    private DatagramReceiver audio(InetSocketAddress source, int ssrc) {
        ByteBuf packet = Unpooled.buffer();
        RtpHeader.write(packet, false, 0, 1, 160, ssrc);
        return pair.receiver(false, packet.writeZero(160), source);
    }

    private DatagramReceiver report(boolean rtcpPort, InetSocketAddress source, int ssrc) {
        ByteBuf packet = Unpooled.buffer().writeByte(0x80).writeByte(200).writeShort(6);
        return pair.receiver(rtcpPort, packet.writeInt(ssrc).writeZero(20), source);
    }

    private long unknown() {
        return counters.value(RtpCounter.UNKNOWN_SOURCE);
    }

    @Test
    void shouldGiveEachCallWhatComesFromItsAddress() {
        pair.expect(alice, announced(ALICE));
        pair.expect(bob, announced(BOB));
        assertThat(audio(ALICE, 1)).isSameAs(alice);
        assertThat(audio(BOB, 2)).isSameAs(bob);
        assertThat(report(true, next(ALICE), 1)).isSameAs(alice);
        assertThat(report(true, next(BOB), 2)).isSameAs(bob);
        assertThat(report(false, BOB, 2)).as("RTCP on the port of RTP").isSameAs(bob);
        assertThat(unknown()).isZero();
        assertThat(pair.calls()).isEqualTo(2);
    }

    @Test
    void shouldDropAndCountWhatNobodyExpects() {
        pair.expect(alice, announced(ALICE));
        assertThat(audio(address("198.51.100.9", 4_000), 1)).isNull();
        assertThat(report(true, address("198.51.100.9", 4_001), 1)).isNull();
        assertThat(pair.receiver(false, Unpooled.EMPTY_BUFFER, address("198.51.100.9", 1)))
                .isNull();
        assertThat(unknown()).isEqualTo(3);
    }

    /** A call that is over may still be sent packets, and so may one of a server before this one. */
    @Test
    void shouldGiveNobodyWhatComesFromAnAddressThatNoCallHasNamed() {
        pair.expect(alice, announced(ALICE));
        audio(ALICE, 1);
        pair.expect(bob, announced(BOB));
        pair.leave(alice);
        assertThat(audio(ALICE, 1))
                .as("Bob is the only call from that IP address")
                .isNull();
        assertThat(report(true, next(ALICE), 1)).isNull();
        assertThat(audio(address("192.0.2.1", 9_000), 2)).isNull();
        assertThat(unknown()).isEqualTo(3);
    }

    @Test
    void shouldFollowACallToTheAddressThatItAnnouncesAnew() {
        InetSocketAddress moved = address("192.0.2.1", 9_000);
        pair.expect(alice, announced(ALICE));
        pair.expect(alice, announced(moved));
        assertThat(audio(moved, 1)).isSameAs(alice);
        assertThat(audio(ALICE, 1)).isNull();
        assertThat(pair.free(ALICE)).isTrue();
        assertThat(pair.free(moved)).isFalse();
        assertThat(pair.calls()).isEqualTo(1);
    }

    /** Or who names the address of another call would speak into it, and take what comes from it. */
    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void shouldLeaveAnAddressToTheCallThatNamedItFirst(boolean takesRtp, boolean takesRtcp) {
        pair.expect(alice, announced(ALICE));
        pair.expect(bob, announced(BOB));
        audio(ALICE, 1);
        audio(BOB, 2);
        PacketSources taken =
                new PacketSources(takesRtp ? ALICE : address("192.0.2.1", 9_000), takesRtcp ? next(ALICE) : next(BOB));
        assertThat(pair.admits(bob, taken.rtp())).isEqualTo(!takesRtp);
        assertThat(pair.expect(bob, taken)).isFalse();
        assertThat(audio(ALICE, 1)).isSameAs(alice);
        assertThat(audio(ALICE, 3)).as("a new number of Alice's").isSameAs(alice);
        assertThat(audio(ALICE, 2)).as("the number of the other call").isSameAs(alice);
        assertThat(report(true, next(ALICE), 2)).isSameAs(alice);
        assertThat(audio(BOB, 2)).as("where Bob was before").isSameAs(bob);
        assertThat(unknown()).isZero();
        pair.leave(alice);
        assertThat(pair.admits(bob, taken.rtp())).isTrue();
        assertThat(pair.expect(bob, taken)).isTrue();
        assertThat(audio(taken.rtp(), 3)).isSameAs(bob);
    }

    @Test
    void shouldBeFreeOnlyWhereNeitherSoundNorReportsAreAnotherCalls() {
        pair.expect(alice, announced(ALICE));
        assertThat(pair.free(announced(BOB))).isTrue();
        assertThat(pair.free(announced(ALICE))).isFalse();
        assertThat(pair.free(new PacketSources(BOB, next(ALICE)))).isFalse();
        assertThat(pair.free(new PacketSources(ALICE, next(BOB)))).isFalse();
    }

    @Test
    void shouldGoByNoNumberThatTwoCallsHave() {
        pair.expect(alice, announced(ALICE));
        pair.expect(bob, announced(BOB));
        audio(ALICE, 7);
        audio(BOB, 7);
        assertThat(report(true, address("192.0.2.1", 9_001), 7)).isNull();
        pair.leave(alice);
        assertThat(report(true, address("192.0.2.1", 9_001), 7))
                .as("Bob's alone")
                .isSameAs(bob);
    }

    @Test
    void shouldNotTakeAPacketOfAnotherAddressForACallWhoseNumberItHas() {
        pair.expect(alice, announced(ALICE));
        audio(ALICE, 1);
        assertThat(audio(address("192.0.2.1", 9_000), 1)).isNull();
        pair.expect(bob, announced(BOB));
        assertThat(report(true, next(BOB), 1)).as("a report from Bob's address").isSameAs(bob);
        assertThat(audio(BOB, 1)).isSameAs(bob);
    }

    @Test
    void shouldKnowReportsByTheirSourceWhenTheyComeFromAnotherPort() {
        pair.expect(alice, announced(ALICE));
        pair.expect(bob, announced(BOB));
        audio(ALICE, 1);
        audio(BOB, 2);
        assertThat(report(true, address("192.0.2.1", 9_001), 2)).isSameAs(bob);
        audio(BOB, 5);
        assertThat(report(true, address("192.0.2.1", 9_001), 5)).isSameAs(bob);
        assertThat(report(true, address("192.0.2.1", 9_001), 2))
                .as("its last number")
                .isNull();
    }

    /** Addresses of IPv6 have more bits than the number that they are looked up by. */
    @Test
    void shouldGiveACallOnlyWhatComesFromItsAddressWhenAnotherAddressHasTheSameNumber() {
        InetSocketAddress one = address("2001:db8::1:0:0:0:2", 4_000);
        InetSocketAddress other = address("2001:db8::2:0:0:0:1", 4_000);
        assertThat(SourceKey.of(other)).isEqualTo(SourceKey.of(one));
        pair.expect(alice, announced(one));
        assertThat(audio(one, 1)).isSameAs(alice);
        assertThat(audio(other, 1)).isNull();
        assertThat(report(true, next(other), 2)).isNull();
        assertThat(pair.free(other)).as("a port of its own is no harm").isFalse();
        pair.expect(bob, announced(other));
        assertThat(audio(one, 1)).as("by the number of the source").isSameAs(alice);
        assertThat(audio(other, 1)).isNull();
        pair.leave(alice);
        assertThat(audio(other, 2)).isSameAs(bob);
        assertThat(audio(one, 1)).isNull();
    }

    @Test
    void shouldForgetACallThatHasLeft() {
        pair.expect(alice, announced(ALICE));
        audio(ALICE, 1);
        assertThat(pair.free(ALICE)).isFalse();
        pair.leave(alice);
        pair.leave(alice);
        assertThat(pair.free(ALICE)).isTrue();
        assertThat(audio(ALICE, 1)).isNull();
        assertThat(report(true, next(ALICE), 1)).isNull();
        assertThat(pair.calls()).isZero();
        assertThat(pair.rtp().isOpen() && pair.rtcp().isOpen()).isTrue();
    }

    @Test
    void shouldCountWhatTheSystemRefused() {
        pair.onSocketError();
        assertThat(counters.value(RtpCounter.SEND_FAILED)).isEqualTo(1);
    }

    /** A packet in the wrong call is worse than a lost one: whatever happened before, it goes to a call that named its address. */
    @Test
    void shouldGiveACallOnlyWhatComesFromAnAddressThatItHasNamed() {
        for (int seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SharedPair shared =
                    new SharedPair(new EmbeddedChannel(), new EmbeddedChannel(), counters, new FenceAuditor());
            Map<Call, InetSocketAddress> named = new HashMap<>();
            for (int step = 0; step < 200; step++) {
                Call call = new Call("call " + random.nextInt(6));
                InetSocketAddress source = address("192.0.2." + random.nextInt(3), 4_000 + 2 * random.nextInt(3));
                switch (random.nextInt(4)) {
                    case 0:
                        boolean free = named.entrySet().stream()
                                .noneMatch(other -> other.getValue().equals(source)
                                        && !other.getKey().equals(call));
                        assertThat(shared.expect(call, announced(source))).isEqualTo(free);
                        if (free) {
                            named.put(call, source);
                        }
                        break;
                    case 1:
                        shared.leave(call);
                        named.remove(call);
                        break;
                    default:
                        ByteBuf packet = Unpooled.buffer();
                        RtpHeader.write(packet, false, 0, step, step, random.nextInt(8));
                        Call receiver = (Call) shared.receiver(false, packet, source);
                        long naming =
                                named.values().stream().filter(source::equals).count();
                        if (receiver == null) {
                            assertThat(naming)
                                    .as("seed %d, step %d", seed, step)
                                    .isNotEqualTo(1);
                        } else {
                            assertThat(named).as("seed %d, step %d", seed, step).containsEntry(receiver, source);
                        }
                        break;
                }
            }
        }
    }
}
