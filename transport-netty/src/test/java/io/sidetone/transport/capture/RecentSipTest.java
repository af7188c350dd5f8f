package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentSipTest {
    private static final InetSocketAddress OURS = new InetSocketAddress("192.0.2.1", 5060);
    private static final InetSocketAddress CARRIER = new InetSocketAddress("192.0.2.2", 5060);
    private static final long SECOND = 1_000_000_000L;

    private final RecentSip recent = new RecentSip();
    private long wallNs = 1_700_000_000L * SECOND;

    private WirePacket packet(boolean sent, InetSocketAddress peer, String callId, int bytes) {
        wallNs++;
        return new WirePacket(
                WireKind.SIP, wallNs, 0, callId, sent, false, sent ? OURS : peer, sent ? peer : OURS, new byte[bytes]);
    }

    private static InetSocketAddress address(int number) throws UnknownHostException {
        return new InetSocketAddress(
                InetAddress.getByAddress(new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number}),
                5060);
    }

    private List<WirePacket> carrierCall() {
        List<WirePacket> call = List.of(
                packet(false, CARRIER, "call@carrier", 900),
                packet(true, CARRIER, "call@carrier", 300),
                packet(true, CARRIER, "call@carrier", 800));
        assertThat(call).allMatch(recent::add);
        return call;
    }

    @Test
    void shouldKeepTheMessagesOfADialogInTheirOrderForAMinute() {
        List<WirePacket> call = carrierCall();
        recent.add(packet(false, CARRIER, "other@carrier", 500));
        assertThat(recent.of("call@carrier")).isEqualTo(call);
        recent.expire(call.get(1).wallNs() + RecentSip.KEPT_NS);
        assertThat(recent.of("call@carrier")).isEqualTo(call.subList(1, 3));
        recent.expire(wallNs + RecentSip.KEPT_NS + 1);
        assertThat(recent.of("call@carrier")).isEmpty();
    }

    @Test
    void shouldFindADialogThatGoesByTwoAddresses() throws Exception {
        WirePacket first = packet(false, CARRIER, "call", 100);
        WirePacket second = packet(true, address(7), "call", 100);
        WirePacket third = packet(false, CARRIER, "call", 100);
        assertThat(List.of(first, second, third)).allMatch(recent::add);
        assertThat(recent.of("call")).containsExactly(first, second, third);
    }

    @Test
    void shouldKeepTheMessagesOfOthersWhenOnePeerFloods() throws Exception {
        List<WirePacket> call = carrierCall();
        InetSocketAddress scanner = address(1);
        for (int i = 0; i < 100_000; i++) {
            assertThat(recent.add(packet(i % 2 == 1, scanner, "scan" + i, 700))).isTrue();
        }
        assertThat(recent.of("call@carrier")).isEqualTo(call);
        assertThat(recent.of("scan99999")).as("the latest of the flood").hasSize(1);
        assertThat(recent.of("scan0")).as("the first of the flood").isEmpty();
    }

    @Test
    void shouldKeepTheMessagesOfOthersWhenAFloodComesFromMorePeersThanThereIsRoomFor() throws Exception {
        List<WirePacket> call = carrierCall();
        long refused = 0;
        for (int i = 0; i < 200_000; i++) {
            refused += recent.add(packet(false, address(i % 5_000), "scan" + i, 4_000)) ? 0 : 1;
        }
        assertThat(recent.of("call@carrier")).isEqualTo(call);
        assertThat(refused).isGreaterThan(100_000);
        WirePacket bye = packet(false, CARRIER, "call@carrier", 700);
        assertThat(recent.add(bye)).as("a known peer pushes out its own").isTrue();
        assertThat(recent.of("call@carrier")).contains(bye);
        recent.expire(wallNs + RecentSip.KEPT_NS + 1);
        assertThat(recent.add(packet(false, address(4_999), "later", 4_000)))
                .as("there is room again")
                .isTrue();
    }

    @Test
    void shouldNeverHoldMoreThanItsBounds() throws Exception {
        int kept = 0;
        for (int i = 0; i < 3 * RecentSip.MOST_PEERS; i++) {
            for (int message = 0; message < 100; message++) {
                recent.add(packet(false, address(i), "flood", 1_792));
            }
            kept = recent.of("flood").size();
        }
        assertThat(kept * 2_048L).isGreaterThan(RecentSip.MOST_BYTES / 2).isLessThanOrEqualTo(RecentSip.MOST_BYTES);
        assertThat(recent.add(packet(false, address(1), "huge", RecentSip.PEER_BYTES)))
                .isFalse();
    }
}
