package io.sidetone.server.trunks;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.transport.dialect.service.Carriers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which media dialects there are: with a token or a public address only those that have a secret. */
class StreamDoorsTest {
    private static final String ALL = "asterisk exotel freeswitch plivo signalwire telnyx twilio vonage";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port: 0 | | *",
                "port: 0 | vonage: {token: k} | *",
                "token: t | | ''",
                "token: t | twilio: {lead: 100ms} | ''",
                "token: t | telnyx: {token: k} | telnyx",
                "token: t | signalwire: {token: k} | signalwire",
                "token: t | 'exotel: {user: u, password: p}' | exotel",
                "token: t | 'asterisk: {user: u, password: p}' | asterisk",
                "token: t | 'freeswitch: {user: u, password: p}, vonage: {token: k}' | freeswitch vonage",
                "'token: t, public-url: \"https://a.example.com\"' | 'twilio: {auth-token: k}' | twilio",
                "'token: t, public-url: \"https://a.example.com\"' | 'plivo: {auth-token: k}' | plivo"
            })
    void shouldServeWithATokenOnlyDialectsThatHaveASecret(String http, String streams, String served) throws Exception {
        SidetoneConfig config = new ConfigLoader(new ConfigEnvironment(variable -> null, 1, Path.of("/none")))
                .parse(
                        """
                        engines: {mock: {type: mock}}
                        agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                        http: {%s}
                        streams: {%s}
                        """
                                .formatted(http, streams == null ? "" : streams),
                        "test.yaml",
                        Path.of("/"),
                        Optional.empty())
                .config();
        Carriers carriers = StreamWiring.carriers(config, null, new SecureRandom());
        Set<String> doors = new PbxWiring(config, null, new SimpleMeterRegistry())
                .routes().stream()
                        .map(route -> route.template().split("/")[2])
                        .collect(Collectors.toCollection(TreeSet::new));
        carriers.streams((template, protocol) -> doors.add(template.split("/")[2]));
        String expected = served.equals("*") ? ALL : served;
        assertThat(String.join(" ", doors)).isEqualTo(expected);
    }
}
