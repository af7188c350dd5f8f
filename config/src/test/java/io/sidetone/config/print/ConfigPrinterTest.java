package io.sidetone.config.print;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.KeyRegistry;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.Loading;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
                     greeting: "Line one\\nline \\"two\\": $${1} \\u2028 ä # no comment",
                     match: {called: ["+49*", "true", "0123", "~"], header: {"X-A": "b: c"}}}
            policies: {p: {profile: hands-free, minSpeechMs: 300, speechThreshold: 0.65}, default: {maxTurnMs: 5000}}
            lanes: {count: 3, wait-strategy: yielding}
            drain: {max: 0s}
            embedded: {decoders: 3}
            """;

    @Test
    void shouldPrintWhatLoadsAgainToTheSame() throws Exception {
        LoadedConfig first = Loading.load(FULL, VARIABLES);
        String printed = ConfigPrinter.print(first);
        LoadedConfig second = Loading.load(printed, VARIABLES);
        assertThat(second.config()).isEqualTo(first.config());
        assertThat(ConfigPrinter.print(second)).isEqualTo(printed);
    }

    /** What people put into maps whose names are theirs. */
    @Test
    void shouldMaskWhatIsNamedLikeASecretInFreeMaps() throws Exception {
        String printed = ConfigPrinter.print(Loading.load(
                """
                sip: {trunks: [{name: n, from: 192.0.2.1, headers: {X-Tenant: open1, X-Api-Key: HIDDEN01, X-Auth: HIDDEN02}}]}
                mcp:
                  a: {allow: [x], url: "https://a.example.com/mcp?sig=HIDDEN03",
                      headers: {X-Tenant: open2, authorization: "Bearer HIDDEN04", X-Custom: "Basic HIDDEN05", Cookie: HIDDEN06}}
                  b: {allow: [x], command: [tool, --key=HIDDEN07, --api-key, HIDDEN08, "TOKEN=HIDDEN09", --verbose, open3, "https://u:HIDDEN10@h/"],
                      env: {DB_PASSWORD: HIDDEN11, PGPASSWORD: HIDDEN12, OPENAI_API_KEY: HIDDEN13, LANG: open4,
                            accessToken: HIDDEN14, MONKEY: open5, KEYBOARD: open6, URL: "https://h/?token=HIDDEN15"}}
                engines:
                  mock: {type: mock}
                  llm: {type: openai, key: k, model: m,
                        body: {max_tokens: 500, client_secret: HIDDEN16, note: open7, auth_token: HIDDEN17}}
                agents: {desk: {recognizer: mock, dialogue: llm, synthesizer: mock}}
                """,
                VARIABLES));
        assertThat(printed).doesNotContain("HIDDEN").contains("max_tokens", "500");
        for (int i = 1; i <= 7; i++) {
            assertThat(printed).contains("open" + i);
        }
    }

    @Test
    void shouldKeepEveryTextThroughPrintingAndLoading() throws Exception {
        long seed = 20_260_403L;
        Random random = new Random(seed);
        String alphabet = "ab0 :-#'\"\\${}[]{},&*!|>%@`~?=\n\t\r\u0000\u001b\u0085\u00a0\u2028\ufeff\ufffe äß漢";
        for (int round = 0; round < 20; round++) {
            List<String> texts = new ArrayList<>(
                    List.of("null", "Null", "~", "true", "no", "0x1F", "+49", "1_000", "a: b", "a::b", "-", "''"));
            while (texts.size() < 100) {
                StringBuilder text = new StringBuilder();
                for (int i = 1 + random.nextInt(12); i > 0; i--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                texts.add(text.toString());
            }
            assertKept(texts, "seed " + seed + ", round " + round);
        }
    }

    /** Each text is the reply of an engine of its own. */
    private static void assertKept(List<String> texts, String which) throws Exception {
        StringBuilder engines = new StringBuilder("mock: {type: mock}");
        for (int i = 0; i < texts.size(); i++) {
            engines.append(", m").append(i).append(": {type: mock, reply: ");
            engines.append(ValueText.of(texts.get(i))).append('}');
        }
        String yaml = "engines: {" + engines + "}\n"
                + "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}\n";
        LoadedConfig first = Loading.load(yaml, Map.of());
        for (int i = 0; i < texts.size(); i++) {
            assertThat(first.config().engines().get("m" + i).mock().reply())
                    .as("%s, text %d", which, i)
                    .isEqualTo(texts.get(i));
        }
        LoadedConfig second = Loading.load(ConfigPrinter.print(first), Map.of());
        assertThat(second.config()).as(which).isEqualTo(first.config());
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

    @Test
    void shouldMaskWhatMayBeSecretInEveryUrlWhenItIsPrinted() throws Exception {
        for (String key : urlKeys()) {
            String literal = withUrl(key, "s3cret-value");
            List<String> problems = Loading.problems(literal, VARIABLES);
            assertThat(String.join("\n", problems)).as(key).doesNotContain("s3cret");
            if (!problems.isEmpty()) {
                assertThat(problems)
                        .as(key + " takes no query")
                        .hasSize(1)
                        .first()
                        .asString()
                        .startsWith("engines.");
                continue;
            }
            String printed = ConfigPrinter.print(Loading.load(literal, VARIABLES));
            assertThat(printed).as(key).contains("********").doesNotContain("s3cret");
            assertThat(Loading.problems(printed, VARIABLES))
                    .as(key)
                    .anyMatch(problem -> problem.contains("has the mask that print-config writes"));
            LoadedConfig loaded = Loading.load(withUrl(key, "${TOKEN}"), VARIABLES);
            String shown = ConfigPrinter.print(loaded);
            assertThat(shown).as(key).contains("=${TOKEN}").doesNotContain("s3cret");
            assertThat(Loading.load(shown, VARIABLES).config()).as(key).isEqualTo(loaded.config());
        }
    }

    /** Every key whose value is a URL, so that a new one is looked at as well. */
    private static List<String> urlKeys() {
        List<String> keys = KeyRegistry.keys().stream()
                .filter(key -> key.unit().endsWith("URL"))
                .map(ConfigKey::path)
                .toList();
        assertThat(keys).hasSizeGreaterThanOrEqualTo(5).contains("store.url", "engines.*.url", "subscribers[].url");
        return keys;
    }

    private static String withUrl(String key, String secret) {
        String url = "\"https://host.example/v1/traces?key=" + secret + "\"";
        return switch (key) {
            case "agents.*.on-call.url" ->
                Loading.AGENTS.replace(
                        "recognizer:", "on-call: {url: " + url + ", key: \"${TOKEN}-longer\"}, recognizer:");
            case "agents.*.recording.upload" ->
                Loading.AGENTS.replace(
                        "recognizer:",
                        "recording: {dir: r, upload: \"https://host.example/{callId}.wav?key=" + secret
                                + "\"}, recognizer:");
            case "sip.trunks[].on-call.url" ->
                Loading.AGENTS + "sip: {trunks: [{name: carrier, from: [192.0.2.1], on-call: {url: " + url
                        + ", key: \"${TOKEN}-longer\"}}]}";
            case "actions.*.url" ->
                Loading.AGENTS + "actions: {book: {type: webhook, url: " + url
                        + ", description: books, secret: \"${TOKEN}-longer\"}}";
            case "engines.*.url" ->
                Loading.AGENTS.replace(
                        "{type: mock}", "{type: mock}, dg: {type: deepgram, key: \"${TOKEN}\", url: " + url + "}");
            case "mcp.*.url" -> Loading.AGENTS + "mcp: {shop: {url: " + url + ", allow: [x]}}";
            case "store.url" ->
                Loading.AGENTS + "store: {url: \"jdbc:postgresql://db.example/calls?sslkey=" + secret + "\"}";
            case "subscribers[].url" ->
                Loading.AGENTS + "subscribers: [{name: crm, url: " + url + ", secret: \"${TOKEN}-longer\"}]";
            case "telemetry.traces.otlp" -> Loading.AGENTS + "telemetry: {traces: {otlp: " + url + "}}";
            default -> throw new AssertionError("say here how " + key + " is written");
        };
    }

    @Test
    void shouldMaskWhatEnginesAreSentWhereItsNameSoundsLikeASecret() throws Exception {
        LoadedConfig loaded = Loading.load(
                """
                engines:
                  e: {type: openai, key: "${TOKEN}", query: {zone: eu, sig-token: s3cret-1}, body: {seed: "7", api_key: s3cret-2}}
                agents: {a: {recognizer: e, dialogue: e, synthesizer: e}}
                """,
                VARIABLES);
        assertThat(ConfigPrinter.print(loaded))
                .contains("zone: eu", "sig-token: \"********\"", "seed: 7", "api_key: \"********\"")
                .doesNotContain("s3cret");
        assertThat(loaded.config().engines().get("e").service().query()).containsEntry("sig-token", "s3cret-1");
        assertThat(loaded.config().engines().get("e").service().body()).containsEntry("api_key", "s3cret-2");
    }
}
