package io.sidetone.server.calls.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.transport.sip.message.SipUri;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom a peer may have us call by REFER, and how often. */
class OutboundServiceTest {
    private static final SipUri ALLOWED = SipUri.of("sip:+4930123456@carrier.example");

    private long nowNs = 5;

    private OutboundService service(int perHour, int perSecond) throws Exception {
        SidetoneConfig config = new ConfigLoader(ConfigEnvironment.system())
                .parse(
                        """
                        engines: {mock: {type: mock}}
                        agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                        outbound: {allow: ["+4930", "sip:*@192.0.2.7"], per-hour: %d}
                        sip:
                          trunks:
                            - {name: refers, to: "sip:carrier.example", accept-refer: true, calls-per-second: %d}
                            - {name: other, to: "sip:carrier.example", accept-refer: true, calls-per-second: %d}
                            - {name: refuses, to: "sip:carrier.example", accept-refer: false, calls-per-second: %d}
                            - {name: silent, to: "sip:carrier.example", calls-per-second: %d}
                        """
                                .formatted(perHour, perSecond, perSecond, perSecond, perSecond),
                        "test",
                        Path.of(""),
                        Optional.empty())
                .config();
        return new OutboundService(null, () -> config, agent -> null, new Retries(id -> null), () -> nowNs);
    }

    @ParameterizedTest
    @CsvSource({
        "refers, sip:+4930123456@carrier.example, ''",
        "refers, sip:anybody@192.0.2.7, ''",
        "refers, sip:+4940123456@carrier.example, outbound.allow does not list it",
        "refers, sip:+4930123456@elsewhere.example, outbound.allow does not list it",
        "refers, sip:anybody@192.0.2.8, list sip:anybody@192.0.2.8",
        "refuses, sip:+4930123456@carrier.example, accept-refer is off for trunk refuses",
        "silent, sip:+4930123456@carrier.example, accept-refer is off",
        "unknown, sip:+4930123456@carrier.example, accept-refer is off"
    })
    void shouldReferOnlyForTrunksThatMayAndOnlyToWhomTheListNames(String trunk, String target, String why)
            throws Exception {
        String refusal = service(10, 10).refers(trunk, SipUri.of(target));
        assertThat(refusal).contains(why);
        assertThat(refusal.isEmpty()).isEqualTo(why.isEmpty());
    }

    @Test
    void shouldCountReferralsOfAllTrunksWithinAnHour() throws Exception {
        OutboundService service = service(2, 50);
        assertThat(service.refers("refers", ALLOWED)).isEmpty();
        assertThat(service.refers("other", ALLOWED)).isEmpty();
        assertThat(service.refers("refers", ALLOWED)).as("the third").contains("outbound.per-hour");
        nowNs += TimeUnit.HOURS.toNanos(1) - 1;
        assertThat(service.refers("refers", ALLOWED)).as("within the hour").isNotEmpty();
        nowNs++;
        assertThat(service.refers("refers", ALLOWED)).as("an hour later").isEmpty();
    }

    @Test
    void shouldLeaveThePlaceOfAReferralThatIsNotAllowed() throws Exception {
        OutboundService service = service(1, 1);
        for (int i = 0; i < 5; i++) {
            assertThat(service.refers("refuses", ALLOWED)).isNotEmpty();
            assertThat(service.refers("refers", SipUri.of("sip:+1900@carrier.example")))
                    .isNotEmpty();
        }
        assertThat(service.refers("refers", ALLOWED)).isEmpty();
    }

    @Test
    void shouldReferNoFasterThanTheTrunkTakesCalls() throws Exception {
        OutboundService service = service(2, 1);
        assertThat(service.refers("refers", ALLOWED)).isEmpty();
        assertThat(service.refers("refers", ALLOWED)).as("at once").contains("calls-per-second");
        nowNs += TimeUnit.SECONDS.toNanos(1);
        assertThat(service.refers("refers", ALLOWED))
                .as("a second later; the one before took no place of the hour")
                .isEmpty();
    }
}
