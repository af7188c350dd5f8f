package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IpPacketTest {
    private final ByteBuffer out = ByteBuffer.allocate(70_000);

    @Test
    void shouldWriteADatagramOfIpv4WithItsChecksums() {
        out.position(3);
        int length = IpPacket.write(
                out, new InetSocketAddress("192.0.2.1", 5060), new InetSocketAddress("192.0.2.2", 5062), new byte[] {
                    1, 2, 3
                });
        byte[] packet = new byte[length];
        out.get(3, packet);
        // Both sums were computed apart from this code.
        assertThat(HexFormat.of().formatHex(packet))
                .isEqualTo(
                        "4500001f00004000" + "4011b6ca" + "c0000201" + "c0000202" + "13c413c6000b" + "5048" + "010203");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 171, 172, 1_500})
    void shouldSumUpToNothingWhenTheReceiverChecks(int bytes) {
        byte[] payload = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            payload[i] = (byte) (i * 31);
        }
        int length = IpPacket.write(
                out,
                new InetSocketAddress("2001:db8::1", 10_000),
                new InetSocketAddress("2001:db8::2", 4_000),
                payload);
        assertThat(length).isEqualTo(40 + 8 + bytes);
        assertThat(out.getShort(4) & 0xFFFF).isEqualTo(8 + bytes);
        long pseudo = IpPacket.sum(out, 8, 40, 17 + 8 + bytes);
        assertThat(IpPacket.folded(IpPacket.sum(out, 40, length, pseudo))).isEqualTo(0xFFFF);
    }

    @Test
    void shouldCutWhatNoDatagramHoldsAndShowAWildcardAsOneOfThePeersKind() {
        int length = IpPacket.write(
                out, new InetSocketAddress("::", 5060), new InetSocketAddress("192.0.2.2", 5060), new byte[66_000]);
        assertThat(length).isEqualTo(65_535);
        assertThat(out.getInt(12)).isZero();
        assertThat(out.get(0) >> 4).isEqualTo(4);
    }
}
