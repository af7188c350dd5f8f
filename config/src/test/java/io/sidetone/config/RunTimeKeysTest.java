package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.RunTimeKeys;
import io.sidetone.config.schema.Values;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("CARD-09")
class RunTimeKeysTest {
    private static Values values(String more) throws Exception {
        return Loading.load(Loading.AGENTS + more, Map.of()).values();
    }

    private static List<String> waiting(String before, String after) throws Exception {
        return RunTimeKeys.waitingForRestart(values(before), values(after));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sip: {port: 5060}                        | sip: {port: 5070}                        | sip.port",
                "http: {port: 8080}                       | http: {port: 8081}                       | http.port",
                "rtp: {ports: 10000-20000}                | rtp: {ports: 10000-20002}                | rtp.ports",
                "lanes: {count: 1}                        | lanes: {count: 2}                        | lanes.count",
                "store: {enabled: auto}                   | store: {enabled: 'false'}                | store.enabled",
                "http: {token: 0123456789abcdef0123}      | http: {token: 0123456789abcdef0124}      | http.token",
                "http: {token: 0123456789abcdef0123}      | ''                                       | http.token"
            })
    void shouldNameWhatWaitsForARestart(String before, String after, String key) throws Exception {
        assertThat(waiting(before, after)).containsExactly(key);
        assertThat(waiting(before, before)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies: {slow: {endSilenceMs: 900}}    | policies: {slow: {endSilenceMs: 800}}",
                "hold: {max: 60s}                         | hold: {max: 50s}",
                "limits: {max-call-length: 60m}           | limits: {max-call-length: 50m}",
                "rtp: {timeout: 30s}                      | rtp: {timeout: 20s}",
                "alerts: {thinking: 5s}                   | alerts: {thinking: 6s}",
                "failover: {first-text: 2s}               | failover: {first-text: 3s}",
                "''                                       | policies: {slow: {endSilenceMs: 800}}"
            })
    void shouldNotNameWhatAReloadApplies(String before, String after) throws Exception {
        assertThat(waiting(before, after)).isEmpty();
    }

    @Test
    void shouldNameEveryKeyThatFollowsFromAnother() throws Exception {
        assertThat(waiting("limits: {max-calls: 100}", "limits: {max-calls: 200}"))
                .containsExactly("http.max-connections", "limits.max-calls");
    }

    @Test
    void shouldApplyKeysThatThereAre() {
        for (String name : RunTimeKeys.NAMES) {
            KeyTree at = KeyRegistry.tree();
            for (String part : name.split("\\.")) {
                assertThat(at).as(name).isNotNull();
                at = at.child(part);
            }
            assertThat(at).as(name).isNotNull();
        }
    }
}
