package io.sidetone.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.Loading;
import io.sidetone.config.print.ConfigPrinter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamsConfigTest {
    private static final String URL = "http: {token: t0ken, public-url: 'https://agent.example.com/'}\n";

    @Test
    void shouldKnowEveryDialectWhenTheFileNamesNone() throws Exception {
        StreamsConfig streams = Loading.config("").streams();
        assertThat(streams.dialects()).containsKeys("twilio", "telnyx", "plivo", "signalwire", "exotel");
        assertThat(streams.dialect("twilio").leadMs()).isEqualTo(60);
        assertThat(streams.dialect("exotel").leadMs()).isEqualTo(100);
        assertThat(streams.dialect("telnyx").text("format")).isEqualTo("PCMU/8000");
        assertThat(streams.dialect("telnyx").text("byte-order")).isEqualTo("big-endian");
        assertThat(streams.dialect("twilio").secret("auth-token")).isEmpty();
        assertThatThrownBy(() -> streams.dialect("nobody")).hasMessageContaining("nobody");
    }

    @Test
    void shouldTakeSecretsAndMaskThemWhenPrinted() throws Exception {
        LoadedConfig loaded = Loading.load(
                Loading.AGENTS + URL
                        + "streams: {twilio: {auth-token: '${TOKEN}', lead: 80ms}, exotel: {user: u, password: 'pass-word'}}",
                Map.of("TOKEN", "very-secret"));
        StreamsConfig streams = loaded.config().streams();
        assertThat(streams.dialect("twilio").secret("auth-token")).contains("very-secret");
        assertThat(streams.dialect("twilio").leadMs()).isEqualTo(80);
        assertThat(streams.dialect("exotel").text("user")).isEqualTo("u");
        assertThat(loaded.config().http().publicUrl()).contains("https://agent.example.com");
        assertThat(ConfigPrinter.print(loaded)).doesNotContain("very-secret").doesNotContain("pass-word");
        assertThat(streams.toString()).doesNotContain("very-secret");
    }

    @Test
    void shouldNameWhatIsWrongAndTheRemedy() {
        List<String> problems = Loading.problems(
                Loading.AGENTS
                        + "streams: {twilio: {auth-token: t, lead: 50ms}, telnyx: {public-key: abc}, exotel: {user: u}}",
                Map.of());
        assertThat(problems).hasSize(4);
        assertThat(problems).anyMatch(text -> text.contains("streams.twilio.lead") && text.contains("60ms"));
        assertThat(problems)
                .anyMatch(text -> text.contains("streams.twilio.auth-token") && text.contains("http.public-url"));
        assertThat(problems).anyMatch(text -> text.contains("streams.telnyx.public-key") && text.contains("Ed25519"));
        assertThat(problems).anyMatch(text -> text.contains("streams.exotel.password"));
    }

    @Test
    void shouldTakeOriginsOfOtherPagesExactlyAndItsOwnPublicOne() throws Exception {
        String http = "http: {token: t0ken, public-url: 'https://agent.example.com',"
                + " allowed-origins: ['http://localhost:3000']}";
        assertThat(Loading.load(Loading.AGENTS + http, Map.of()).config().http().origins())
                .containsExactly("http://localhost:3000", "https://agent.example.com");
        assertThat(Loading.problems(Loading.AGENTS + "http: {allowed-origins: ['*', 'https://a.example/x']}", Map.of()))
                .hasSize(2)
                .allMatch(text -> text.contains("http.allowed-origins") && text.contains("https://app.example.com"));
    }

    @Test
    void shouldRefuseAPublicUrlWithoutAToken() {
        assertThat(Loading.problems(Loading.AGENTS + "http: {public-url: 'https://agent.example.com'}", Map.of()))
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .startsWith("http.public-url: 'https://agent.example.com' lets others reach this server")
                        .contains("; set http.token"));
        assertThat(Loading.problems(
                        Loading.AGENTS + "http: {token: '${NOT_SET}', public-url: 'https://agent.example.com'}",
                        Map.of()))
                .as("one problem, one message")
                .singleElement()
                .satisfies(text -> assertThat(text).startsWith("http.token"));
    }

    @Test
    void shouldTransferOverHttpToNobodyUnlessTheFileNamesThem() throws Exception {
        assertThat(Loading.config("").http().transferTo()).isEmpty();
        assertThat(Loading.config("http: {transfer-to: ['sip:*@192.0.2.7', '+4930*']}")
                        .http()
                        .transferTo())
                .containsExactly("sip:*@192.0.2.7", "+4930*");
        assertThat(Loading.problems(Loading.AGENTS + "http: {transfer-to: ['sip:desk@*', 'nobody']}", Map.of()))
                .hasSize(2)
                .allMatch(text -> text.startsWith("http.transfer-to: '"));
    }

    @Test
    void shouldRefuseAPublicUrlWithAPath() {
        assertThat(Loading.problems(
                        Loading.AGENTS + "http: {token: t0ken, public-url: 'agent.example.com/x'}", Map.of()))
                .anyMatch(text -> text.contains("http.public-url") && text.contains("https://agent.example.com"));
    }
}
