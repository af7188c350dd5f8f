package io.sidetone.transport.rtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTargetsTest {
    @ParameterizedTest(name = "{0}:{1} signalled from {2}: {3}")
    @CsvSource({
        "8.8.4.4, 4000, 9.9.9.9, true",
        "8.8.4.4, 0, 9.9.9.9, false",
        "0.0.0.0, 4000, 9.9.9.9, false",
        "224.0.0.1, 4000, 9.9.9.9, false",
        "255.255.255.255, 4000, 10.0.0.1, false",
        "127.0.0.1, 4000, 9.9.9.9, false",
        "127.0.0.1, 4000, 10.0.0.1, false",
        "127.0.0.1, 4000, 127.0.0.1, true",
        "127.0.0.2, 4000, 127.0.0.1, true",
        "10.1.2.3, 4000, 9.9.9.9, false",
        "192.168.1.5, 4000, 9.9.9.9, false",
        "172.16.0.9, 4000, 9.9.9.9, false",
        "169.254.1.1, 4000, 9.9.9.9, false",
        "100.64.3.4, 4000, 9.9.9.9, false",
        "100.128.3.4, 4000, 9.9.9.9, true",
        "0.1.2.3, 4000, 9.9.9.9, false",
        "240.0.0.1, 4000, 9.9.9.9, false",
        "192.168.1.5, 4000, 10.0.0.1, true",
        "192.168.1.5, 4000, 127.0.0.1, true",
        "192.168.1.5, 4000, 192.168.1.5, true",
        "8.8.4.4, 4000, 192.168.1.5, true",
        "fd00::1, 4000, 2001:db8::1, false",
        "fe80::1, 4000, 2001:db8::1, false",
        "::1, 4000, 2001:db8::1, false",
        "ff02::1, 4000, 2001:db8::1, false",
        "2001:db8::2, 4000, 2001:db8::1, true"
    })
    void shouldOnlyAimWhereTheCallerCouldReachItself(String host, int port, String signalling, boolean allowed)
            throws UnknownHostException {
        InetSocketAddress announced = new InetSocketAddress(InetAddress.getByName(host), port);
        assertThat(MediaTargets.mayTarget(announced, InetAddress.getByName(signalling)))
                .isEqualTo(allowed);
    }
}
