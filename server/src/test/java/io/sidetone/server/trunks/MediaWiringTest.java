package io.sidetone.server.trunks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.RtpConfig;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.PortRange;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.transport.rtp.RtpSettings;
import java.time.Duration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Which ports are for what. */
class MediaWiringTest {
    private static RtpConfig rtp(int first, int last, boolean shared) throws Exception {
        IpAddress address = IpAddress.parse("127.0.0.1");
        return new RtpConfig(
                address, new PortRange(first, last), address, shared, Duration.ofSeconds(30), Duration.ofMillis(100));
    }

    @Test
    void shouldLeaveThePortsThatCallsShareToThem() throws Exception {
        RtpSettings rehearsal = MediaWiring.loopback(rtp(10_000, 10_099, true));
        assertThat(rehearsal.lowPort()).isEqualTo(10_000 + 2 * MediaWiring.threads());
        assertThat(rehearsal.highPort()).isEqualTo(10_099);
        assertThat(MediaWiring.loopback(rtp(10_001, 10_099, false)).lowPort()).isEqualTo(10_002);
    }

    @Test
    void shouldSayHowManyPortsAreNeededWhenTheRangeHasTooFew() throws Exception {
        int last = 10_000 + 2 * MediaWiring.threads() - 1;
        RtpConfig few = rtp(10_000, last, true);
        RtpConfig odd = rtp(10_001, last + 2, true);
        assertThatThrownBy(() -> MediaWiring.loopback(odd)).isInstanceOf(EngineSetupException.class);
        assertThatThrownBy(() -> MediaWiring.loopback(few))
                .isInstanceOf(EngineSetupException.class)
                .satisfies(refused ->
                        assertThat(((EngineSetupException) refused).exitCode()).isEqualTo(ExitCode.CONFIG))
                .extracting(refused -> ((EngineSetupException) refused).problems(), InstanceOfAssertFactories.LIST)
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith("rtp.ports: 10000-" + last + " holds " + MediaWiring.threads() + " port pairs")
                .endsWith("widen the range");
    }
}
