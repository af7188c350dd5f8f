package io.sidetone.server.trunks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.KeyRegistry;
import io.sidetone.config.SipConfig;
import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.value.AddressBlock;
import io.sidetone.config.value.IpAddress;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.trunk.TransferMode;
import io.sidetone.transport.trunk.TrunkProfile;
import io.sidetone.transport.trunk.media.AnswerTime;
import io.sidetone.transport.trunk.media.DtmfPolicy;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SipWiringTest {
    private static final SipConfig.Tls NO_TLS =
            new SipConfig.Tls(5061, Optional.empty(), Optional.empty(), Optional.empty(), "none");

    /** Calls of the trunk {@code carrier} differ from others in codec and encryption. */
    private static SipConfig carrier() throws Exception {
        SipConfig.Trunk trunk = new SipConfig.Trunk(
                "carrier",
                List.of(),
                true,
                List.of(AddressBlock.parse("203.0.113.0/24")),
                List.of("PCMA"),
                "required",
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                false,
                false,
                Duration.ZERO,
                "sidetone",
                "from",
                200,
                10,
                OnCallConfig.NOBODY,
                new SipConfig.Numbers("+49", "0", "00", "as-is"),
                Map.of("X-Tenant", "example"),
                "in-band",
                "after-greeting",
                Duration.ofSeconds(1_800),
                "auto",
                false);
        return new SipConfig(
                IpAddress.parse("127.0.0.1"),
                5060,
                "127.0.0.1",
                NO_TLS,
                List.of(),
                false,
                200,
                2_000,
                KeyRegistry.CODECS,
                "optional",
                false,
                List.of("MD5"),
                List.of(trunk));
    }

    @Test
    void shouldMakeAProfileOfEachTrunkAsConfigured() throws Exception {
        TrunkProfile carrier = SipWiring.profiles(carrier()).of("carrier");

        assertThat(carrier.codecs()).containsExactly(SdpCodec.PCMA);
        assertThat(carrier.encryption()).isEqualTo(new MediaEncryption(SrtpPolicy.REQUIRED, true));
        assertThat(carrier.numbers()).isEqualTo(new NumberPlan("+49", "0", "00", NumberPlan.Bare.AS_IS));
        assertThat(carrier.answer()).isEqualTo(AnswerTime.AFTER_GREETING);
        assertThat(carrier.dtmf()).isEqualTo(DtmfPolicy.IN_BAND);
        assertThat(carrier.headers()).containsExactly(new SipHeader("X-Tenant", "example"));
        assertThat(carrier.transfer()).isEqualTo(TransferMode.AUTO);
        assertThat(carrier.maxCalls()).isEqualTo(200);
        assertThat(carrier.sessionTimers()).isEqualTo(new SessionTimerPolicy(1_800, 90));
        assertThat(SipWiring.encrypts(carrier())).isTrue();
    }

    @Test
    void shouldMakeAProfileOfCallsThatComeOverNoTrunk() throws Exception {
        assertThat(SipWiring.profiles(carrier()).of(null))
                .isEqualTo(TrunkProfile.ofAnybody(SdpCodec.BUILT_IN, new MediaEncryption(SrtpPolicy.OPTIONAL, false)));
    }

    @Test
    void shouldTakeTheMediaOfATrunkBehindTranslationFromItsNetworks() throws Exception {
        SipConfig config = carrier();
        OtherSources there = SipWiring.profiles(config).of("carrier").mediaSources();

        assertThat(there.allows(InetAddress.getByName("203.0.113.9"))).isTrue();
        assertThat(there.allows(InetAddress.getByName("203.0.114.9"))).isFalse();
    }

    @Test
    void shouldGiveTheEndpointItsLimitsAndItsTrunks() throws Exception {
        SipConfig.Trunk trunk = new SipConfig.Trunk(
                "carrier",
                List.of(AddressBlock.parse("198.51.100.0/24")),
                true,
                List.of(AddressBlock.parse("203.0.113.0/24")),
                KeyRegistry.CODECS,
                "off",
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                false,
                false,
                Duration.ZERO,
                "sidetone",
                "from",
                200,
                10,
                OnCallConfig.NOBODY,
                new SipConfig.Numbers("+49", "0", "00", "as-is"),
                Map.of("X-Tenant", "example"),
                "in-band",
                "after-greeting",
                Duration.ofSeconds(1_800),
                "auto",
                false);
        SipConfig config = new SipConfig(
                IpAddress.parse("127.0.0.1"),
                5070,
                "sip.example.com:5080",
                NO_TLS,
                List.of(),
                false,
                7,
                70,
                KeyRegistry.CODECS,
                "off",
                false,
                List.of("MD5"),
                List.of(trunk));
        assertThat(SipWiring.encrypts(config)).isFalse();
        SipEndpointSettings settings = SipWiring.settings(config, SipWiring.sources(config));

        InetSocketAddress here = new InetSocketAddress("127.0.0.1", 5070);
        assertThat(settings.listeners())
                .containsExactly(
                        new ListeningPoint(SipTransport.UDP, here).advertised("sip.example.com", 5080),
                        new ListeningPoint(SipTransport.TCP, here).advertised("sip.example.com", 5080));
        assertThat(settings.invitesPerSecond()).isEqualTo(7);
        assertThat(settings.trunkInvitesPerSecond()).isEqualTo(70);
        assertThat(settings.idlePerSource()).isEqualTo(128);
        assertThat(settings.firstMessageTimeoutNs()).isEqualTo(120_000_000_000L);
        SourcePolicy.Admission admission = settings.sources().admit(InetAddress.getByName("198.51.100.9"));
        assertThat(admission.trunkName()).isEqualTo("carrier");
        assertThat(admission.trunk().nat()).isTrue();
        assertThat(settings.sources()
                        .admit(InetAddress.getByName("203.0.113.9"))
                        .admitted())
                .isFalse();
    }
}
