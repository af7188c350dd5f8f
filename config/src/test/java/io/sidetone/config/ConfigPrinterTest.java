package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigPrinterTest {
    private static final Map<String, String> VARIABLES = Map.of("TOKEN", "s3cret-value");
    private static final String FULL =
            """
            sip: {bind: 0.0.0.0, advertise: 192.0.2.7, port: 5062,
                  trunks: [{name: "north: \\"1\\"", from: [198.51.100.0/24, "2001:db8::/32"], nat: true}, {name: s, from: 192.0.2.9}]}
            rtp: {ports: 20000-30000, timeout: 1500ms}
            http: {bind: "::1", token: "${TOKEN}", max-body: 3MiB}
            engines: {mock: {type: mock}, "2nd": {type: embedded}}
            agents:
              desk: {recognizer: [mock, 2nd], dialogue: mock, synthesizer: mock, policy: p,
                     greeting: "Line one\\nline \\"two\\": $${x} \\u2028 ä # no comment",
                     match: {called: ["+49*", "true", "0123", "~"], header: {"X-A": "b: c"}}}
            policies: {p: {profile: hands-free, minSpeechMs: 300, speechThreshold: 0.65}, default: {maxTurnMs: 5000}}
            lanes: {count: 3, wait-strategy: yielding}
            drain: {max: 0s}
            embedded: {decoders: 0}
            """;

    @Test
    void shouldPrintWhatLoadsAgainToTheSame() throws Exception {
        LoadedConfig first = Loading.load(FULL, VARIABLES);
        String printed = ConfigPrinter.print(first);
        LoadedConfig second = Loading.load(printed, VARIABLES);
        assertThat(second.config()).isEqualTo(first.config());
        assertThat(ConfigPrinter.print(second)).isEqualTo(printed);
    }

    @Test
    void shouldPrintEveryDefaultWhenLittleIsGiven() throws Exception {
        LoadedConfig first = Loading.load(Loading.AGENTS, Map.of());
        String printed = ConfigPrinter.print(first);
        assertThat(printed)
                .contains("sip:\n  bind: 127.0.0.1\n  port: 5060\n  advertise: 127.0.0.1\n")
                .contains("lanes:\n  count: 2\n  wait-strategy: blocking\n")
                .contains("drain:\n  max: 5m\n");
        assertThat(Loading.load(printed, Map.of()).config()).isEqualTo(first.config());
    }

    @Test
    void shouldShowWhereASecretComesFromAndNeverTheSecret() throws Exception {
        assertThat(ConfigPrinter.print(Loading.load(FULL, VARIABLES)))
                .contains("token: \"${TOKEN}\"")
                .doesNotContain("s3cret");
        assertThat(ConfigPrinter.print(Loading.load(Loading.AGENTS + "http: {token: s3cret-value}", Map.of())))
                .contains("token: \"********\"")
                .doesNotContain("s3cret");
        assertThat(Loading.load(FULL, VARIABLES).toString()).doesNotContain("s3cret");
    }
}
