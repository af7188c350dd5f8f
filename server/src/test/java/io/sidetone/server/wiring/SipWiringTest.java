package io.sidetone.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.SipConfig;
import io.sidetone.config.schema.KeyRegistry;
import io.sidetone.config.value.IpAddress;
import io.sidetone.transport.sip.sdp.AudioCodec;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SipWiringTest {
    @Test
    void shouldKnowEveryCodecThatTheConfigurationNames() throws Exception {
        SipConfig.Trunk trunk = new SipConfig.Trunk("carrier", List.of(), false, List.of(), List.of("PCMA"));
        SipConfig config = new SipConfig(
                IpAddress.parse("127.0.0.1"), 5060, null, false, 200, 2_000, KeyRegistry.CODECS, List.of(trunk));
        Function<String, List<AudioCodec>> codecs = SipWiring.codecs(config);

        assertThat(codecs.apply(null)).containsExactly(AudioCodec.values());
        assertThat(codecs.apply("carrier")).containsExactly(AudioCodec.PCMA);
    }
}
