package io.sidetone.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.problem.Nearest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.0/24", "0.0.0.0/0", "2001:db8::/32", "10.0.0.0/9", "203.0.113.7"})
    void shouldReadABlockAsItIsShown(String block) throws Exception {
        assertThat(AddressBlock.parse(AddressBlock.parse(block).toString())).isEqualTo(AddressBlock.parse(block));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2.3",
                "1.2.3.4.5",
                "01.2.3.4",
                "1.2.3.256",
                "host",
                "::g",
                "1:2",
                "-1.0.0.0",
                "fe80::1%eth0"
            })
    void shouldRefuseWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> IpAddress.parse(text)).isInstanceOf(BadValueException.class);
    }

    @Test
    void shouldTellLoopbackAndWildcardAddresses() throws Exception {
        assertThat(IpAddress.parse("localhost")).isEqualTo(IpAddress.parse("127.0.0.1"));
        assertThat(IpAddress.parse("127.1.2.3").loopback()).isTrue();
        assertThat(IpAddress.parse("[::1]").loopback()).isTrue();
        assertThat(IpAddress.parse("::").wildcard()).isTrue();
        assertThat(IpAddress.parse("0.0.0.0").wildcard()).isTrue();
        assertThat(IpAddress.parse("192.0.2.1").loopback()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"250ms, 250", "30s, 30000", "5m, 300000", "1h, 3600000", "1500ms, 1500", "0s, 0"})
    void shouldReadDurationsAndWriteThemBack(String text, long ms) throws Exception {
        assertThat(Units.duration(text)).isEqualTo(Duration.ofMillis(ms));
        assertThat(Units.duration(Units.text(Duration.ofMillis(ms)))).isEqualTo(Duration.ofMillis(ms));
    }

    @ParameterizedTest
    @CsvSource({"0B, 0", "512B, 512", "64KiB, 65536", "1MiB, 1048576", "2GiB, 2147483648"})
    void shouldReadSizesAndWriteThemBack(String text, long bytes) throws Exception {
        assertThat(Units.bytes(text)).isEqualTo(bytes);
        assertThat(Units.text(bytes)).isEqualTo(text);
    }

    @Test
    void shouldSuggestOnlyWhatIsNear() {
        List<String> names = List.of("bind", "port", "advertise", "allow-anyone");
        assertThat(Nearest.to("htp", List.of("rtp", "http"))).contains("http");
        assertThat(Nearest.to("prot", names)).contains("port");
        assertThat(Nearest.to("allowAnyone", names)).contains("allow-anyone");
        assertThat(Nearest.to("advertize", names)).contains("advertise");
        assertThat(Nearest.to("zebra", names)).isEmpty();
        assertThat(Nearest.to("x".repeat(1_000), names)).isEmpty();
    }

    @Test
    void shouldKeepSecretsToThemselves() {
        assertThat(Secret.literal("abc")).hasToString("********");
        assertThat(Secret.literal("abc").shown()).isEqualTo("********");
        assertThat(Secret.referenced("abc", "${X}").shown()).isEqualTo("${X}");
        assertThat(Secret.literal("abc")).isEqualTo(Secret.referenced("abc", "${X}"));
    }
}
