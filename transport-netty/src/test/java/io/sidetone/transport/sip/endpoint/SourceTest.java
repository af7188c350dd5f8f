package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourcePolicy.Kind;
import io.sidetone.transport.sip.source.SourcePolicy.Trunk;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByAddress(NetUtil.createByteArrayFromIpAddressString(literal));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal, e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.0/24, 192.0.2.255, true",
        "192.0.2.0/24, 192.0.3.0, false",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.7, 192.0.2.7, true",
        "192.0.2.7, 192.0.2.6, false",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "2001:db8::1, 2001:db8::1, true",
        "10.1.2.3/31, 10.1.2.2, true",
    })
    void shouldContainWhenPrefixMatches(String block, String address, boolean contained) {
        assertThat(Blocks.of(block).contains(address(address))).isEqualTo(contained);
    }

    @Test
    void shouldAdmitTrunksAndLoopbackOnlyWhenOthersAreNotAllowed() {
        Trunk trunk = new Trunk("carrier", List.of(Blocks.of("192.0.2.0/24"), Blocks.of("2001:db8::/32")), true);
        SourcePolicy policy = new SourcePolicy(List.of(trunk), false);

        assertThat(policy.admit(address("192.0.2.9")).trunkName()).isEqualTo("carrier");
        assertThat(policy.admit(address("192.0.2.9")).nat()).isTrue();
        assertThat(policy.admit(address("2001:db8::9")).kind()).isEqualTo(Kind.TRUNK);
        assertThat(policy.admit(address("127.0.0.1")).kind()).isEqualTo(Kind.LOOPBACK);
        assertThat(policy.admit(address("::1")).kind()).isEqualTo(Kind.LOOPBACK);
        assertThat(policy.admit(address("203.0.113.1")).admitted()).isFalse();
        assertThat(new SourcePolicy(List.of(trunk), true)
                        .admit(address("203.0.113.1"))
                        .limited())
                .isTrue();
    }

    @Test
    void shouldAdmitHostWhenWeCalledItOurselves() {
        AllowedPeers peers = new AllowedPeers(SourcePolicy.loopbackOnly());
        InetAddress host = address("203.0.113.1");
        assertThat(peers.admit(host).admitted()).isFalse();

        peers.call(host);

        assertThat(peers.admit(host).admitted()).isTrue();
        for (int i = 0; i < 2000; i++) {
            peers.call(address("198.51." + i / 200 + "." + i % 200));
        }
        assertThat(peers.admit(host).admitted())
                .as("forgotten after many others")
                .isFalse();
    }

    @Test
    void shouldGrantRateAndBurstWhenSourceKeepsAsking() {
        SourceRateLimiter limiter = new SourceRateLimiter(200, 16, 42);
        InetAddress source = address("203.0.113.1");
        int granted = 0;
        for (int ms = 0; ms < 10_000; ms++) {
            granted += limiter.tryTake(source, ms * 1_000_000L) ? 1 : 0;
        }
        assertThat(granted).isBetween(2190, 2200);
    }

    @Test
    void shouldKeepSourcesApartWhenOneFloods() {
        SourceRateLimiter limiter = new SourceRateLimiter(5, 16, 42);
        InetAddress loud = address("203.0.113.1");
        for (int i = 0; i < 50; i++) {
            limiter.tryTake(loud, 0);
        }
        assertThat(limiter.tryTake(loud, 0)).isFalse();
        assertThat(limiter.tryTake(address("203.0.113.2"), 0)).isTrue();
        assertThat(limiter.tryTake(loud, SECOND_NS)).isTrue();
    }

    @Test
    void shouldShareBucketWhenSourcesAreOneIpv6Network() {
        SourceRateLimiter limiter = new SourceRateLimiter(1, 16, 42);

        assertThat(limiter.tryTake(address("2001:db8:0:1::1"), 0)).isTrue();
        assertThat(limiter.tryTake(address("2001:db8:0:1::2"), 0)).isFalse();
        assertThat(limiter.tryTake(address("2001:db8:0:2::1"), 0)).isTrue();
    }

    @Test
    void shouldHoldFixedMemoryWhenManySourcesCome() {
        SourceRateLimiter limiter = new SourceRateLimiter(1, 2, 42);
        int granted = 0;
        for (int i = 0; i < 1000; i++) {
            granted += limiter.tryTake(address("10.0." + i / 250 + "." + i % 250), i) ? 1 : 0;
        }
        assertThat(granted).isEqualTo(1000);
        assertThat(limiter.tryTake(address("10.0.3.249"), 1000))
                .as("the latest is still known")
                .isFalse();
    }

    @Test
    void shouldSayOneLinePerIntervalWhenSomethingRepeats() {
        List<String> lines = new ArrayList<>();
        SparseLog log = new SparseLog(lines::add, 60 * SECOND_NS);
        for (int second = 0; second < 125; second++) {
            log.report(SipCounter.PARSE_REFUSED, "n" + second, second * SECOND_NS);
            log.report(SipCounter.NOT_SIP, "x", second * SECOND_NS);
        }

        assertThat(lines).hasSize(6);
        assertThat(lines.get(2)).isEqualTo("sip: malformed messages: n60 (and 59 more since the last such line)");
    }
}
