package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that comes as a media stream: from the webhook to the history, with a barge-in between. */
class CarrierSystemTest {
    private static final String TOKEN = "token-of-the-test";
    private static final String KEY = "key-of-the-api";
    private static final String GREETING =
            "Good morning and welcome, this sentence is long enough that nobody would listen to all of it before speaking";

    @TempDir
    private static Path folder;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.startConfigured(
                        folder,
                        """
                sip: {port: 0}
                http: {port: 0, token: %s, public-url: 'https://agent.example.com'}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                streams: {twilio: {auth-token: %s}}
                engines: {mock: {type: mock, greeting: "%s"}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                                .formatted(KEY, LeasedPorts.server(10), TOKEN, GREETING))
                .with(KEY);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String signature(String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(TOKEN.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** A stream as the answer to a webhook names it. */
    private static FakeTwilio carrier() throws Exception {
        HttpResponse<String> answer =
                webhook(signature("https://agent.example.com/hooks/twilio/answerFrom+14155550100To+14155550199"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        Matcher url = Pattern.compile("<Stream url=\"wss://agent\\.example\\.com(/media/twilio/t/[^\"]+)\">")
                .matcher(answer.body());
        assertThat(url.find()).as(answer.body()).isTrue();
        String path = url.group(1);
        return new FakeTwilio(server.http(), path, signature("wss://agent.example.com" + path));
    }

    private static HttpResponse<String> webhook(String signature) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + server.http() + "/hooks/twilio/answer"))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .header("X-Twilio-Signature", signature)
                                .POST(HttpRequest.BodyPublishers.ofString("From=%2B14155550100&To=%2B14155550199"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @Tag("VIP-06")
    @Tag("VAN-08")
    void shouldStopWithTheClearWhenTheCallerCutsIn() throws Exception {
        FakeTwilio twilio = carrier();
        twilio.start("+14155550100", "+14155550199");
        twilio.live(400, false, () -> twilio.voicedFrames >= 60);
        assertThat(twilio.voicedFrames).as("frames of the greeting").isGreaterThanOrEqualTo(60);
        assertThat(twilio.clears).isZero();
        int marksBefore = twilio.marks.size();
        assertThat(marksBefore).as("a mark every 100 ms").isGreaterThanOrEqualTo(10);
        String greetingToken = twilio.marks.get(0).split(":")[0];

        twilio.live(100, true, () -> twilio.clears > 0);
        assertThat(twilio.clears).as("a clear while the caller speaks").isEqualTo(1);
        // The caller goes on, so that nothing of a new turn can come yet.
        twilio.live(40, true, () -> false);
        assertThat(twilio.mediaSinceClear)
                .as("media of the old turn after the clear")
                .isZero();
        assertThat(twilio.voicedAfterClear).isZero();

        twilio.live(500, false, () -> twilio.voicedAfterClear >= 10);
        assertThat(twilio.voicedAfterClear).as("frames of the reply").isGreaterThanOrEqualTo(10);
        twilio.live(10, false, () -> false);
        assertThat(twilio.marksAfterClear)
                .isNotEmpty()
                .noneMatch(name -> name.startsWith(greetingToken + ":"))
                .allMatch(name -> name.endsWith(":1"));
        System.out.printf(
                "most audio at the carrier %d ms, %d marks returned by the clear%n",
                twilio.mostQueuedMs, twilio.marksThrownAway);

        String id = server.awaitCall("twilio");
        assertThat(server.detail(id))
                .contains("+14155550100")
                .contains("+14155550199")
                .contains("CA1");
        JsonNode greeting = interrupted(id);
        String heard = greeting.path("text").asText();
        assertThat(GREETING).startsWith(heard.strip());
        assertThat(heard.length()).as("what was heard: '%s'", heard).isBetween(5, GREETING.length() - 20);
        twilio.stop();
        server.awaitIdle();
        assertThat(server.detail(id)).contains("CALLER_HUNG_UP");
        server.assertUnharmed();
    }

    private static JsonNode interrupted(String id) throws Exception {
        for (JsonNode utterance : new ObjectMapper().readTree(server.detail(id)).path("history")) {
            if (utterance.path("interrupted").asBoolean()) {
                return utterance;
            }
        }
        throw new AssertionError("nothing was interrupted: " + server.detail(id));
    }

    @Test
    void shouldRefuseStreamsAndWebhooksThatNobodySigned() throws Exception {
        for (String signature : new String[] {
            null,
            "",
            signature("wss://agent.example.com/media/other"),
            signature("wss://agent.example.com/media/twilio")
        }) {
            assertThatThrownBy(() -> new FakeTwilio(server.http(), "/media/twilio", signature))
                    .cause()
                    .isInstanceOfSatisfying(WebSocketHandshakeException.class, refused -> assertThat(
                                    refused.getResponse().statusCode())
                            .isEqualTo(403));
        }
        assertThat(webhook("wrong").statusCode()).isEqualTo(403);
        assertThat(server.metric("sidetone_carrier_upgrades_refused_total", "twilio"))
                .isGreaterThanOrEqualTo(4);
        assertThat(server.metric("sidetone_carrier_webhooks_refused_total", "twilio"))
                .isGreaterThanOrEqualTo(1);
        server.assertUnharmed();
    }

    @Test
    void shouldSurviveNonsenseAndACarrierThatVanishes() throws Exception {
        FakeTwilio twilio = carrier();
        twilio.start("+1", "+2");
        for (String wrong : new String[] {
            "",
            "nonsense",
            "{\"event\":1}",
            "[".repeat(5_000),
            "{\"event\":\"media\",\"media\":{\"payload\":\"!\"}}",
            "{\"event\":\"dtmf\",\"dtmf\":{\"digit\":\"99\"}}",
            "{\"event\":\"mark\",\"mark\":{\"name\":\"16:9999999:0\"}}"
        }) {
            twilio.say(wrong);
        }
        twilio.live(200, false, () -> twilio.voicedFrames >= 10);
        assertThat(twilio.voicedFrames).as("the call goes on").isGreaterThanOrEqualTo(10);
        assertThat(server.metric("sidetone_carrier_malformed_total", "twilio")).isGreaterThanOrEqualTo(5);
        assertThat(server.metric("sidetone_carrier_marks_ignored_total", "twilio"))
                .isGreaterThanOrEqualTo(1);
        twilio.vanish();
        server.awaitIdle();
        FakeTwilio silent = carrier();
        silent.say("x".repeat(70_000));
        ServerProcess.awaitOrFail("the goodbye to what is too large", 30, () -> silent.closed == 1009);
        server.assertUnharmed();
    }
}
