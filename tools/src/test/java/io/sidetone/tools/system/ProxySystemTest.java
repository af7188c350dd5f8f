package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers reach through a real nginx in front of a server: with a public address and a token, and with neither. */
class ProxySystemTest {
    private static final String TOKEN = "token-of-the-server";
    private static final String SECRET = "token-of-the-test";
    private static final String FORM = "From=%2B14155550100&To=%2B14155550199";
    private static final String SIGNED_FORM = "From+14155550100To+14155550199";
    private static final String[] KEY = {"Authorization", "Bearer " + TOKEN};

    @TempDir
    private static Path folder;

    private static ServerProcess guarded;
    private static ServerProcess open;
    private static NginxProcess beforeGuarded;
    private static NginxProcess beforeOpen;

    @BeforeAll
    static void start() throws Exception {
        guarded = server(
                "guarded",
                "token: " + TOKEN + ", public-url: 'https://agent.example.com'",
                """
                streams:
                  twilio: {auth-token: SECRET}
                  telnyx: {token: SECRET}
                  asterisk: {user: pbx, password: SECRET}
                """
                        .replace("SECRET", SECRET));
        beforeGuarded = NginxProcess.start(folder.resolve("guarded"), guarded.http());
        open = server("open", "max-body: 1MiB", "");
        beforeOpen = NginxProcess.start(folder.resolve("open"), open.http());
    }

    private static ServerProcess server(String name, String http, String more) throws Exception {
        return ServerProcess.startConfigured(
                Files.createDirectories(folder.resolve(name)),
                """
                sip: {port: 0}
                http: {port: 0, %s}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                                .formatted(http, LeasedPorts.server(10))
                        + more);
    }

    @AfterAll
    static void stop() {
        for (NginxProcess nginx : new NginxProcess[] {beforeGuarded, beforeOpen}) {
            if (nginx != null) {
                nginx.close();
            }
        }
        for (ServerProcess server : new ServerProcess[] {guarded, open}) {
            if (server != null) {
                server.close();
            }
        }
    }

    /** The port of nginx in a set-up: {@code bare} or {@code named}. */
    private static int port(NginxProcess nginx, String setUp) {
        return setUp.equals("bare") ? nginx.bare : nginx.named;
    }

    private static String signature(String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static RawHttp webhook(int port, String carrier, String signature) throws IOException {
        return RawHttp.ask(
                port,
                "POST",
                "/hooks/" + carrier + "/answer",
                FORM,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "X-Twilio-Signature",
                signature);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "named"})
    void shouldAnswerWithoutAKeyOnlyWhatIsMeantForEverybody(String setUp) throws Exception {
        int port = port(beforeGuarded, setUp);
        for (String path : new String[] {"/", "/healthz", "/readyz", "/schemas/vip-1.schema.json"}) {
            assertThat(RawHttp.ask(port, "GET", path, "").status()).as(path).isEqualTo(200);
        }
        for (String[] closed : new String[][] {
            {"GET", "/metrics"},
            {"GET", "/api/calls"},
            {"POST", "/api/calls"},
            {"GET", "/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0"},
            {"DELETE", "/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0"},
            {"POST", "/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0/say"},
            {"POST", "/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0/transfer"},
            {"POST", "/api/calls/01JABCDEFGHJKMNPQRSTVWXYZ0/dtmf"},
            {"POST", "/api/tokens"},
            {"GET", "/api/policies"},
            {"GET", "/api/agents"},
            {"GET", "/api/events"}
        }) {
            String what = closed[0] + " " + closed[1];
            assertThat(RawHttp.ask(port, closed[0], closed[1], "").status())
                    .as(what)
                    .isEqualTo(401);
            assertThat(RawHttp.ask(port, closed[0], closed[1], "", "Authorization", "Bearer wrong")
                            .status())
                    .as(what)
                    .isEqualTo(401);
        }
        assertThat(RawHttp.ask(port, "GET", "/api/calls", "", KEY).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "bare,  /ws,                               401",
        "named, /ws,                               401",
        "bare,  /ws?token=wrong,                   401",
        "named, /ws?token=token-of-the-server,     101",
        "bare,  /v1/realtime?model=desk,           401",
        "named, /v1/realtime?model=desk,           401",
        "named, /v1/realtime?token=wrong,          401",
        "bare,  /vip?token=wrong,                  401",
        "named, /vip?token=vk_wrong,               401",
        "bare,  /media/twilio,                     403",
        "named, /media/twilio/t/1900000000.a.b,    403",
        "bare,  /media/telnyx,                     401",
        "named, /media/telnyx/desk,                401",
        "bare,  /media/asterisk,                   401",
        "named, /media/asterisk,                   401",
        "bare,  /media/plivo,                      401",
        "bare,  /media/signalwire,                 401",
        "named, /media/exotel,                     401",
        "bare,  /media/freeswitch,                 401",
        "named, /media/vonage,                     401",
    })
    void shouldOpenNoWebSocketWithoutItsKey(String setUp, String path, int status) throws Exception {
        assertThat(RawHttp.upgrade(port(beforeGuarded, setUp), path).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "named"})
    void shouldTellAStrangerOfASessionNothingButThatAKeyIsMissing(String setUp) throws Exception {
        URI vip = URI.create("ws://127.0.0.1:" + port(beforeGuarded, setUp) + "/vip");
        try (VipClient client = new VipClient(vip)) {
            client.send("session.initialize", "{}");
            assertThat(client.await("error.fatal").path("code").asText()).isEqualTo("token_missing");
            assertThat(client.received).as("everything that was said").hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "named"})
    void shouldServeACarrierThatSigns(String setUp) throws Exception {
        int port = port(beforeGuarded, setUp);
        String hook = "https://agent.example.com/hooks/twilio/answer";
        assertThat(webhook(port, "twilio", "").status()).isEqualTo(403);
        assertThat(webhook(port, "twilio", signature(hook)).status()).isEqualTo(403);
        RawHttp answer = webhook(port, "twilio", signature(hook + SIGNED_FORM));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        Matcher url = Pattern.compile("wss://agent\\.example\\.com(/media/twilio/t/[^\"]+)")
                .matcher(answer.text());
        assertThat(url.find()).as(answer.text()).isTrue();
        String stream = url.group(1);
        String signature = signature("wss://agent.example.com" + stream);
        assertThat(RawHttp.upgrade(port, stream).status()).as("unsigned").isEqualTo(403);
        assertThat(RawHttp.upgrade(port, stream, "X-Twilio-Signature", signature)
                        .status())
                .isEqualTo(101);
        assertThat(RawHttp.upgrade(port, stream, "X-Twilio-Signature", signature)
                        .status())
                .as("once")
                .isEqualTo(403);
        assertThat(RawHttp.upgrade(port, "/media/telnyx", "Authorization", "Bearer " + SECRET)
                        .status())
                .isEqualTo(101);
        String basic = Base64.getEncoder().encodeToString(("pbx:" + SECRET).getBytes(StandardCharsets.UTF_8));
        assertThat(RawHttp.upgrade(port, "/media/asterisk", "Authorization", "Basic " + basic)
                        .status())
                .isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "named"})
    void shouldNotServeACarrierWithoutItsSecret(String setUp) throws Exception {
        int port = port(beforeGuarded, setUp);
        for (String carrier : new String[] {"telnyx", "plivo", "signalwire"}) {
            assertThat(webhook(port, carrier, "").status()).as(carrier).isEqualTo(404);
        }
        for (String dialect : new String[] {"plivo", "signalwire", "exotel", "freeswitch", "vonage"}) {
            assertThat(RawHttp.upgrade(port, "/media/" + dialect, KEY).status())
                    .as(dialect)
                    .isEqualTo(404);
        }
        assertThat(guarded.output())
                .contains("not served with http.public-url, because their secrets in streams are not set: "
                        + "/hooks/telnyx/answer, /media/plivo, /hooks/plivo/answer, /media/signalwire,"
                        + " /hooks/signalwire/answer, /media/exotel, /media/freeswitch, /media/vonage\n");
    }

    @Test
    void shouldAnswerNothingThatNamesAProxyWithoutAToken() throws Exception {
        for (String path :
                new String[] {"/", "/healthz", "/readyz", "/metrics", "/api/calls", "/hooks/twilio/answer"}) {
            RawHttp answer = RawHttp.ask(beforeOpen.named, "GET", path, "");
            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(answer.text()).contains("application/problem+json").contains("set http.token");
        }
        for (String path : new String[] {"/ws", "/vip", "/v1/realtime", "/media/twilio", "/media/asterisk"}) {
            assertThat(RawHttp.upgrade(beforeOpen.named, path).status())
                    .as(path)
                    .isEqualTo(403);
        }
    }

    /** The reason why docs/carriers.md forbids it. */
    @Test
    void shouldTakeABareProxyForThisMachineWithoutAToken() throws Exception {
        assertThat(RawHttp.ask(beforeOpen.bare, "GET", "/api/calls", "").status())
                .as("nothing in the request says where it came from")
                .isEqualTo(200);
        assertThat(open.get("/api/calls").statusCode()).isEqualTo(200);
    }
}
