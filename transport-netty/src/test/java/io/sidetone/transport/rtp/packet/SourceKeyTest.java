package io.sidetone.transport.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Addresses as numbers. */
class SourceKeyTest {
    @Test
    void shouldKnowEveryAddressOfIpv4ByANumberOfItsOwn() throws UnknownHostException {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 10_000; i++) {
            int address = random.nextInt();
            int port = random.nextInt(1 << 16);
            byte[] octets = ByteBuffer.allocate(4).putInt(address).array();
            long key = SourceKey.of(new InetSocketAddress(InetAddress.getByAddress(octets), port));
            assertThat(key).isEqualTo((address & 0xFFFF_FFFFL) << 16 | port);
            assertThat(SourceKey.exact(key)).isTrue();
        }
    }

    @Test
    void shouldTellNeighboursApartByTheirNumbers() {
        assertThat(SourceKey.of(new InetSocketAddress("2001:db8::1", 10_002)))
                .isNotEqualTo(SourceKey.of(new InetSocketAddress("2001:db8::3", 10_000)));
    }

    @Test
    void shouldSayThatOtherAddressesMayHaveTheSameNumber() {
        assertThat(SourceKey.exact(SourceKey.of(new InetSocketAddress("2001:db8::1", 4_000))))
                .isFalse();
        assertThat(SourceKey.exact(SourceKey.of(new InetSocketAddress("::", 0))))
                .isFalse();
        assertThat(SourceKey.exact(SourceKey.of(InetSocketAddress.createUnresolved("nowhere.invalid", 1))))
                .isFalse();
    }
}
