package io.sidetone.transport.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.transport.loop.SourceNetwork;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class PeerSourceTest {
    private static final HttpHeaders DIRECT = new DefaultHttpHeaders();
    private static final HttpHeaders PASSED_ON = new DefaultHttpHeaders().add("X-Forwarded-For", "203.0.113.9");

    private static InetSocketAddress from(String address) {
        return new InetSocketAddress(address, 40_000);
    }

    @Test
    void shouldCountAConnectionForItsAddress() {
        SourceNetwork network = PeerSource.of(from("203.0.113.7"), DIRECT);
        assertThat(network).isNotNull();
        assertThat(PeerSource.of(from("203.0.113.7"), DIRECT)).isEqualTo(network);
        assertThat(PeerSource.of(from("203.0.113.8"), DIRECT)).isNotEqualTo(network);
        assertThat(PeerSource.of(from("2001:db8::1"), DIRECT))
                .isEqualTo(PeerSource.of(from("2001:db8::ffff"), DIRECT))
                .isNotEqualTo(PeerSource.of(from("2001:db8:0:1::1"), DIRECT));
    }

    @Test
    void shouldCountNobodysConnectionWhereAnAddressStandsForMany() {
        assertThat(PeerSource.of(from("127.0.0.1"), DIRECT)).isNull();
        assertThat(PeerSource.of(from("192.0.2.1"), PASSED_ON)).isNull();
        assertThat(PeerSource.of(new EmbeddedChannel().remoteAddress(), DIRECT)).isNull();
    }
}
